import {
  type AutoLetter,
  autoLetterParts,
  autoLetterTitle,
  type GrantLetter,
  letterParts,
  type LetterPart,
  letterSides,
  letterTitle,
} from '@moqi/domain/seals/grant-letter'
import type { ReactNode } from 'react'
import './letter-paper.css'

/** The letter as it will read, with the places in which its two sides sign. */
export function LetterPaper({ letter }: { letter: GrantLetter }) {
  const { legalPersonName, companyName, memberName } = letter
  return (
    <Paper title={letterTitle} parts={letterParts(letter)}>
      <Side
        words={`${letterSides.grantor}（${legalPersonName === null ? '盖章' : '签名'}）：${legalPersonName ?? companyName}`}
        byHand={legalPersonName !== null}
      />
      <Side words={`${letterSides.member}（签名）：${memberName}`} byHand />
    </Paper>
  )
}

/** The same of automatic signing, which the company alone signs for. */
export const AutoLetterPaper = ({ letter }: { letter: AutoLetter }) => (
  <Paper title={autoLetterTitle} parts={autoLetterParts(letter)}>
    <Side words={`${letterSides.grantor}（盖章）：${letter.companyName}`} byHand={false} />
  </Paper>
)

const Paper = ({ title, parts, children }: { title: string; parts: LetterPart[]; children: ReactNode }) => (
  <article className="grant-letter" lang="zh-CN">
    <h2>{title}</h2>
    {parts.map(({ kind, text }) => (kind === 'heading' ? <h3 key={text}>{text}</h3> : <p key={text}>{text}</p>))}
    <ul className="grant-letter-sides">{children}</ul>
  </article>
)

const Side = ({ words, byHand }: { words: string; byHand: boolean }) => (
  <li>
    <span>{words}</span>
    <span className={byHand ? 'grant-letter-hand' : 'grant-letter-seal'} aria-hidden="true">
      {byHand ? '手写签名' : '公章'}
    </span>
    <span>日期：</span>
  </li>
)

import { type GrantLetter, letterParts, letterSides, letterTitle } from '@moqi/domain/seals/grant-letter'
import './letter-paper.css'

/** The letter as it will read, with the places in which its two sides sign. */
export function LetterPaper({ letter }: { letter: GrantLetter }) {
  const { legalPersonName, companyName, memberName } = letter
  const byHand = legalPersonName !== null
  return (
    <article className="grant-letter">
      <h2>{letterTitle}</h2>
      {letterParts(letter).map(({ kind, text }) =>
        kind === 'heading' ? <h3 key={text}>{text}</h3> : <p key={text}>{text}</p>,
      )}
      <ul className="grant-letter-sides">
        <li>
          <span>
            {letterSides.grantor}（{byHand ? '签名' : '盖章'}）：{legalPersonName ?? companyName}
          </span>
          <span className={byHand ? 'grant-letter-hand' : 'grant-letter-seal'} aria-hidden="true">
            {byHand ? '手写签名' : '公章'}
          </span>
          <span>日期：</span>
        </li>
        <li>
          <span>
            {letterSides.member}（签名）：{memberName}
          </span>
          <span className="grant-letter-hand" aria-hidden="true">
            手写签名
          </span>
          <span>日期：</span>
        </li>
      </ul>
    </article>
  )
}

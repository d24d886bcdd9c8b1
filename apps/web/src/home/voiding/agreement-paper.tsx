import type { RelieveInfo } from '@moqi/api/voiding'
import { agreementParts, agreementTitle, sideTitle } from '@moqi/domain/contract/void-agreement'
import type { VoidTerms } from '@moqi/domain/contract/void-terms'
import { partyColour } from '../../kit/party/party-chip.tsx'
import { operatorOf, type Operators } from './writing.ts'
import './agreement-paper.css'

type AgreementPaperProps = { info: RelieveInfo; operators: Operators; terms: VoidTerms }

/** The agreement as it will read, with the places in which its sides sign. */
export function AgreementPaper({ info, operators, terms }: AgreementPaperProps) {
  const origin = {
    subject: info.originTaskName,
    contractNo: info.originTaskNo,
    finishedAt: info.originFinishTime,
    files: info.fileArray.map(({ fileName: name, sha256, fileSize: size }) => ({ name, sha256, size })),
  }
  const sides = info.signerArray.map((signer) => ({
    name: operatorOf(info, signer, operators),
    companyName: signer.companyName,
  }))
  return (
    <article className="agreement" lang="zh-CN">
      <h2>{agreementTitle}</h2>
      {agreementParts(origin, sides, terms).map(({ kind, text }, index) => {
        const key = `${kind} ${index}`
        if (kind === 'heading') return <h3 key={key}>{text}</h3>
        return kind === 'hash' ? <code key={key}>{text}</code> : <p key={key}>{text}</p>
      })}
      <ul className="agreement-sides">
        {info.signerArray.map(({ signerNo, companyName }, index) => (
          <li key={signerNo}>
            <span>
              {sideTitle(index)}（{companyName === null ? '签字' : '盖章'}）：
            </span>
            <span className={`agreement-place party-${partyColour(signerNo)}`} aria-hidden="true">
              {sideTitle(index)}
            </span>
            <span>日期：</span>
          </li>
        ))}
      </ul>
    </article>
  )
}

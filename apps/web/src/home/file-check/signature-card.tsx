import { ChevronDown, TriangleAlert } from 'lucide-react'
import { formatDate } from '@moqi/domain/time/format-date'
import { Tag } from '../../ui/tag.tsx'
import { partyColour, PartyChip } from '../../kit/party/party-chip.tsx'
import { Remarks } from './remarks.tsx'
import { isTestCertificate, signatureFacts, signatureWord, type Signature } from './signature-facts.ts'

type SignatureCardProps = { signature: Signature; order: number; open: boolean }

/** One signature of the file; the facts of its certificate fold out. */
export function SignatureCard({ signature, order, open }: SignatureCardProps) {
  const { tone, text } = signatureWord(signature)
  const looksLikeCompany = /公司|集团|中心|事务所|厂|社$/.test(signature.signerName)
  return (
    <details className="card sig" open={open}>
      <summary>
        <PartyChip
          party={partyColour(order)}
          name={signature.signerName || '签署方未注明'}
          {...(looksLikeCompany && { company: signature.signerName })}
          compact
        />
        <span className="sig-at small muted num">
          {signature.signTime === null ? '' : formatDate(signature.signTime)}
        </span>
        <Tag tone={tone}>{text}</Tag>
        <ChevronDown size={18} className="sig-fold" />
      </summary>
      {isTestCertificate(signature) && (
        <p className="sig-note">
          <TriangleAlert size={16} />
          测试证书，无法律效力
        </p>
      )}
      <dl>
        {signatureFacts(signature).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <SignatureChanges signature={signature} />
    </details>
  )
}

/** Where anything else is wrong, nothing is said to be in order. */
const changesAreAgreed = ({ permission, integrity, verdict }: Signature) =>
  permission === 'allowed-changes' && integrity === 'intact' && verdict !== 'invalid'

/** What came after this signature, and what the verifier has to say about it. */
function SignatureChanges({ signature }: { signature: Signature }) {
  const { changedAfterwards: changes } = signature
  const remarks = signature.reasonArray.filter(({ severity }) => severity !== 'info')
  if (changes.length === 0 && remarks.length === 0) return null
  return (
    <div className="sig-more">
      {changes.length > 0 && (
        <>
          <h3>之后的变更{changesAreAgreed(signature) && '（均为签名允许的变更）'}</h3>
          <ul>
            {changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
      {remarks.length > 0 && (
        <>
          <h3>说明</h3>
          <Remarks reasons={remarks} />
        </>
      )}
    </div>
  )
}

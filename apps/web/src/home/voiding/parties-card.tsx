import type { RelieveInfo } from '@moqi/api/voiding'
import type { Signer } from '@moqi/api/shapes'
import { PartyChip, partyColour } from '../../kit/party/party-chip.tsx'
import { Select } from '../../ui/select.tsx'
import { operatorOf, type Operators } from './writing.ts'

type PartiesCardProps = { info: RelieveInfo; operators: Operators; onChange: (operators: Operators) => void }

/** Everybody who signed the original; the own company's operator alone can be another. */
export function PartiesCard({ info, operators, onChange }: PartiesCardProps) {
  return (
    <section className="card voiding-card" aria-labelledby="parties-heading">
      <h2 id="parties-heading" className="h2">
        签署方
      </h2>
      <p className="small muted">须由原合同全部签署方签署；企业可以更换本企业经办人，个人不可更换。</p>
      <ul className="voiding-parties">
        {info.signerArray.map((signer) => (
          <li key={signer.signerNo}>
            <PartyChip
              party={partyColour(signer.signerNo)}
              name={operatorOf(info, signer, operators)}
              company={signer.companyName ?? undefined}
            />
            {info.replaceableArray.includes(signer.signerNo) ? (
              <OperatorChoice info={info} signer={signer} operators={operators} onChange={onChange} />
            ) : (
              signer.companyName !== null && <span className="small muted">由对方转交</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const unchanged = ''

function OperatorChoice({ info, signer, operators, onChange }: PartiesCardProps & { signer: Signer }) {
  const others = info.colleagueArray.filter(({ name }) => name !== signer.signerName)
  if (others.length === 0) return null
  const choose = (colleagueId: string) => {
    const kept = Object.entries(operators).filter(([no]) => no !== String(signer.signerNo))
    const chosen = colleagueId === unchanged ? [] : [[String(signer.signerNo), colleagueId] as const]
    onChange(Object.fromEntries([...kept, ...chosen]))
  }
  return (
    <Select
      aria-label={`更换${signer.companyName ?? ''}的经办人`}
      className="voiding-operator"
      value={operators[signer.signerNo] ?? unchanged}
      options={[
        { value: unchanged, label: signer.signerName },
        ...others.map(({ colleagueId, name, phone }) => ({ value: colleagueId, label: `${name}　${phone}` })),
      ]}
      onChange={choose}
    />
  )
}

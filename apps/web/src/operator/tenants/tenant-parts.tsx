import { keysOf } from '@moqi/domain/keys-of'
import { type LookPart, lookParts } from '@moqi/domain/operators/look-rules'
import { type ReactNode, useState } from 'react'
import { Segmented } from '../../ui/segmented.tsx'
import { ApplicationsPart } from './applications-part.tsx'
import { AuthenticationsPart } from './authentications-part.tsx'
import { ContractsPart } from './contracts-part.tsx'
import { MembersPart } from './members-part.tsx'
import { PacksPart } from './packs-part.tsx'

/** Short enough for a phone. */
const words: Readonly<Record<LookPart, string>> = {
  members: '成员',
  authentications: '认证',
  packs: '份包',
  applications: '应用',
  contracts: '合同',
}

/** The parts of a space that is looked into, one at a time: each is noted when it is opened, and none before. */
export function TenantParts({ tenantId }: { tenantId: string }) {
  const [part, setPart] = useState<LookPart | null>(null)
  const bodies: Readonly<Record<LookPart, ReactNode>> = {
    members: <MembersPart tenantId={tenantId} />,
    authentications: <AuthenticationsPart tenantId={tenantId} />,
    packs: <PacksPart tenantId={tenantId} />,
    applications: <ApplicationsPart tenantId={tenantId} />,
    contracts: <ContractsPart tenantId={tenantId} />,
  }
  return (
    <section className="card tenant-part" aria-labelledby="tenant-part">
      <div className="spread tenant-part-head">
        <h2 id="tenant-part" className="h2">
          {part ? lookParts[part] : '要看什么'}
        </h2>
        <Segmented<LookPart | ''>
          label="要看什么"
          options={keysOf(lookParts).map((value) => ({ value, label: words[value] }))}
          value={part ?? ''}
          onChange={(chosen) => setPart(chosen === '' ? null : chosen)}
        />
      </div>
      {part ? bodies[part] : <p className="muted">选择一项打开。打开哪一项，客户就在记录中看到哪一项。</p>}
    </section>
  )
}

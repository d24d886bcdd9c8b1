import type { SignatureRecord } from '@moqi/api/signature-record'
import { willWayTable } from '@moqi/domain/contract/will-kind'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { viewPath } from '../../kit/contract/contract-paths.ts'

const willOf = ({ willAuthArray }: SignatureRecord) =>
  willAuthArray.map((way) => willWayTable[way].label).join('、') || '—'
const sealKinds = { person: '个人印章', handwrite: '手写签名', company: '企业印章', legal: '法定代表人章' } as const

/** The seal, over what it is or where it was used. */
export const SealCell = ({ record, below }: { record: SignatureRecord; below?: string }) => (
  <TwoLines name={record.sealName} company={below ?? sealKinds[record.sealType]} />
)

/** The contract; a link where the present space shows it. */
export function ContractCell({ record, linked }: { record: SignatureRecord; linked: boolean }) {
  const name = record.taskName || '未命名合同'
  return (
    <span className="two-lines">
      {linked ? (
        <Link
          to={viewPath({ signId: record.signId, taskType: 'normal' })}
          className="title-link clip"
          title={record.taskName}
        >
          {name}
        </Link>
      ) : (
        <span className="clip" title={name}>
          {name}
        </span>
      )}
      <span className="num clip">{record.taskNo}</span>
    </span>
  )
}

/** Day over time. */
export const TimeCell = ({ at }: { at: number }) => (
  <span className="until">
    {formatDate(at, '{y}-{m}-{d}')}
    <span>{formatDate(at, '{h}:{i}:{s}')}</span>
  </span>
)

/** How the will was proved, over the end of the certificate's number. */
export const WillCell = ({ record }: { record: SignatureRecord }) => (
  <TwoLines
    name={willOf(record)}
    company={`证书 …${record.certificateSerial.slice(-8)}`}
    title={`${willOf(record)}，证书序列号 ${record.certificateSerial}`}
  />
)

/** Both ends of the file's SHA-256; the whole on hovering and for copying. */
export const HashCell = ({ sha256 }: { sha256: string }) => (
  <code className="record-hash" title={`SHA-256 ${sha256}`}>
    {sha256.slice(0, 8)}…{sha256.slice(-8)}
  </code>
)

/** A record on a phone. */
export function RecordCard({ record, actions }: { record: SignatureRecord; actions: ReactNode }) {
  return (
    <ListCard
      title={record.taskName}
      tag={record.disputeTime !== null && <Tag tone="seal">已报告异议</Tag>}
      facts={[
        ['印章', record.sealName],
        ['使用人', record.signerName],
        ['空间', record.spaceName],
        ['意愿认证', willOf(record)],
        ['证书', record.certificateSerial],
        ['文件指纹', record.sha256],
      ]}
      foot={formatDate(record.signTime)}
      actions={actions}
    />
  )
}

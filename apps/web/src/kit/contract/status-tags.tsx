import { tagOf } from '@moqi/api/wire/contract'
import { rowTagLabels } from '@moqi/domain/labels/status-labels'
import { Tag } from '../../ui/tag.tsx'
import { statusLook, type ContractRow } from './contract-row.ts'
import './status-tags.css'

/** A row's status, and its small tags (作废中, 用印审批中) beside it. */
export function StatusTags({ row }: { row: Pick<ContractRow, 'status' | 'tagArray'> }) {
  const { label, tone } = statusLook(row.status)
  return (
    <span className="status-tags">
      <Tag tone={tone}>{label}</Tag>
      {row.tagArray.map((tag) => (
        <Tag key={tag} tone="ochre">
          {rowTagLabels[tagOf(tag)]}
        </Tag>
      ))}
    </span>
  )
}

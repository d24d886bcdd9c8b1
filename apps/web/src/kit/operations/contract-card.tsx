import { formatDate } from '@moqi/domain/time/format-date'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { useNow } from '../../ui/use-now.ts'
import { viewPath } from '../contract/contract-paths.ts'
import { binDaysLeft, type ContractRow } from '../contract/contract-row.ts'
import { inOneLine } from '../contract/party-text.ts'
import { timeLeft } from '../contract/time-left.ts'
import { StatusTags } from '../contract/status-tags.tsx'
import { FoundText } from './found-text.tsx'
import { RowOperations } from './row-operations.tsx'

/** A contract on a phone: what, where it stands, with whom, until when, and the next step. */
export function ContractCard({ row, mark }: { row: ContractRow; mark?: ReactNode }) {
  const now = useNow()
  const left = timeLeft(row, now)
  return (
    <ListCard
      title={
        <span className="row">
          {mark}
          {row.operationArray.includes('view') ? (
            <Link to={viewPath(row)} className="title-link clip">
              {row.taskName || '未命名合同'}
            </Link>
          ) : (
            <span className="clip">{row.taskName || '未命名合同'}</span>
          )}
        </span>
      }
      tag={<StatusTags row={row} />}
      facts={[
        ['发起人', inOneLine(row.initiatorName) || '—'],
        ['签署人', inOneLine(row.signerName) || '—'],
      ]}
      {...(row.foundText && { note: <FoundText found={row.foundText} /> })}
      foot={
        row.deleteTime ? (
          <>
            {formatDate(row.deleteTime, '{m}-{d}')}删除 · {binDaysLeft(row.deleteTime, now)}
          </>
        ) : (
          row.signExpireTime !== null && (
            <>
              <Clock size={14} />
              {row.status === 'iSign' && left ? <b>{left}</b> : formatDate(row.signExpireTime, '{y}-{m}-{d} 截止')}
            </>
          )
        )
      }
      actions={<RowOperations row={row} as="buttons" />}
    />
  )
}

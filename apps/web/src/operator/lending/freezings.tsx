import type { ContractFreezing } from '@moqi/api/contract-freezing'
import { formatDate } from '@moqi/domain/time/format-date'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import { MoreRows } from './more-rows.tsx'

type FreezingsProps = {
  rows: readonly ContractFreezing[]
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
  onThaw: (row: ContractFreezing) => void
}

/** What was frozen together, by whom and why, and whether it still is. */
export function Freezings({ rows, onMore, busy, onThaw }: FreezingsProps) {
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState title="还没有冻结过合同" hint="冻结的合同不能签署，查看、下载与证据照常；可以随时解除" />
      </div>
    )
  return (
    <div className="card">
      <ul className="freezings">
        {rows.map((row) => (
          <li key={row.freezingId}>
            <div className="lending-word">
              <p>
                <Link className="link" to={tenantPath(row.tenantId)}>
                  {row.spaceName}
                </Link>
                　{row.thawed ? <Tag tone="grey">已解除</Tag> : <Tag tone="seal">冻结中</Tag>}
              </p>
              <p>{row.what}</p>
              <p className="small muted">
                {row.operatorName}　{formatDate(row.freezeTime)} 冻结。原因：{row.reason}
              </p>
              {row.thawed && (
                <p className="small muted">
                  {row.thawed.operatorName}　{formatDate(row.thawed.time)} 解除。原因：{row.thawed.reason}
                </p>
              )}
            </div>
            {!row.thawed && (
              <Button aria-label={`解除冻结：${row.spaceName} ${row.what}`} onClick={() => onThaw(row)}>
                解除冻结…
              </Button>
            )}
          </li>
        ))}
      </ul>
      <MoreRows onMore={onMore} busy={busy} />
    </div>
  )
}

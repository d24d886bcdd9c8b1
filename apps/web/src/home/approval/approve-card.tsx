import type { ApproveRow } from '@moqi/api/approval'
import { approvalStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { approvePath } from '../../kit/approval/approval-paths.ts'
import { approveTones, sealNames } from '../../kit/approval/course-words.ts'
import { Link } from '../../router/link.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type ApproveTab, Deadline, nodeText, otherSide } from './approve-columns.tsx'

/** An application on a phone: which contract, who wants which seal, why, and how long there is yet. */
export function ApproveCard({ row, tab }: { row: ApproveRow; tab: ApproveTab }) {
  return (
    <Link to={approvePath(row.approveId)} className="approve-card">
      <b>{row.taskName}</b>
      <span className="small muted clip">{otherSide(row)}</span>
      <span className="approve-card-ask">
        {tab === 'mine' ? '' : row.applicantName}申请使用{sealNames(row)}
      </span>
      {row.reason && <span className="approve-why">{row.reason}</span>}
      <span className="approve-card-foot small">
        {tab === 'myapproval' ? (
          <>
            <span className="muted">{nodeText(row)}</span>
            <Deadline row={row} />
          </>
        ) : (
          <>
            <Tag tone={approveTones[row.approveStatus]}>{approvalStateLabels[row.approveStatus]}</Tag>
            <span className="muted">{formatDate(row.ownTime ?? row.createTime, '{y}-{m}-{d} {h}:{i}')}</span>
          </>
        )}
      </span>
    </Link>
  )
}

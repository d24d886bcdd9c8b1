import type { ApproveRow } from '@moqi/api/approval'
import { seatStateLabels } from '@moqi/domain/approvals/course'
import { approvalStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { dayMs } from '@moqi/domain/time/civil-date'
import { approvePath } from '../../kit/approval/approval-paths.ts'
import { approveTones, sealNames } from '../../kit/approval/course-words.ts'
import { useSpace } from '../../client/space-store.ts'
import { partyLines } from '../../kit/contract/party-text.ts'
import { timeLeft } from '../../kit/contract/time-left.ts'
import { Link } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useNow } from '../../ui/use-now.ts'

/** The parts of the list, as its address names them. */
export type ApproveTab = 'myapproval' | 'approved' | 'mine'

const subject: PlainColumn<ApproveRow> = {
  title: '合同',
  render: (row) => (
    <span className="two-lines">
      <Link to={approvePath(row.approveId)} className="title-link clip" title={row.taskName}>
        {row.taskName}
      </Link>
      <span className="clip">{otherSide(row)}</span>
    </span>
  ),
}
const seal: PlainColumn<ApproveRow> = {
  title: '印章',
  width: 144,
  render: (row) => (
    <span className="approve-seal" title={sealNames(row)}>
      {sealNames(row)}
    </span>
  ),
}
const applicant: PlainColumn<ApproveRow> = {
  title: '申请人',
  width: 128,
  render: ({ applicantName, createTime }) => (
    <TwoLines name={applicantName} company={formatDate(createTime, '{m}-{d} {h}:{i}')} />
  ),
}
const reason: PlainColumn<ApproveRow> = {
  title: '申请理由',
  width: 208,
  shownFrom: 'desktop',
  render: ({ reason: why }) => (
    <span className="approve-why" title={why}>
      {why}
    </span>
  ),
}
const state: PlainColumn<ApproveRow> = {
  title: '状态',
  width: 152,
  render: (row) => (
    <span className="approve-state">
      <Tag tone={approveTones[row.approveStatus]}>{approvalStateLabels[row.approveStatus]}</Tag>
      {row.nodeNo !== null && <span className="small muted">{nodeText(row)}</span>}
    </span>
  ),
}

const act = (word: string): PlainColumn<ApproveRow> => ({
  title: '操作',
  width: 104,
  render: (row) => (
    <Link to={approvePath(row.approveId)} className="link" aria-label={`${wordFor(row, word)}：${row.taskName}`}>
      {wordFor(row, word)}
    </Link>
  ),
})

/** What came back to its applicant is sent again. */
const wordFor = ({ approveStatus }: ApproveRow, word: string) =>
  word === '查看进度' && (approveStatus === 'refused' || approveStatus === 'recalled') ? '重新提交' : word

/** The columns of each part. */
export const approveColumns: Readonly<Record<ApproveTab, readonly PlainColumn<ApproveRow>[]>> = {
  myapproval: [
    subject,
    seal,
    applicant,
    reason,
    { title: '当前节点', width: 152, render: (row) => <TwoLines name={nodeText(row)} company={row.flowName} /> },
    { title: '审批期限', width: 128, render: (row) => <Deadline row={row} /> },
    {
      title: '操作',
      width: 96,
      render: ({ approveId, taskName }) => (
        <ButtonLink to={approvePath(approveId)} size="s">
          审批<span className="sr">：{taskName}</span>
        </ButtonLink>
      ),
    },
  ],
  approved: [
    subject,
    seal,
    applicant,
    reason,
    {
      title: '我的意见',
      width: 144,
      render: ({ ownStatus, ownTime }) => (
        <TwoLines
          name={ownStatus === null ? '—' : seatStateLabels[ownStatus]}
          company={ownTime === null ? '' : formatDate(ownTime, '{m}-{d} {h}:{i}')}
        />
      ),
    },
    state,
    act('查看'),
  ],
  mine: [
    subject,
    seal,
    reason,
    {
      title: '提交时间',
      width: 128,
      render: ({ createTime }) => (
        <span className="until">
          {formatDate(createTime, '{y}-{m}-{d}')}
          <span>{formatDate(createTime, '{h}:{i}')}</span>
        </span>
      ),
    },
    state,
    act('查看进度'),
  ],
}

/** Whom the contract is with: everybody but the own company, the initiator first. */
export function otherSide({ initiatorName, signerName }: Pick<ApproveRow, 'initiatorName' | 'signerName'>): string {
  const own = useSpace.getState().current?.spaceName ?? ''
  const others = [initiatorName, ...signerName.split('、')].filter((name) => name && name.split('/').at(-1) !== own)
  const { first, rest } = partyLines([...new Set(others)].join('、'))
  return rest ? `${first}　${rest}` : first
}

/** How far the nodes are. */
export const nodeText = ({ nodeNo, nodeNumber }: ApproveRow): string =>
  nodeNo === null ? '' : `第${nodeNo}个节点，共${nodeNumber}个`

/** Until when it must be decided; red on the last day. */
export function Deadline({ row: { signExpireTime } }: { row: ApproveRow }) {
  const now = useNow()
  if (signExpireTime === null) return null
  const left = timeLeft({ status: 'otherSign', signExpireTime }, now)
  return (
    <span className="until">
      {formatDate(signExpireTime, '{y}-{m}-{d}')}
      <span className={signExpireTime - now < dayMs ? 'soon' : ''}>{left}</span>
    </span>
  )
}

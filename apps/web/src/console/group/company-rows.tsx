import { countText } from '@moqi/domain/labels/count-text'
import type { GroupCompany, SentGroupInvitation } from '@moqi/api/company-group'
import { type GroupStanding as Standing, standingInWords } from '@moqi/domain/groups/group-figures'
import { formatDate } from '@moqi/domain/time/format-date'
import { ArrowRightLeft } from 'lucide-react'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import type { RowActs } from './use-row-acts.ts'
import '../../ui/two-lines.css'

/** A company of the group, or one that is invited. */
export type Row =
  | { is: 'company'; id: string; company: GroupCompany }
  | { is: 'invited'; id: string; invitation: SentGroupInvitation }

const tones: Readonly<Record<Standing, Tone>> = {
  frozen: 'seal',
  closing: 'seal',
  unauthenticated: 'ochre',
  quotaLow: 'ochre',
  ended: 'ochre',
  fine: 'green',
}

const factsOf = (row: Row) => (row.is === 'company' ? row.company : row.invitation)

const RoleWord = ({ row }: { row: Row }) => {
  if (row.is === 'invited') return <span className="muted">{row.invitation.isOver === 1 ? '已过期' : '待同意'}</span>
  return row.company.ownRole === 'administrator' ? (
    <span className="grp-mine">管理员</span>
  ) : (
    <span className="muted">只读</span>
  )
}

const StandingTag = ({ row }: { row: Row }) => {
  if (row.is === 'company')
    return <Tag tone={tones[row.company.standing]}>{standingInWords(row.company.standing, row.company.figures)}</Tag>
  return <Tag tone="grey">{row.invitation.isOver === 1 ? '邀请已过期' : '等对方管理员同意'}</Tag>
}

/** How much is left, with a notch where a tenth is. */
function Quota({ figures: { surplus, total } }: Pick<GroupCompany, 'figures'>) {
  const part = total === 0 ? 0 : (surplus / total) * 100
  return (
    <span className="grp-quota">
      <span>{`${countText(surplus)} / ${countText(total)}`}</span>
      <span className={part < 10 ? 'grp-meter low' : 'grp-meter'} aria-hidden="true">
        <i style={{ width: `${part}%` }} />
      </span>
    </span>
  )
}

const figure = (row: Row, key: keyof GroupCompany['figures']) =>
  row.is === 'company' ? countText(row.company.figures[key]) : <span className="muted">—</span>

/** The columns of the companies. */
export const columnsOf = (acts: RowActs): PlainColumn<Row>[] => [
  {
    title: '企业',
    render: (row) => (
      <span className="grp-name">
        <SpaceBadge name={factsOf(row).companyName} kind="company" size={36} />
        <span className="two-lines" title={factsOf(row).companyName}>
          <b className="clip">{factsOf(row).companyName}</b>
          <span className="num clip">{factsOf(row).creditCode}</span>
        </span>
      </span>
    ),
  },
  { title: '我的权限', width: 80, render: (row) => <RoleWord row={row} /> },
  { title: '成员', width: 64, render: (row) => figure(row, 'memberNumber') },
  { title: '签署中', width: 64, render: (row) => figure(row, 'signingNumber') },
  { title: '签署完成', width: 72, render: (row) => figure(row, 'finishedNumber') },
  {
    title: '剩余份数',
    width: 112,
    render: (row) =>
      row.is === 'company' ? <Quota figures={row.company.figures} /> : <span className="muted">—</span>,
  },
  { title: '状况', width: 160, render: (row) => <StandingTag row={row} /> },
  { title: '操作', width: 112, render: (row) => <Acts row={row} acts={acts} /> },
]

/** What can be done about a row: one's own company is entered, another removed, an invitation urged or withdrawn. */
function Acts({ row, acts }: { row: Row; acts: RowActs }) {
  if (row.is === 'company') return <CompanyActs company={row.company} acts={acts} />
  const { invitation } = row
  const { companyName, isOver, mayUrge } = invitation
  if (isOver === 1)
    return (
      <button
        type="button"
        className="link"
        aria-label={`再次邀请：${companyName}`}
        onClick={() => acts.inviteAgain(invitation)}
      >
        再次邀请
      </button>
    )
  return (
    <span className="grp-row-acts">
      {mayUrge === 1 ? (
        <button
          type="button"
          className="link"
          aria-label={`催一下：${companyName}`}
          onClick={() => acts.urge(invitation)}
        >
          催一下
        </button>
      ) : (
        <span className="muted">已催</span>
      )}
      <button
        type="button"
        className="link"
        aria-label={`撤回邀请：${companyName}`}
        onClick={() => acts.withdraw(invitation)}
      >
        撤回
      </button>
    </span>
  )
}

function CompanyActs({ company, acts }: { company: GroupCompany; acts: RowActs }) {
  const { companyName, ownRole, isLead } = company
  return (
    <span className="grp-row-acts">
      {ownRole !== null && (
        <button
          type="button"
          className="link"
          aria-label={`${ownRole === 'administrator' ? '进入' : '切换'}：${companyName}`}
          onClick={() => acts.enter(company)}
        >
          {ownRole === 'administrator' ? (
            '进入'
          ) : (
            <>
              <ArrowRightLeft size={14} />
              切换
            </>
          )}
        </button>
      )}
      {isLead === 0 && (
        <button type="button" className="link" aria-label={`移出：${companyName}`} onClick={() => acts.remove(company)}>
          移出
        </button>
      )}
    </span>
  )
}

/** The same as a card. */
export const CompanyCard = ({ row, acts }: { row: Row; acts: RowActs }) => (
  <ListCard
    title={factsOf(row).companyName}
    tag={<StandingTag row={row} />}
    facts={cardFacts(row)}
    foot={<RoleWord row={row} />}
    actions={<Acts row={row} acts={acts} />}
  />
)

const cardFacts = (row: Row): [string, string][] =>
  row.is === 'company'
    ? [
        ['信用代码', row.company.creditCode],
        ['成员', `${countText(row.company.figures.memberNumber)} 人`],
        ['签署中', `${countText(row.company.figures.signingNumber)} 份`],
        ['签署完成', `${countText(row.company.figures.finishedNumber)} 份`],
        ['剩余份数', `${countText(row.company.figures.surplus)} / ${countText(row.company.figures.total)}`],
      ]
    : [
        ['信用代码', row.invitation.creditCode],
        ['邀请时间', formatDate(row.invitation.sentTime, '{y}-{m}-{d}')],
        ['有效期至', formatDate(row.invitation.endTime, '{y}-{m}-{d}')],
      ]

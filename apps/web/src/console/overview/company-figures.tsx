import { countText } from '@moqi/domain/labels/count-text'
import { useQuery } from '@tanstack/react-query'
import type { Space } from '../../client/space-store.ts'
import { hasRight, seesSeals } from '../../kit/space/space-facts.ts'
import { approvalsQuery, contractsQuery, membersQuery, monthsQuery, sealsQuery } from './overview-reads.ts'

type Figure = { label: string; value: number | undefined; unit: string; note: string }

const text = (value: number | undefined) => (value === undefined ? '—' : countText(value))

/** Up to four numbers, as far as the viewer's role sees them; a dash stands where one could not be read. */
export function CompanyFigures({ space }: { space: Space }) {
  const { tenantId } = space
  const [mayMembers, maySeals] = [hasRight(space, 'manageMembers'), seesSeals(space)]
  const mayAll = hasRight(space, 'seeAllContracts')
  const { data: people } = useQuery({ ...membersQuery(tenantId), enabled: mayMembers })
  const { data: seals } = useQuery({ ...sealsQuery(tenantId), enabled: maySeals })
  const { data: months } = useQuery({ ...monthsQuery(tenantId), enabled: mayAll })
  const { data: contracts } = useQuery(contractsQuery(tenantId))
  const { data: pending } = useQuery(approvalsQuery(tenantId))
  return (
    <ul className="card con-figures" aria-label="本企业">
      {mayMembers && <Item {...membersFigure(people)} />}
      <Item label="待我签署" value={contracts?.iSign} unit="份" note={`等对方签署 ${text(contracts?.otherSign)} 份`} />
      {mayAll && <Item {...monthFigure(months)} />}
      {maySeals ? (
        <Item {...sealsFigure(seals)} />
      ) : (
        <Item label="待我审批" value={pending} unit="份" note="用印申请" />
      )}
    </ul>
  )
}

const membersFigure = (people?: { members: number; invited: number }): Figure => ({
  label: '成员',
  value: people?.members,
  unit: '人',
  note: `待加入 ${text(people?.invited)} 人`,
})

const monthFigure = (months?: readonly { finishedNumber: number }[]): Figure => ({
  label: '本月签署完成',
  value: months?.at(-1)?.finishedNumber,
  unit: '份',
  note: `上月 ${text(months?.at(-2)?.finishedNumber)} 份`,
})

const sealsFigure = (seals?: { enabled: number; auditing: number }): Figure => ({
  label: '已启用印章',
  value: seals?.enabled,
  unit: '枚',
  note: `审核中 ${text(seals?.auditing)} 枚`,
})

const Item = ({ label, value, unit, note }: Figure) => (
  <li>
    <span>{label}</span>
    <p>
      <b>{text(value)}</b> {unit}
    </p>
    <span className="muted">{note}</span>
  </li>
)

import { countText } from '@moqi/domain/labels/count-text'
import type { CompanyGroup, GroupCompany } from '@moqi/api/company-group'
import { groupPeriods, type GroupPeriod, periodsBefore } from '@moqi/domain/groups/group-figures'
import { keysOf } from '@moqi/domain/keys-of'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { CompanyCard, columnsOf, type Row } from './company-rows.tsx'
import { GroupStanding } from './group-standing.tsx'
import { figuresQuery, groupQuery } from './group-reads.ts'
import { useRowActs } from './use-row-acts.ts'

type AcrossProps = {
  space: Space
  group: CompanyGroup
  period: GroupPeriod
  onPeriod: (period: GroupPeriod) => void
  onChanged: () => void
}

/** All companies of the group in numbers, those that are invited behind them. */
export function GroupAcross({ space, group, period, onPeriod, onChanged }: AcrossProps) {
  const { tenantId } = space
  const figures = useQuery(figuresQuery(tenantId, period))
  const { data, dataUpdatedAt } = figures
  const acts = useRowActs({ group, onChanged })
  // The look that has just been taken is among those that are shown.
  useEffect(() => {
    if (dataUpdatedAt > 0) void queryClient.invalidateQueries({ queryKey: groupQuery(tenantId).queryKey })
  }, [dataUpdatedAt, tenantId])
  const rows: Row[] = [
    ...(data ?? []).map((company): Row => ({ is: 'company', id: company.tenantId, company })),
    ...group.sentArray.map((invitation): Row => ({ is: 'invited', id: invitation.invitationId, invitation })),
  ]
  return (
    <div className="con-stack">
      {data && <GroupFiguresList companies={data} waiting={waitingOf(group)} period={period} />}
      <section aria-labelledby="grp-companies">
        <div className="spread grp-bar-head">
          <h2 className="h2" id="grp-companies">
            各企业
          </h2>
          <Segmented
            label="时间"
            options={keysOf(groupPeriods).map((value) => ({ value, label: groupPeriods[value] }))}
            value={period}
            onChange={onPeriod}
          />
        </div>
        {data ? (
          <TableOrCards
            labelledBy="grp-companies"
            columns={columnsOf(acts)}
            rows={rows}
            rowKey={({ id }) => id}
            renderCard={(row) => <CompanyCard row={row} acts={acts} />}
            busy={figures.isPlaceholderData}
            pager={null}
          />
        ) : (
          <UnreadRecords error={figures.error} isFetching={figures.isFetching} refetch={figures.refetch} />
        )}
      </section>
      <GroupStanding space={space} group={group} others={data ?? null} onChanged={onChanged} />
    </div>
  )
}

const waitingOf = ({ sentArray }: CompanyGroup) => sentArray.filter(({ isOver }) => isOver === 0).length

type FiguresProps = { companies: readonly GroupCompany[]; waiting: number; period: GroupPeriod }

function GroupFiguresList({ companies, waiting, period }: FiguresProps) {
  const sum = (key: keyof GroupCompany['figures']) => companies.reduce((all, { figures }) => all + figures[key], 0)
  const ended = sum('endedNumber')
  return (
    <ul className="card con-figures grp-figures" aria-label="集团合计">
      <Figure
        label="企业"
        value={companies.length}
        unit="家"
        note={waiting > 0 ? `另有 ${waiting} 家待同意` : '全部已同意加入'}
      />
      <Figure label="成员" value={sum('memberNumber')} unit="人" note="同一人在两家企业各算一次" />
      <Figure label="签署中" value={sum('signingNumber')} unit="份" note="此刻" />
      <Figure
        label={`${groupPeriods[period]}签署完成`}
        value={sum('finishedNumber')}
        unit="份"
        note={`${periodsBefore[period]} ${countText(sum('beforeNumber'))} 份`}
      />
      <Figure
        label="30 天内到期"
        value={sum('endingNumber')}
        unit="份"
        note={ended > 0 ? `近 30 天已到期 ${ended} 份` : '近 30 天没有到期的'}
        hot={ended > 0}
      />
    </ul>
  )
}

type FigureProps = { label: string; value: number; unit: string; note: string; hot?: boolean }

const Figure = ({ label, value, unit, note, hot = false }: FigureProps) => (
  <li>
    <span>{label}</span>
    <p>
      <b>{countText(value)}</b> {unit}
    </p>
    <span className={hot ? 'grp-hot' : 'muted'}>{note}</span>
  </li>
)

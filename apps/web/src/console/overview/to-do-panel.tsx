import { countText } from '@moqi/domain/labels/count-text'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { Space } from '../../client/space-store.ts'
import { hasRight, seesSeals } from '../../kit/space/space-facts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { approvalsQuery, contractsQuery, membersQuery, packsQuery, sealsQuery } from './overview-reads.ts'
import { type Task, tasksOf } from './tasks.ts'

/** All that waits for somebody of the company and that the viewer can do something about. */
export function ToDoPanel({ space }: { space: Space }) {
  const { tenantId } = space
  const approvals = useQuery(approvalsQuery(tenantId))
  const contracts = useQuery(contractsQuery(tenantId))
  const members = useQuery({ ...membersQuery(tenantId), enabled: hasRight(space, 'manageMembers') })
  const seals = useQuery({ ...sealsQuery(tenantId), enabled: seesSeals(space) })
  const packs = useQuery({ ...packsQuery(tenantId), enabled: hasRight(space, 'buy') })
  const asked = [approvals, contracts, members, seals, packs]
  const unread = asked.filter(({ isError, data }) => isError && data === undefined)
  const retry = () => {
    for (const { refetch } of unread) void refetch()
  }
  const tasks = tasksOf({
    approvals: approvals.data,
    contracts: contracts.data,
    members: members.data,
    seals: seals.data,
    packs: packs.data,
  })
  return (
    <section className="card ov-panel" aria-labelledby="ov-todo">
      <h2 className="h2" id="ov-todo">
        待处理
        {tasks.length > 0 && <span className="small muted">{tasks.length}项</span>}
      </h2>
      {tasks.length > 0 && <Tasks tasks={tasks} />}
      {unread.length > 0 && <LoadingFailed onRetry={retry} busy={unread.some(({ isFetching }) => isFetching)} />}
      {tasks.length === 0 && unread.length === 0 && <Nothing isReading={asked.some(({ isLoading }) => isLoading)} />}
    </section>
  )
}

const Tasks = ({ tasks }: { tasks: readonly Task[] }) => (
  <ul className="ov-todo">
    {tasks.map(({ number, what, why, path, hot }) => (
      <li key={what}>
        <a href={inWorkspace(path)}>
          <b className={hot ? 'hot' : ''}>{countText(number)}</b>
          <span>
            {what}
            <span className="small muted">{why}</span>
          </span>
          <ChevronRight size={16} />
        </a>
      </li>
    ))}
  </ul>
)

const Nothing = ({ isReading }: { isReading: boolean }) =>
  isReading ? (
    <div className="ov-wait">
      <Skeleton rows={3} height={44} />
    </div>
  ) : (
    <EmptyState title="没有需要处理的事项" hint="待审批、待签署和印章的变化会出现在这里" />
  )

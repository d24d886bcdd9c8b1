import { helpAudience, type SpaceRole } from '@moqi/domain/spaces/space-name'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { publicCall } from '../../client/public-client.ts'
import { hrefOf } from '../../router/leave.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Rows the card holds beside the recent contracts. */
const shown = 6

const pageOf = (columnId: string) => hrefOf(`/documentCenter?columnId=${encodeURIComponent(columnId)}`)

/** What people in this role ask; an answer opens in a window of its own (checklist H34, C83). */
export function HelpCard({ role }: { role: SpaceRole }) {
  return (
    <section className="card help" aria-labelledby="help-title">
      <div className="spread">
        <h2 id="help-title" className="h2">
          帮助中心
        </h2>
        <a className="link" href={hrefOf('/documentCenter')} target="_blank" rel="noreferrer">
          查看全部
        </a>
      </div>
      <Questions role={role} />
    </section>
  )
}

function Questions({ role }: { role: SpaceRole }) {
  const inUserType = helpAudience[role]
  const { data, isError, refetch } = useQuery({
    queryKey: ['help', inUserType],
    queryFn: ({ signal }) => publicCall('problemListOpen', { inUserType }, signal),
    staleTime: 600_000,
  })
  if (isError && !data)
    return (
      <button type="button" className="link help-again" onClick={() => void refetch()}>
        <RotateCw size={14} />
        加载失败，点击重试
      </button>
    )
  if (!data)
    return (
      <div className="help-wait" aria-busy="true">
        <Skeleton rows={shown} height={20} />
      </div>
    )
  if (data.problemArray.length === 0) return <p className="muted help-none">暂时没有常见问题</p>
  return (
    <ol>
      {data.problemArray.slice(0, shown).map(({ columnId, problemName }, index) => (
        <li key={columnId}>
          <a href={pageOf(columnId)} target="_blank" rel="noreferrer" title={problemName}>
            <i>{index + 1}</i>
            <span className="clip">{problemName}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

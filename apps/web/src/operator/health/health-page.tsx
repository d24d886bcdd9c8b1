import type { Output } from '@moqi/api/call'
import type { HealthNode } from '@moqi/api/operator-health'
import type { Table } from '@moqi/api/table'
import { type HealthItem, type HealthState, nodeItems, platformItems } from '@moqi/domain/operators/health-items'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import './health.css'

const refreshMs = 10_000
const items = { ...nodeItems, ...platformItems }

/** How the platform and each of its nodes are now, looked at anew by itself. */
export function HealthPage() {
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'health'],
    queryFn: ({ signal }) => call('systemHealth', {}, { signal, quiet: true }),
    refetchInterval: refreshMs,
  })
  const wrong = data ? wrongOf(data) : []
  const silent = data?.nodeArray.filter(({ isSilent }) => isSilent === 1).length ?? 0
  return (
    <RoomFrame title="系统健康" note={data ? `${formatDate(data.readTime)} 的情况，每10秒刷新` : ''}>
      {!data && <UnreadRecords {...unread} />}
      {data && (
        <>
          {unread.error && (
            <p className="card health-stale" role="alert">
              刷新失败，下面是上一次的情况
              <Button size="s" busy={unread.isFetching} onClick={() => void unread.refetch()}>
                重试
              </Button>
            </p>
          )}
          <p className="card health-sum" role="status">
            {wrong.length + silent === 0 ? (
              <Tag tone="green">一切正常</Tag>
            ) : (
              <Tag tone="seal">{`${wrong.length + silent}项需要处理`}</Tag>
            )}
            {wrong.length > 0 && <b className="health-wrong">{wrong.join('、')}</b>}
            <span className="muted">
              {data.nodeArray.length}个节点{silent > 0 && `，其中${silent}个超过1分钟没有消息`}
            </span>
          </p>
          <Readings title="平台（各节点共用）" readings={data.readingArray} />
          {data.nodeArray.map((node) => (
            <Readings key={node.nodeId} title={titleOf(node)} note={noteOf(node)} readings={node.readingArray} />
          ))}
        </>
      )}
    </RoomFrame>
  )
}

const isWrong = ({ healthState }: Reading) => healthState === 'told' || healthState === 'fault'

/** What is to be looked after, each with the node it is of where there are several. */
function wrongOf({ readingArray, nodeArray }: Output<Table['systemHealth']>): string[] {
  const shared = readingArray.filter(isWrong).map(({ item }) => items[item].label)
  const own = nodeArray.flatMap(({ nodeName, readingArray: readings }) =>
    readings.filter(isWrong).map(({ item }) => items[item].label + (nodeArray.length > 1 ? `（${nodeName}）` : '')),
  )
  return [...shared, ...own]
}

const titleOf = ({ nodeName, isOwn }: HealthNode) => `节点 ${nodeName}${isOwn === 1 ? '（当前应答）' : ''}`
const noteOf = ({ startTime, seenTime, isSilent }: HealthNode) =>
  `启动于 ${formatDate(startTime)}；${isSilent === 1 ? '已失去消息，' : ''}最近一次 ${formatDate(seenTime)}`

const tones: Readonly<Record<HealthState, { tone: Tone; word: string }>> = {
  well: { tone: 'green', word: '正常' },
  told: { tone: 'ochre', word: '需处理' },
  fault: { tone: 'seal', word: '故障' },
  unknown: { tone: 'grey', word: '未检测' },
}

type Reading = { item: HealthItem; healthState: HealthState; value: string }
type ReadingsProps = { title: string; note?: string; readings: readonly Reading[] }

/** What is found of one place: its value, from when on it is told, what that means and what to do. */
function Readings({ title, note, readings }: ReadingsProps) {
  return (
    <section className="health-part" aria-label={title}>
      <div className="health-head">
        <h2 className="h2">{title}</h2>
        {note && <p className="small muted">{note}</p>}
      </div>
      {readings.length === 0 ? (
        <p className="card health-none muted">这个节点的版本不同，读不出它的情况</p>
      ) : (
        <ul className="card health-rows">
          {readings.map(({ item, healthState, value }) => {
            const { label, threshold, meaning, todo } = items[item]
            const { tone, word } = tones[healthState]
            return (
              <li key={item} className={`health-row health-${healthState}`}>
                <div className="health-now">
                  <p className="health-label">
                    <b>{label}</b>
                    <Tag tone={tone}>{word}</Tag>
                  </p>
                  <p className="num health-value">{value}</p>
                </div>
                <div className="health-words">
                  <p>
                    <span className="muted">阈值　</span>
                    {threshold}
                  </p>
                  <p className="muted">{meaning}</p>
                  <p>
                    <span className="muted">怎么办　</span>
                    {todo}
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

import type { Bulletin } from '@moqi/api/bulletin'
import {
  bulletinAudienceLabels,
  bulletinLevelLabels,
  bulletinStanding,
  bulletinStandings,
} from '@moqi/domain/bulletins/bulletin-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { NothingFound, QueueTools } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSought } from '../../kit/operator/use-sought.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { useNow } from '../../ui/use-now.ts'
import { BulletinSheet } from './bulletin-sheet.tsx'
import { minute } from './bulletin-times.ts'
import './bulletins.css'

const stateKeys = keysOf(bulletinStandings)
const states = stateKeys.map((value) => ({ value, label: bulletinStandings[value] }))

/** What the platform tells its users on the work centre: drafts, what is shown, what was. */
export function BulletinsPage() {
  const [open, setOpen] = useState<Bulletin | 'new' | null>(null)
  const sought = useSought(stateKeys)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'bulletins', sought.search, sought.state],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listBulletins',
        {
          ...sought.asked,
          ...(sought.state !== null && { standing: sought.state }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ bulletinArray }) => bulletinArray)
  const more = hasNextPage && (
    <div className="room-more">
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        显示更多
      </Button>
    </div>
  )
  return (
    <RoomFrame
      title="公告"
      note="显示在工作中心顶部；每位用户关闭后不再看到，撤下后重新发布的会再次显示"
      acts={<ExportButton list="bulletins" search={sought.search} state={sought.state ?? undefined} />}
    >
      <QueueTools label="公告内容" sought={sought} states={states}>
        <Button variant="primary" onClick={() => setOpen('new')}>
          <Plus size={16} />
          新建公告
        </Button>
      </QueueTools>
      {!rows && <UnreadRecords {...unread} />}
      {rows &&
        (rows.length === 0 && sought.isSought ? (
          <NothingFound hint="内容可以只输入一部分" />
        ) : (
          <Rows rows={rows} more={more || null} onOpen={setOpen} />
        ))}
      {open && (
        <BulletinSheet
          key={open === 'new' ? 'new' : open.bulletinId}
          bulletin={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </RoomFrame>
  )
}

type Opening = (row: Bulletin) => void
type RowsProps = { rows: readonly Bulletin[]; more: ReactNode; onOpen: Opening }

function Rows({ rows, more, onOpen }: RowsProps) {
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState title="还没有公告" hint="升级、维护、规则变化等，可以在这里告诉用户" />
      </div>
    )
  return (
    <>
      <h2 className="sr" id="room-bulletins">
        公告
      </h2>
      <TableOrCards
        labelledBy="room-bulletins"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={({ bulletinId }) => bulletinId}
        renderCard={(row) => <BulletinCard row={row} onOpen={onOpen} />}
        busy={false}
        pager={more}
      />
    </>
  )
}

const columnsFor = (onOpen: Opening): readonly PlainColumn<Bulletin>[] => [
  {
    title: '内容',
    render: (row) => (
      <>
        <span className="bulletin-words">{row.words}</span>
        <span className="small muted">
          {bulletinLevelLabels[row.level]}，{bulletinAudienceLabels[row.audience]}
        </span>
      </>
    ),
  },
  { title: '状态', width: 120, render: (row) => <StateTag row={row} /> },
  { title: '展示时间', width: 180, shownFrom: 'desktop', render: (row) => <Times row={row} /> },
  {
    title: '已关闭',
    width: 90,
    shownFrom: 'wide',
    render: ({ dismissed }) => <span className="num">{dismissed}人</span>,
  },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const Times = ({ row }: { row: Bulletin }) => (
  <span className="num">
    {minute(row.beginTime)}
    <br />至 {minute(row.endTime)}
  </span>
)

const tones: Readonly<Record<keyof typeof bulletinStandings, Tone>> = {
  draft: 'ochre',
  coming: 'blue',
  shown: 'green',
  over: 'void',
}

function StateTag({ row: { bulletinState, beginTime, endTime } }: { row: Bulletin }) {
  const standing = bulletinStanding({ state: bulletinState, beginsAt: beginTime, endsAt: endTime }, useNow())
  return <Tag tone={tones[standing]}>{bulletinStandings[standing]}</Tag>
}

const actOf = ({ bulletinState }: Bulletin) => (bulletinState === 'published' ? '查看' : '编辑')

const OpenButton = ({ row, onOpen }: { row: Bulletin; onOpen: Opening }) => (
  <Button size="s" aria-label={`${actOf(row)}：${row.words}`} onClick={() => onOpen(row)}>
    {actOf(row)}
  </Button>
)

const BulletinCard = ({ row, onOpen }: { row: Bulletin; onOpen: Opening }) => (
  <div className="card bulletin-card">
    <p className="spread">
      <span className="small muted">
        {bulletinLevelLabels[row.level]}，{bulletinAudienceLabels[row.audience]}
      </span>
      <StateTag row={row} />
    </p>
    <b className="bulletin-words">{row.words}</b>
    <p className="small muted">
      <Times row={row} />
    </p>
    <Button block aria-label={`${actOf(row)}：${row.words}`} onClick={() => onOpen(row)}>
      {actOf(row)}
    </Button>
  </div>
)

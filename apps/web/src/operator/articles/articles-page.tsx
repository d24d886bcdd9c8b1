import type { ListedArticle } from '@moqi/api/article'
import { articleConcerns } from '@moqi/domain/help/article-concerns'
import { formatDate } from '@moqi/domain/time/format-date'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { QueueTools } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSought } from '../../kit/operator/use-sought.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { articlePath, standingTags } from './article-words.tsx'
import './articles.css'
import { NewArticleSheet } from './new-article-sheet.tsx'
import { type Chapter, useArticles } from './use-articles.ts'

const concernLabels = { todo: '待处理', changed: '已修改', poor: '反馈不佳' } as const
const states = articleConcerns.map((value) => ({ value, label: concernLabels[value] }))

/** Every article: the product's own and the operators', each with what readers say of it. */
export function ArticlesPage() {
  const sought = useSought(articleConcerns)
  const { data, ...unread } = useArticles({
    ...sought.asked,
    ...(sought.state !== null && { concern: sought.state }),
  })
  const [adding, setAdding] = useState(false)
  const rows = data && shown(data.chapterArray, data.articleArray)
  return (
    <RoomFrame
      title="帮助文章"
      note="随产品附带的文章可以改写、下线，也可以新增；每次发布都留有版本，随时可恢复"
      acts={<ExportButton list="articles" search={sought.search} state={sought.state ?? undefined} />}
    >
      <QueueTools label="标题或标识" sought={sought} states={states}>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus size={16} />
          新增文章
        </Button>
      </QueueTools>
      {rows ? <Rows rows={rows} /> : <UnreadRecords {...unread} />}
      {adding && data && <NewArticleSheet chapters={data.chapterArray} onClose={() => setAdding(false)} />}
    </RoomFrame>
  )
}

type Row = ListedArticle & { chapter: string }

/** In the order in which they are read. */
function shown(chapters: readonly Chapter[], articles: readonly ListedArticle[]): Row[] {
  const rank = new Map(chapters.map(({ columnId }, index) => [columnId, index]))
  const names = new Map(chapters.map(({ columnId, title }) => [columnId, title]))
  return articles
    .map((one) => ({ ...one, chapter: names.get(one.parent) ?? '' }))
    .toSorted((a, b) => (rank.get(a.parent) ?? 99) - (rank.get(b.parent) ?? 99) || a.sort - b.sort)
}

function Rows({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState title="没有符合条件的文章" hint="换一个筛选条件试试" />
      </div>
    )
  return (
    <>
      <h2 className="sr" id="room-articles">
        帮助文章
      </h2>
      <TableOrCards
        labelledBy="room-articles"
        columns={columns}
        rows={rows}
        rowKey={({ columnId }) => columnId}
        renderCard={(row) => <ArticleCard row={row} />}
        busy={false}
        pager={null}
      />
    </>
  )
}

const columns: readonly PlainColumn<Row>[] = [
  {
    title: '文章',
    render: (row) => (
      <>
        <Title row={row} />
        <span className="small muted article-sub">
          {row.chapter}　<span className="num">{row.columnId}</span>
        </span>
      </>
    ),
  },
  { title: '状态', width: 200, render: (row) => <Tags row={row} /> },
  { title: '有帮助 / 没帮助', width: 150, shownFrom: 'desktop', render: (row) => <Votes row={row} /> },
  { title: '最近更新', width: 190, shownFrom: 'desktop', render: (row) => <Changed row={row} /> },
]

const Title = ({ row }: { row: Row }) =>
  row.isFixed === 1 ? (
    <span className="article-title">{row.title}</span>
  ) : (
    <Link className="article-title" to={articlePath(row.columnId)}>
      {row.title}
    </Link>
  )

const Tags = ({ row }: { row: Row }) => (
  <span className="article-tags">
    {row.isFixed === 1 ? <Tag tone="grey">随产品版本</Tag> : standingTags[row.standing]}
    {row.isOvertaken === 1 && <Tag tone="seal">产品已更新</Tag>}
    {row.draftArray.length > 0 && row.standing !== 'unpublished' && <Tag tone="ochre">有草稿</Tag>}
  </span>
)

const Votes = ({ row: { helpful, unhelpful } }: { row: Row }) =>
  helpful + unhelpful === 0 ? (
    <span className="muted">暂无</span>
  ) : (
    <span className="num">
      {helpful} / {unhelpful}
    </span>
  )

const Changed = ({ row: { changeTime, changedBy } }: { row: Row }) =>
  changeTime === null ? (
    <span className="muted">—</span>
  ) : (
    <>
      <span className="num">{formatDate(changeTime, '{y}-{m}-{d} {h}:{i}')}</span>
      <span className="small muted article-sub">{changedBy}</span>
    </>
  )

const ArticleCard = ({ row }: { row: Row }) => (
  <div className="card article-card">
    <Title row={row} />
    <p className="small muted">{row.chapter}</p>
    <Tags row={row} />
    <p className="small muted">
      有帮助 / 没帮助：
      <Votes row={row} />
    </p>
  </div>
)

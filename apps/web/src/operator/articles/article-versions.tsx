import type { ArticleVersion } from '@moqi/api/article'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { deedOf } from './article-words.tsx'
import { Difference } from './compared.tsx'
import { ReasonSheet } from './reason-sheet.tsx'
import type { EditedArticle } from './use-articles.ts'
import type { Editing } from './use-editing.ts'

type Props = { article: EditedArticle; editing: Editing }
/** 0 is the product's own text. */
type Chosen = { versionNo: number; act: 'look' | 'restore' }

const shippedName = '产品附带的内容'
const nameOf = (versionNo: number) => (versionNo === 0 ? shippedName : `第${versionNo}版`)

/** Every version with who, when and why; each can be looked at and brought back. */
export function ArticleVersions({ article, editing }: Props) {
  const { columnId, versionNo: basedOn } = article
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'article-versions', columnId],
    queryFn: ({ signal, pageParam }) =>
      call('listArticleVersions', { columnId, ...(pageParam !== 0 && { before: pageParam }) }, { signal, quiet: true }),
    initialPageParam: 0,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
  if (!data) return <UnreadRecords {...unread} />
  const rows = data.pages.flatMap(({ versionArray }) => versionArray)
  if (rows.length === 0 && !article.shipped)
    return (
      <div className="card">
        <EmptyState title="还没有发布过" hint="每次发布都会在这里留下一个版本" />
      </div>
    )
  return (
    <>
      <ol className="card article-versions">
        {rows.map((row) => (
          <VersionRow key={row.versionNo} row={row} isNewest={row.versionNo === basedOn} onChoose={setChosen} />
        ))}
        {article.shipped && !hasNextPage && (
          <li>
            <b>{shippedName}</b>
            <span className="small muted">{basedOn === 0 ? '现行' : '随产品版本更新'}</span>
            <Ways versionNo={0} isNewest={basedOn === 0 || article.standing === 'shipped'} onChoose={setChosen} />
          </li>
        )}
      </ol>
      {hasNextPage && (
        <div className="room-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            显示更多
          </Button>
        </div>
      )}
      {chosen && <Opened article={article} editing={editing} chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

type OpenedProps = Props & { chosen: Chosen; onClose: () => void }

/** The version that was chosen: beside what stands, or to be brought back. */
function Opened({ article, editing, chosen: { versionNo, act }, onClose }: OpenedProps) {
  const { columnId, versionNo: basedOn } = article
  const restore = async (reason: string) => {
    const done = await editing.act('restore', () => call('rollBackArticle', { columnId, versionNo, basedOn, reason }))
    if (!done) return
    success(`已恢复为${nameOf(versionNo)}`)
    onClose()
  }
  if (act === 'look') return <LookSheet article={article} versionNo={versionNo} onClose={onClose} />
  return (
    <ReasonSheet
      title="恢复文章"
      text={`读者立即看到${nameOf(versionNo)}；现行内容留在版本中，可再恢复。`}
      confirm="恢复"
      busy={editing.busy !== null}
      fault={editing.faults.reason ?? editing.faults.body ?? editing.faults.versionNo}
      onConfirm={(reason) => void restore(reason)}
      onClose={onClose}
    />
  )
}

type RowProps = { row: ArticleVersion; isNewest: boolean; onChoose: (chosen: Chosen) => void }

const VersionRow = ({ row, isNewest, onChoose }: RowProps) => (
  <li>
    <b>
      {nameOf(row.versionNo)}　{deedOf(row)}
    </b>
    <span className="small muted">
      <span className="num">{formatDate(row.time, '{y}-{m}-{d} {h}:{i}')}</span>　{row.who}
      {isNewest && '　现行'}
    </span>
    <span className="article-why">{row.reason}</span>
    {row.leadsTo === null && row.title !== null && (
      <Ways versionNo={row.versionNo} isNewest={isNewest} onChoose={onChoose} />
    )}
  </li>
)

type WaysProps = { versionNo: number; isNewest: boolean; onChoose: (chosen: Chosen) => void }

const Ways = ({ versionNo, isNewest, onChoose }: WaysProps) => (
  <span className="article-ways">
    {!isNewest && (
      <>
        <Button
          size="s"
          aria-label={`与现行对比：${nameOf(versionNo)}`}
          onClick={() => onChoose({ versionNo, act: 'look' })}
        >
          与现行对比
        </Button>
        <Button
          size="s"
          aria-label={`恢复：${nameOf(versionNo)}`}
          onClick={() => onChoose({ versionNo, act: 'restore' })}
        >
          恢复…
        </Button>
      </>
    )}
  </span>
)

type LookProps = { article: EditedArticle; versionNo: number; onClose: () => void }

function LookSheet({ article: { columnId, published }, versionNo, onClose }: LookProps) {
  const query = useQuery({
    queryKey: ['operator', 'article-version', columnId, versionNo],
    queryFn: ({ signal }) => call('getArticleVersion', { columnId, versionNo }, { signal, quiet: true }),
  })
  return (
    <Sheet title={`从现行内容到${nameOf(versionNo)}`} width={880} onClose={onClose}>
      <CardState query={query} rows={6}>
        {({ text }) => <Difference before={published} after={text} />}
      </CardState>
    </Sheet>
  )
}

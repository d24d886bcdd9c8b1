import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { EditedArticle } from './use-articles.ts'

/** What readers say of the article, and of which version of it. */
export function ArticleFeedback({ article: { columnId, versionNo, helpful, unhelpful } }: { article: EditedArticle }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'article-feedback', columnId],
    queryFn: ({ signal, pageParam }) =>
      call('listFeedback', { columnId, ...(pageParam && { cursor: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  if (!data) return <UnreadRecords {...unread} />
  const rows = data.pages.flatMap(({ feedbackArray }) => feedbackArray)
  if (rows.length === 0)
    return (
      <div className="card">
        <EmptyState title="还没有读者反馈" hint="读者在文章末尾选择“有帮助”或“没帮助”后，会出现在这里" />
      </div>
    )
  return (
    <>
      <p className="muted">
        现行内容：有帮助 <b className="num">{helpful}</b>，没帮助 <b className="num">{unhelpful}</b>
      </p>
      <ol className="card article-versions">
        {rows.map((row) => (
          <li key={row.feedbackId}>
            <span>{row.isHelpful === 1 ? <Tag tone="green">有帮助</Tag> : <Tag tone="ochre">没帮助</Tag>}</span>
            <span className="small muted">
              <span className="num">{formatDate(row.time, '{y}-{m}-{d} {h}:{i}')}</span>　
              {row.versionNo === versionNo
                ? '现行内容'
                : row.versionNo === 0
                  ? '产品附带的内容'
                  : `第${row.versionNo}版`}
            </span>
            {row.reason && <span className="article-why">{row.reason}</span>}
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div className="room-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            显示更多
          </Button>
        </div>
      )}
    </>
  )
}

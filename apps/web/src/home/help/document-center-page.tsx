import { useEffect, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showPage } from '../../kit/live/window-title.ts'
import './help.css'
import { HelpArticle } from './help-article.tsx'
import { HelpHits } from './help-search.tsx'
import { columnPath, HelpMenu } from './help-menu.tsx'
import { articleOfPage } from './page-articles.ts'
import './print-help.css'
import { useHelpColumn, useHelpMenu, type HelpChapter } from './use-help.ts'

/**
 * /documentCenter (checklist R55): the help and the agreements, for anybody; `?columnId` selects one, `?q` is what is
 * looked for, and `?page` a page of the product whose article is opened.
 */
export function DocumentCenterPage() {
  const [query, setQuery] = useSearchParams()
  const columnId = query.get('columnId') || pageArticle(query.get('page'))
  const text = (query.get('q') ?? '').trim().slice(0, longest)
  const menu = useHelpMenu()
  const [first] = useState(columnId)
  const search = (typed: string) => {
    if (typed) setQuery(new URLSearchParams({ q: typed }), { replace: text !== '' })
    else if (text) setQuery(new URLSearchParams(), { replace: true })
  }
  return (
    <div className={columnId === null && !text ? 'help-center help-all' : 'help-center'}>
      {menu.data && menu.data.length > 0 && <HelpMenu chapters={menu.data} columnId={columnId} />}
      <div className="help-main">
        <div className="help-search" role="search">
          <SearchField label="搜索帮助，如：作废、验证码" value={text} onSearch={search} maxLength={longest} />
        </div>
        <Shown columnId={columnId} text={text} menu={menu} moved={columnId !== first} />
      </div>
    </div>
  )
}

const pageArticle = (path: string | null) => (path === null ? null : articleOfPage(path))

/** Characters that are looked for at most. */
const longest = 50

type ShownProps = { columnId: string | null; text: string; menu: ReturnType<typeof useHelpMenu>; moved: boolean }

function Shown({ columnId, text, menu, moved }: ShownProps) {
  useTitle(text && columnId === null ? `搜索“${text}” · 帮助中心` : undefined)
  if (columnId !== null) return <Column columnId={columnId} moved={moved} chapters={menu.data} />
  return text ? <HelpHits text={text} /> : <Overview menu={menu} />
}

const hasChapter = (chapters: readonly HelpChapter[] | undefined, columnId: string) =>
  chapters?.some((chapter) => chapter.columnId === columnId) ?? true

/** Names the tab after what is read. */
function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) showPage(title)
  }, [title])
}

type ColumnProps = { columnId: string; moved: boolean; chapters: readonly HelpChapter[] | undefined }

function Column({ columnId, moved, chapters }: ColumnProps) {
  const { data, error, isFetching, refetch } = useHelpColumn(columnId)
  useTitle(data ? `${data.title} · 帮助中心` : '帮助中心')
  if (data)
    return (
      <HelpArticle
        key={columnId}
        column={data}
        moved={moved}
        isRated={!hasChapter(chapters, data.columnId)}
        isInstead={data.columnId !== columnId}
      />
    )
  if (error instanceof CallRefusal)
    return (
      <section className="card">
        <h1 className="sr">帮助中心</h1>
        <EmptyState title={error.message}>
          <ButtonLink to="/documentCenter">查看全部内容</ButtonLink>
        </EmptyState>
      </section>
    )
  if (error) return <Failed busy={isFetching} onRetry={() => void refetch()} />
  return <Waiting />
}

function Overview({ menu: { data, error, isFetching, refetch } }: { menu: ReturnType<typeof useHelpMenu> }) {
  useTitle('帮助中心')
  if (!data) return error ? <Failed busy={isFetching} onRetry={() => void refetch()} /> : <Waiting />
  return (
    <>
      <h1 className="help-title">帮助中心</h1>
      {data.length === 0 && <EmptyState title="暂无帮助内容" />}
      <div className="help-chapters">
        {data.map((chapter) => (
          <Chapter key={chapter.columnId} chapter={chapter} />
        ))}
      </div>
    </>
  )
}

function Chapter({ chapter }: { chapter: HelpChapter }) {
  return (
    <section className="card help-chapter">
      <h2 className="h2">{chapter.columnName}</h2>
      <ul>
        {chapter.articles.map(({ columnId, columnName }) => (
          <li key={columnId}>
            <Link to={columnPath(columnId)}>{columnName}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting() {
  return (
    <section className="card help-article" aria-busy="true">
      <h1 className="sr">正在打开帮助中心</h1>
      <Skeleton rows={8} height={24} />
    </section>
  )
}

function Failed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <section className="card">
      <h1 className="sr">帮助中心</h1>
      <LoadingFailed busy={busy} onRetry={onRetry} />
    </section>
  )
}

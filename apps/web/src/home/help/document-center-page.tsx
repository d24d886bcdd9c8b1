import { useEffect, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showPage } from '../../kit/live/waiting-mark.ts'
import './help.css'
import { HelpArticle } from './help-article.tsx'
import { columnPath, HelpMenu } from './help-menu.tsx'
import './print-help.css'
import { useHelpColumn, useHelpMenu, type HelpChapter } from './use-help.ts'

/** /documentCenter (checklist R55): the help and the agreements, for anybody; `?columnId` selects one. */
export function DocumentCenterPage() {
  const columnId = useSearchParams()[0].get('columnId') || null
  const menu = useHelpMenu()
  const [first] = useState(columnId)
  return (
    <div className={columnId === null ? 'help-center help-all' : 'help-center'}>
      {menu.data && menu.data.length > 0 && <HelpMenu chapters={menu.data} columnId={columnId} />}
      <div className="help-main">
        {columnId === null ? <Overview menu={menu} /> : <Column columnId={columnId} moved={columnId !== first} />}
      </div>
    </div>
  )
}

/** Names the tab after what is read. */
function useTitle(title: string | undefined) {
  useEffect(() => {
    if (title) showPage(title)
  }, [title])
}

function Column({ columnId, moved }: { columnId: string; moved: boolean }) {
  const { data, error, isFetching, refetch } = useHelpColumn(columnId)
  useTitle(data ? `${data.title} · 帮助中心` : '帮助中心')
  if (data) return <HelpArticle key={columnId} column={data} moved={moved} />
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

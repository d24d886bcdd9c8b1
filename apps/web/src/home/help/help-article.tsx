import { formatDate } from '@moqi/domain/time/format-date'
import { Printer } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { config, supportHours } from '../../client/config.ts'
import { hrefOf } from '../../router/leave.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import type { HelpColumn } from './use-help.ts'

type HelpArticleProps = { column: HelpColumn; moved: boolean }

/** One article. `moved`: it took another's place, so the reader's focus follows to its heading. */
export function HelpArticle({ column, moved }: HelpArticleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (moved) heading.current?.focus({ preventScroll: true })
  }, [moved])
  /** A link of the text to another of our pages needs no new document. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const base = hrefOf('/')
    if (!link?.pathname.startsWith(base) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void navigate(link.pathname.slice(base.length - 1) + link.search)
  }
  return (
    <article className="card help-article">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {column.title}
        </h1>
        <p className="spread small muted">
          更新于 {formatDate(column.updateTime, '{y}-{m}-{d}')}
          <Button size="s" variant="quiet" onClick={() => print()}>
            <Printer size={16} />
            打印
          </Button>
        </p>
      </header>
      {/* The server makes it of an allow-list; see safe-html.ts there. */}
      <div className="help-text" onClick={follow} dangerouslySetInnerHTML={{ __html: column.content }} />
      <footer className="small muted">
        没有找到答案？请联系客服
        {config.supportPhone && (
          <>
            {' '}
            <a href={`tel:${config.supportPhone.replaceAll(/[^+\d]/g, '')}`}>{config.supportPhone}</a>
          </>
        )}
        （{supportHours}）
      </footer>
    </article>
  )
}

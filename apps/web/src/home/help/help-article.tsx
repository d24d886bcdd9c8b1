import { Printer } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { config, supportHours } from '../../client/config.ts'
import { HelpPage } from '../../kit/help/help-page.tsx'
import { hrefOf } from '../../router/leave.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { HelpRating } from './help-rating.tsx'
import type { HelpColumn } from './use-help.ts'

type HelpArticleProps = {
  column: HelpColumn
  moved: boolean
  /** Not a chapter, which nobody wrote. */
  isRated: boolean
  /** Another article was asked for, which was taken away. */
  isInstead: boolean
}

/** One article. `moved`: it took another's place, so the reader's focus follows to its heading. */
export function HelpArticle({ column, moved, isRated, isInstead }: HelpArticleProps) {
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
  const printing = (
    <Button size="s" variant="quiet" onClick={() => print()}>
      <Printer size={16} />
      打印
    </Button>
  )
  return (
    <>
      {isInstead && (
        <p className="help-instead" role="status">
          您打开的内容已下线，以下是现行的说明。
        </p>
      )}
      <HelpPage page={column} heading={heading} acts={printing} onText={follow}>
        {isRated && <HelpRating key={column.columnId} columnId={column.columnId} />}
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
      </HelpPage>
    </>
  )
}

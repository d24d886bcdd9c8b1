import { formatDate } from '@moqi/domain/time/format-date'
import type { MouseEvent, ReactNode, Ref } from 'react'
import './help-page.css'

type HelpPageProps = {
  /** `content` is HTML that the server made of an allow-list (safe-html.ts there). */
  page: { title: string; content: string; updateTime: number }
  heading?: Ref<HTMLHeadingElement>
  /** What stands at the right of the day. */
  acts?: ReactNode
  onText?: (event: MouseEvent) => void
  children?: ReactNode
}

/** An article as its readers have it. */
export function HelpPage({ page, heading, acts, onText, children }: HelpPageProps) {
  return (
    <article className="card help-article">
      <header>
        <h1 ref={heading} tabIndex={-1}>
          {page.title}
        </h1>
        <p className="spread small muted">
          更新于 {formatDate(page.updateTime, '{y}-{m}-{d}')}
          {acts}
        </p>
      </header>
      <div className="help-text" onClick={onText} dangerouslySetInnerHTML={{ __html: page.content }} />
      {children}
    </article>
  )
}

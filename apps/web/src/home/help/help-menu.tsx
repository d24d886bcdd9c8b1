import { ChevronRight } from 'lucide-react'
import { Link } from '../../router/link.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import type { HelpChapter } from './use-help.ts'

type HelpMenuProps = { chapters: readonly HelpChapter[]; columnId: string | null }

/** An article's address. */
export const columnPath = (columnId: string) => `/documentCenter?columnId=${encodeURIComponent(columnId)}`

/** The chapters to open and close, that of the open article open: at the left, on a phone behind one line. */
export function HelpMenu({ chapters, columnId }: HelpMenuProps) {
  const tree = <Tree chapters={chapters} columnId={columnId} />
  if (!usePhone()) return <aside className="card help-side">{tree}</aside>
  return (
    // A chosen article closes it again.
    <details key={columnId} className="card help-phone-menu">
      <summary>
        <ChevronRight size={18} />
        帮助目录
      </summary>
      {tree}
    </details>
  )
}

function Tree({ chapters, columnId }: HelpMenuProps) {
  return (
    <nav className="help-tree" aria-label="帮助目录">
      <Link to="/documentCenter" aria-current={columnId === null ? 'page' : undefined}>
        全部内容
      </Link>
      {chapters.map((chapter) => (
        <details key={chapter.columnId} open={isWithin(chapter, columnId)}>
          <summary>
            <ChevronRight size={16} />
            {chapter.columnName}
          </summary>
          <ul>
            {chapter.articles.map((article) => (
              <li key={article.columnId}>
                <Link
                  to={columnPath(article.columnId)}
                  aria-current={article.columnId === columnId ? 'page' : undefined}
                >
                  {article.columnName}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  )
}

const isWithin = (chapter: HelpChapter, columnId: string | null) =>
  chapter.columnId === columnId || chapter.articles.some((article) => article.columnId === columnId)

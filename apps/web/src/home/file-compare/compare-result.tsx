import type { Comparison } from '@moqi/api/comparison'
import { formatDate } from '@moqi/domain/time/format-date'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type Difference, differencePages, differenceTag, noteText } from './difference-words.ts'
import { DifferencePair } from './difference-pair.tsx'

type CompareResultProps = {
  comparison: Comparison
  files: { before: string; after: string }
  /** ms */
  at: number
  onAgain: () => void
}

/** The list of differences, and beside it both pages of the one that is chosen. */
export function CompareResult({ comparison, files, at, onAgain }: CompareResultProps) {
  const [shown, setShown] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const pair = useRef<HTMLElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { differenceArray: differences, noteArray: notes } = comparison
  const difference = differences[shown]
  const isSame = comparison.same === 1
  const show = (index: number) => {
    setShown(index)
    // On a phone the pages stand below the list.
    requestAnimationFrame(() => pair.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <div className={isSame ? 'diff-result diff-same' : 'diff-result'}>
      <section className={isSame ? 'diff-verdict fit' : 'diff-verdict'}>
        <MatchMark state={isSame ? 'fit' : 'broken'} size={48} color={isSame ? '#2b6a4d' : '#8a560b'} />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {isSame ? '没有发现差异' : `发现${differences.length}处差异`}
          </h1>
          <dl>
            <dt>原文件</dt>
            <dd>
              {files.before}，{comparison.beforePageArray.length}页
            </dd>
            <dt>新文件</dt>
            <dd>
              {files.after}，{comparison.afterPageArray.length}页
            </dd>
            <dt>对比时间</dt>
            <dd>{formatDate(at)}</dd>
          </dl>
        </div>
        <div className="diff-acts">
          <Button onClick={() => window.print()}>
            <Printer size={16} />
            打印
          </Button>
          <Button onClick={onAgain}>对比其他文件</Button>
        </div>
      </section>
      {notes.length > 0 && (
        <section className="card diff-notes" aria-label="说明">
          <ul>
            {notes.map((note) => (
              <li key={note.kind}>{noteText(note)}</li>
            ))}
          </ul>
        </section>
      )}
      {difference && (
        <div className="diff-cols">
          <DifferenceList differences={differences} shown={shown} onShow={show} />
          <section ref={pair} className="card diff-pages" aria-label="差异所在的页">
            <h2 className="h2">
              第{shown + 1}处，{differencePages(difference)}
            </h2>
            <DifferencePair comparison={comparison} differences={[difference]} />
          </section>
        </div>
      )}
      <OnPaper comparison={comparison} />
      <p className="small muted diff-law">只说明两个文件的文字与图形有何不同，不判断签名是否有效。</p>
    </div>
  )
}

/** Paper cannot be pressed: all pages on which something differs, one after the other. */
function OnPaper({ comparison }: { comparison: Comparison }) {
  const byPages = Map.groupBy(comparison.differenceArray, differencePages)
  return (
    <div className="diff-paper">
      {[...byPages].map(([pages, [first, ...more]]) =>
        first ? (
          <section key={pages}>
            <h2 className="h2">{pages}</h2>
            <DifferencePair comparison={comparison} differences={[first, ...more]} />
          </section>
        ) : null,
      )}
    </div>
  )
}

type ListProps = { differences: readonly Difference[]; shown: number; onShow: (index: number) => void }

function DifferenceList({ differences, shown, onShow }: ListProps) {
  return (
    <ol className="diff-list" aria-label="差异">
      {differences.map((difference, index) => (
        <li key={`${index} ${difference.kind}`}>
          <button type="button" aria-current={index === shown ? 'true' : undefined} onClick={() => onShow(index)}>
            <span className="diff-head">
              <Tag tone={differenceTag(difference).tone}>{differenceTag(difference).label}</Tag>
              <span className="small muted">{differencePages(difference)}</span>
            </span>
            <Said difference={difference} />
          </button>
        </li>
      ))}
    </ol>
  )
}

/** What stood and what stands, with what is around it. */
function Said({ difference: { kind, before, after } }: { difference: Difference }) {
  const place = after ?? before
  if (kind === 'picture') return <span>印章、签名、线条或图片不同，见框出的位置</span>
  if (kind !== 'text') return <span className="diff-said">{place?.text || '没有文字的页'}</span>
  return (
    <span className="diff-said">
      <span className="muted">{place?.lead}</span>
      <Changed as="del" text={before?.text} />
      <Changed as="ins" text={after?.text} />
      <span className="muted">{place?.trail}</span>
    </span>
  )
}

function Changed({ as: Mark, text = '' }: { as: 'del' | 'ins'; text?: string | undefined }) {
  return text === '' ? null : <Mark>{text}</Mark>
}

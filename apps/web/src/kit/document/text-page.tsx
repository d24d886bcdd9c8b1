import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { PagePlace } from './page-layout.ts'
import type { PdfShelf } from './pdf-shelf.ts'
import { readPageText, type PageText } from './read-page-text.ts'
import type { ViewedFile } from './viewed-file.ts'

/** Something that stands on a page at a height of 0–1, shown among the words there. */
export type PlaceInText = { id: string; at: number; node: ReactNode }

type TextPageProps = {
  shelf: PdfShelf
  file: ViewedFile
  place: PagePlace
  /** Whether the file's name stands above it. */
  heading: boolean
  places: readonly PlaceInText[]
  onSeen: () => void
  onPlain: () => void
}

/** One page's words as paragraphs, read from the file when the page comes near the view. */
export function TextPage({ shelf, file, place, heading, places, onSeen, onPlain }: TextPageProps) {
  const { page } = place
  const section = useRef<HTMLElement>(null)
  const foot = useRef<HTMLSpanElement>(null)
  const [text, setText] = useState<PageText | 'failed' | null>(null)
  const near = useMet(section, '800px')
  const read = useCallback(() => {
    readPageText({ shelf, fileUrl: file.fileUrl, page }).then(setText, () => setText('failed'))
  }, [shelf, file.fileUrl, page])
  useEffect(() => {
    if (near) read()
  }, [near, read])
  const there = text !== null && text !== 'failed'
  const tell = useRef(onSeen)
  useEffect(() => {
    tell.current = onSeen
  })
  const seen = useMet(foot, '0px', there)
  useEffect(() => {
    if (seen) tell.current()
  }, [seen])
  return (
    <section ref={section} className="text-page" data-text={`${place.fileIndex}:${page}`} aria-busy={text === null}>
      {heading && <h2 className="text-file">{file.fileName}</h2>}
      <p className="text-number">第 {page} 页</p>
      {text === null && near && (
        <p className="text-number" role="status">
          正在取出文字…
        </p>
      )}
      {text === 'failed' && (
        <p role="alert">
          第{page}页加载失败，请检查网络后重试
          <button
            type="button"
            className="link"
            onClick={() => {
              setText(null)
              read()
            }}
          >
            重新加载
          </button>
        </p>
      )}
      {there && <Words text={text} places={places} onPlain={onPlain} />}
      <span ref={foot} />
    </section>
  )
}

type WordsProps = { text: PageText; places: readonly PlaceInText[]; onPlain: () => void }

function Words({ text: { blocks, height, language }, places, onPlain }: WordsProps) {
  const before = (at: number, from: number) => places.filter((place) => place.at >= from && place.at < at)
  const starts = blocks.map(({ from }) => from / height)
  if (blocks.length === 0)
    return (
      <div className="text-none">
        <p>本页是扫描图片，没有可以放大的文字。</p>
        <Button onClick={onPlain}>看本页原样</Button>
        {nodes(places)}
      </div>
    )
  return (
    <>
      {nodes(before(starts[0] ?? 1, 0))}
      {blocks.map(({ kind, text }, index) => (
        <div key={index}>
          {kind === 'text' ? (
            <p lang={language}>{text}</p>
          ) : (
            <h2 lang={language} className={kind}>
              {text}
            </h2>
          )}
          {nodes(before(starts[index + 1] ?? Infinity, starts[index] ?? 0))}
        </div>
      ))}
    </>
  )
}

const nodes = (some: readonly PlaceInText[]) => some.map(({ id, node }) => <div key={id}>{node}</div>)

/** Whether an element has been in view, or as near to it as `margin`; looked for while `wanted`. */
function useMet(element: { readonly current: HTMLElement | null }, margin: string, wanted = true): boolean {
  const [met, setMet] = useState(false)
  useEffect(() => {
    if (met || !wanted || !element.current) return undefined
    const root = element.current.closest('.document-scroll')
    const see = ([entry]: readonly IntersectionObserverEntry[]) => entry?.isIntersecting && setMet(true)
    const watch = new IntersectionObserver(see, { root, rootMargin: margin })
    watch.observe(element.current)
    return () => watch.disconnect()
  }, [element, margin, met, wanted])
  return met
}

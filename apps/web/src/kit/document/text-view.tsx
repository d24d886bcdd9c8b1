import { Minus, Plus } from 'lucide-react'
import { useEffect, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { sessionHeaders } from '../../client/request.ts'
import { createPdfShelf } from './pdf-shelf.ts'
import type { PagePlace } from './page-layout.ts'
import { TextPage, type PlaceInText } from './text-page.tsx'
import type { ViewedFile } from './viewed-file.ts'
import './document-bar.css'
import './text-view.css'

/** What a page may ask of an open text, through `ref`: to bring a page, or a place on it by name, into sight. */
export type TextHandle = { scrollTo: (place: PagePlace & { placeId?: string }) => void }

type TextViewProps = {
  files: readonly ViewedFile[]
  label: string
  ref?: Ref<TextHandle>
  /** What stands in the text of a page, by its height on the page (0–1). */
  placesOn: (fileIndex: number, page: number) => readonly PlaceInText[]
  /** Every page whose foot has been in view, with its words; by its index over all files. */
  onSeen: (index: number) => void
  /** Shows a page as it is: what has no words can only be looked at. */
  onPlain: (place: PagePlace) => void
  barStart: ReactNode
}

/** px a character. */
const sizes = [18, 20, 22, 24, 28] as const
const sizeKey = 'readingSize'

function keptSize(): number {
  const kept = Number(localStorage.getItem(sizeKey))
  return sizes.find((size) => size === kept) ?? 20
}

/** A contract's words, taken from its pages and set anew in letters of 20 px and more, with its places among them. */
export function TextView({ files, label, ref, placesOn, onSeen, onPlain, barStart }: TextViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [shelf] = useState(() => createPdfShelf(sessionHeaders))
  useEffect(() => () => shelf.close(), [shelf])
  const [size, setSize] = useState(keptSize)
  const at = sizes.findIndex((one) => one === size)
  const change = (by: 1 | -1) => {
    const next = sizes[at + by]
    if (next === undefined) return
    localStorage.setItem(sizeKey, String(next))
    setSize(next)
  }
  useImperativeHandle(ref, () => ({ scrollTo: (place) => bring(scroller.current, place) }), [])
  const pages = files.flatMap((file, fileIndex) =>
    file.pageArray.map((_, index) => ({ file, place: { fileIndex, page: index + 1 } })),
  )
  return (
    <div className="document-view">
      <div className="document-stage text-stage">
        <div className="document-bar floating reading" role="group" aria-label="字号">
          {barStart}
          <span className="document-bar-part">
            <button
              type="button"
              className="icon-btn"
              aria-label="字小一些"
              disabled={at === 0}
              onClick={() => change(-1)}
            >
              <Minus size={18} />
            </button>
            <span className="num document-bar-percent" aria-live="polite">
              {size}号
            </span>
            <button
              type="button"
              className="icon-btn"
              aria-label="字大一些"
              disabled={at === sizes.length - 1}
              onClick={() => change(1)}
            >
              <Plus size={18} />
            </button>
          </span>
        </div>
        <div
          ref={scroller}
          className="document-scroll text-scroll"
          role="region"
          aria-label={label}
          // The text scrolls with the keyboard, so the region takes the focus (WCAG 2.1.1).
          tabIndex={0}
        >
          <article style={{ fontSize: size }}>
            <p className="text-note">文字取自合同文件，表格和图片请看原样，内容以原样为准。</p>
            {pages.map(({ file, place }, index) => (
              <TextPage
                key={`${file.fileId}-${place.page}`}
                shelf={shelf}
                file={file}
                place={place}
                heading={files.length > 1 && place.page === 1}
                places={placesOn(place.fileIndex, place.page)}
                onSeen={() => onSeen(index)}
                onPlain={() => onPlain(place)}
              />
            ))}
          </article>
        </div>
      </div>
    </div>
  )
}

/** How long a place may take to come with the words around it, ms. */
const patience = 4000

/** Pages come with their words as they are scrolled to, and a place with its page: looked for until it is there. */
function bring(view: HTMLElement | null, { fileIndex, page, placeId }: PagePlace & { placeId?: string }) {
  const section = view?.querySelector(`[data-text="${fileIndex}:${page}"]`)
  section?.scrollIntoView({ block: 'start', behavior: 'instant' })
  if (!section || placeId === undefined) return
  const seek = () => {
    const mark = section.querySelector(`[data-place="${CSS.escape(placeId)}"]`)
    mark?.scrollIntoView({ block: 'center', behavior: 'instant' })
    return mark !== null
  }
  if (seek()) return
  const watch = new MutationObserver(() => {
    if (seek()) watch.disconnect()
  })
  watch.observe(section, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), patience)
}

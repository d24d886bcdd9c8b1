import type { File, Position } from '@moqi/api/shapes'
import { ALargeSmall, FileText } from 'lucide-react'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { later } from '../../ui/later.tsx'
import type { DocumentHandle } from '../document/document-handle.ts'
import { DocumentView } from '../document/document-view.tsx'
import type { PagePlace } from '../document/page-layout.ts'
import type { TextHandle } from '../document/text-view.tsx'
import type { LargeText } from './use-large-text.ts'
import './reading-pane.css'

const TextView = later(async () => (await import('../document/text-view.tsx')).TextView)

/** What the signing may ask of the contract being read. */
export type ReadingHandle = { goTo: (position: Position) => void; goToPage: (index: number) => void }

type ReadingPaneProps = {
  files: readonly File[]
  text: LargeText
  /** This party's places. */
  positions: readonly Position[]
  renderOverlay: (fileIndex: number, page: number) => ReactNode
  /** A place as it stands among the words. */
  renderPlace: (position: Position) => ReactNode
  onSeen: (index: number) => void
  /** The pages are being fetched. */
  onBegin?: () => void
  ref: Ref<ReadingHandle>
}

const label = '合同正文'

/** The contract to be read: its pages as they are (原样), or its words in large letters (大字). */
export function ReadingPane(props: ReadingPaneProps) {
  const { files, text, positions, renderOverlay, renderPlace, onSeen, onBegin, ref } = props
  const pages = useRef<DocumentHandle>(null)
  const words = useRef<TextHandle>(null)
  const [start, setStart] = useState<PagePlace | null>(null)
  const scrollTo = (place: PagePlace & { y?: number; placeId?: string }) =>
    text.large ? words.current?.scrollTo(place) : pages.current?.scrollTo(place)
  useImperativeHandle(ref, () => ({
    goTo: ({ fileId, page, y, height, positionId }) =>
      scrollTo({ fileIndex: fileIndexOf(files, fileId), page, y: y + height / 2, placeId: positionId }),
    goToPage: (index) => {
      const place = placeAt(files, index)
      if (place) scrollTo(place)
    },
  }))
  const mode = <ReadingMode text={text} />
  if (text.large)
    return (
      <TextView
        ref={words}
        files={files}
        label={label}
        barStart={mode}
        placesOn={(fileIndex, page) =>
          positions
            .filter((position) => fileIndexOf(files, position.fileId) === fileIndex && position.page === page)
            .map((position) => ({
              id: position.positionId,
              at: (position.y + position.height / 2) / (files[fileIndex]?.pageArray[page - 1]?.height ?? 297),
              node: renderPlace(position),
            }))
        }
        onSeen={onSeen}
        onPlain={(place) => {
          setStart(place)
          text.change(false)
        }}
      />
    )
  return (
    <DocumentView
      ref={pages}
      files={files}
      label={label}
      renderOverlay={renderOverlay}
      bar="reading"
      barStart={mode}
      onSeen={onSeen}
      {...(onBegin && { onBegin })}
      {...(start && { start })}
    />
  )
}

const fileIndexOf = (files: readonly File[], fileId: string) => files.findIndex((file) => file.fileId === fileId)

/** Where the page of an index over all files is. */
function placeAt(files: readonly File[], index: number): PagePlace | undefined {
  return files.flatMap(({ pageCount }, fileIndex) =>
    Array.from({ length: pageCount }, (_, page): PagePlace => ({ fileIndex, page: page + 1 })),
  )[index]
}

function ReadingMode({ text: { large, change } }: { text: LargeText }) {
  return (
    <span className="reading-mode" role="group" aria-label="阅读方式">
      <button type="button" aria-pressed={!large} onClick={() => change(false)}>
        <FileText size={18} />
        原样
      </button>
      <button type="button" aria-pressed={large} onClick={() => change(true)}>
        <ALargeSmall size={20} />
        大字
      </button>
    </span>
  )
}

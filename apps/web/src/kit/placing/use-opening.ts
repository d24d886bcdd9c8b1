import type { File } from '@moqi/api/shapes'
import { useEffect, useRef, type RefObject } from 'react'
import type { DocumentHandle } from '../document/document-handle.ts'
import { signPlace } from './offers.ts'
import type { PlaceFault } from './place-fault.ts'
import type { Offers } from './use-offers.ts'

/**
 * Opens the pages where the parties sign, as soon as it is known; whoever has moved by then stays where they are. Goes
 * to a fault whenever there is one.
 */
export function useOpening(
  view: RefObject<DocumentHandle | null>,
  files: readonly File[],
  { recognized }: Offers,
  faulty: PlaceFault | null,
) {
  const moved = useRef(false)
  useEffect(() => {
    const onMove = () => {
      moved.current = true
    }
    const moves = ['pointerdown', 'wheel', 'keydown'] as const
    for (const move of moves) window.addEventListener(move, onMove, { passive: true })
    return () => {
      for (const move of moves) window.removeEventListener(move, onMove)
    }
  }, [])
  const { fileIndex, page, y } = signPlace(files, recognized ?? [])
  useEffect(() => {
    // The pages are laid out when their width is known, a frame later; whoever moves within that frame stays too.
    const frame = requestAnimationFrame(() => {
      if (!moved.current) view.current?.scrollTo({ fileIndex, page, ...(y !== undefined && { y }) })
    })
    return () => cancelAnimationFrame(frame)
  }, [view, fileIndex, page, y])
  const shown = useRef<PlaceFault | null>(null)
  useEffect(() => {
    // Once for each fault: what is recognised later moves nobody.
    if (!faulty || shown.current === faulty) return
    shown.current = faulty
    const { area } = faulty
    const at = area && { fileIndex: files.findIndex((file) => file.fileId === area.fileId), page: area.page, y: area.y }
    view.current?.scrollTo(at ?? signPlace(files, recognized ?? []))
  }, [view, files, recognized, faulty])
}

import { useDeferredValue } from 'react'
import type { LaidPage, PageLayout } from './page-layout.ts'

/** More than any screen shows at first. */
const firstFew = 8

/**
 * The pages to lay in the column: at first those that can be seen, then all, in the background, so that the first page
 * of three hundred is there as soon as that of one. `rest` is the height of those still to come, px.
 */
export function useLaidPages(
  layout: PageLayout,
  { padding, gap }: { padding: number; gap: number },
): { pages: readonly LaidPage[]; rest: number } {
  const count = useDeferredValue(layout.pages.length, firstFew)
  const pages = layout.pages.slice(0, count)
  const last = pages.at(-1)
  if (!last || pages.length === layout.pages.length) return { pages, rest: 0 }
  return { pages, rest: layout.height - padding - (last.top + last.height + gap) }
}

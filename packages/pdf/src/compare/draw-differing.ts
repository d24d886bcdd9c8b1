import type { Renderer } from '../page-image/render-page.ts'
import type { Comparison } from './comparison.ts'

/** A page on which something differs, as PNG; null where it cannot be drawn. */
export interface DrawnPage {
  side: 'before' | 'after'
  /** From 1. */
  page: number
  png: Uint8Array | null
}

const width = 1000

/**
 * The pages on which something differs, each once and beside the one that stands for it, in the order of the
 * differences, at most so many.
 */
export async function drawDiffering(
  { differences, pairs }: Pick<Comparison, 'differences' | 'pairs'>,
  bytes: Record<'before' | 'after', Buffer>,
  { renderer, most }: { renderer: Pick<Renderer, 'render'>; most: number },
): Promise<DrawnPage[]> {
  const wanted = new Map<string, Pick<DrawnPage, 'side' | 'page'>>()
  const want = (side: DrawnPage['side'], page: number | null | undefined) => {
    if (page && wanted.size < most) wanted.set(`${side} ${page}`, { side, page })
  }
  for (const difference of differences) {
    const [before, after] = [difference.before?.page, difference.after?.page]
    want('before', before ?? pairs.find((pair) => pair.after === after)?.before)
    want('after', after ?? pairs.find((pair) => pair.before === before)?.after)
  }
  const drawn: DrawnPage[] = []
  for (const { side, page } of wanted.values()) {
    const png = await renderer.render(bytes[side], page, width).catch(() => null)
    drawn.push({ side, page, png })
  }
  return drawn
}

import { isInOneMedium } from '@moqi/verify/readings/one-medium'
import { dictOf, integerOf, itemsOf } from '@moqi/pdf/read/values'
import { decimal, valueOf } from '@moqi/pdf/write/pdf-syntax'
import type { Opened } from './open-upload.ts'

/** Writes into the nodes of the page tree how many pages they have, by which some readers go; whether any said else. */
export function recounted({ model }: Opened): boolean {
  const { view, pages, pageNodes } = model
  const counts = new Map(pages.map(({ number }) => [number, 1]))
  let isChanged = false
  // Parents were met before their kids.
  for (const number of [...pageNodes].toReversed()) {
    const node = dictOf(view.object(number)?.value)
    if (!node) continue
    const kids = itemsOf(view.get(node, 'Kids'))
    const count = kids.reduce((sum, kid) => sum + (kid.kind === 'ref' ? (counts.get(kid.number) ?? 0) : 0), 0)
    counts.set(number, count)
    if (integerOf(view.get(node, 'Count')) === count) continue
    node.entries.set('Count', valueOf(decimal(count)))
    isChanged = true
  }
  return isChanged
}

/** NoView and Print (ISO 32000-2 Table 167). */
const [noView, print] = [0x20, 0x04]

/** Shows on screen and in print what would show in one of the two; whether there was any. */
export function shownInBoth({ model: { view, pages } }: Opened): boolean {
  let isChanged = false
  for (const item of pages.flatMap(({ annotations }) => annotations)) {
    const annotation = dictOf(view.resolve(item))
    if (!annotation || !isInOneMedium(view, annotation)) continue
    const flags = integerOf(view.get(annotation, 'F')) ?? 0
    annotation.entries.set('F', valueOf(decimal((flags & ~noView) | print)))
    isChanged = true
  }
  return isChanged
}

import type { Fault } from '@moqi/pdf/read/fault'
import type { PdfFile, View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, type PdfValue } from '@moqi/pdf/read/values'

/**
 * What increments must not do once something is signed, while files that nobody signed may have come by it honestly
 * (P5, P10 to P12). The faults are added to `file.faults`.
 */
export function checkIncrements(file: PdfFile): void {
  for (const [index, view] of file.views.entries()) {
    file.faults.push(...strayReferences(view))
    const before = file.views[index - 1]
    if (!before) continue
    const start = view.revision.sections[0]?.start ?? view.revision.start
    const found = [...replacedSections(before, view), ...sizeFaults(before, view), ...looseObjects(file, view)]
    for (const fault of found) file.faults.push({ offset: start, laterOnly: true, ...fault })
    checkSections(file, view)
  }
}

type LateFault = Pick<Fault, 'code' | 'object' | 'detail'> & { offset?: number }

/** P5: the number of a cross-reference stream that lists itself goes to another one at most. */
function replacedSections(before: View, view: View): LateFault[] {
  const own = new Set(view.revision.sections.map(({ streamNumber }) => streamNumber))
  const streams = view.file.revisions.slice(0, view.revision.index).flatMap(({ sections }) => sections)
  return streams.flatMap(({ streamNumber, start }) => {
    if (streamNumber === undefined || own.has(streamNumber)) return []
    const live = view.table.get(streamNumber)
    if (
      before.object(streamNumber)?.start !== start ||
      live?.revision !== view.revision.index ||
      live.entry.type === 'free'
    )
      return []
    return [{ code: 'xref-malformed', object: streamNumber, detail: 'a cross-reference stream is replaced' }]
  })
}

/** P10: a smaller /Size is irregular; readers do without the objects above it (ISO 32000-2 Table 15). */
function sizeFaults(before: View, view: View): LateFault[] {
  const size = integerOf(view.trailer.entries.get('Size')) ?? 0
  const former = integerOf(before.trailer.entries.get('Size')) ?? 0
  if (size >= former) return []
  const cut = [...view.table].find(([number, { entry }]) => number >= size && entry.type !== 'free')
  // What hides everything hides nothing: readers that obey it show no page at all.
  const hidesAll = isEmpty(view) && (numberOf(view.trailer.entries.get('Root')) ?? 0) >= size
  if (cut && !hidesAll) return [{ code: 'xref-malformed', object: cut[0], detail: 'an object above the new /Size' }]
  return [{ code: 'trailer-irregular', detail: '/Size' }]
}

const isEmpty = ({ revision }: View) =>
  revision.sections.every(({ entries }) => [...entries.values()].every(({ type }) => type === 'free'))

const numberOf = (value: PdfValue | undefined) => (value?.kind === 'ref' ? value.number : undefined)

/**
 * E4: of the objects that a revision brings, those with a reference to another generation than there is. Inside the
 * signed bytes as well: Poppler shows nothing in its place, MuPDF what is there.
 */
function strayReferences(view: View): Fault[] {
  const faults: Fault[] = []
  for (const [number, live] of view.table) {
    if (live.revision !== view.revision.index || live.entry.type === 'free') continue
    const object = view.object(number)
    const detail = object && strayReference(view, object.value)
    if (detail === undefined) continue
    const offset = object?.container === undefined ? (object?.start ?? 0) : (view.revision.sections[0]?.start ?? 0)
    faults.push({ code: 'readers-disagree', offset, object: number, detail })
  }
  return faults
}

/** P11, P12: comments stand between objects only, and no stream holds what looks like its end. */
function looseObjects(file: PdfFile, view: View): LateFault[] {
  const faults: LateFault[] = []
  for (const [number, live] of view.table) {
    if (live.revision !== view.revision.index || live.entry.type === 'free') continue
    file.budget.step()
    const object = view.object(number)
    if (!object) continue
    const place = { object: number, ...(object.container === undefined ? { offset: object.start } : {}) }
    if (object.commented) faults.push({ code: 'object-malformed', ...place, detail: 'a comment within' })
    const { value } = object
    if (value.kind === 'stream' && endsTwice(file, value.dict.end, value.end)) {
      faults.push({ code: 'stream-length-mismatch', ...place, detail: 'endstream within the data' })
    }
  }
  return faults
}

/**
 * A reference to an object of another generation is null (ISO 32000-2 7.3.10), and most readers follow it all the
 * same.
 */
function strayReference(view: View, root: PdfValue): string | undefined {
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    if (next.kind === 'ref') {
      const entry = view.table.get(next.number)?.entry
      const generation = entry?.type === 'plain' ? entry.generation : 0
      const isStray = entry !== undefined && entry.type !== 'free' && generation !== next.generation
      if (isStray) return `a reference to ${next.number} ${next.generation}`
    } else if (next.kind === 'array') waiting.push(...next.items)
    else waiting.push(...(dictOf(next)?.entries.values() ?? []))
  }
  return undefined
}

function checkSections(file: PdfFile, view: View): void {
  for (const { form, start, end, trailer, commented } of view.revision.sections) {
    const fault = { code: 'xref-malformed', offset: start, laterOnly: true } as const
    const astray = strayReference(view, trailer)
    if (astray) file.faults.push({ ...fault, code: 'readers-disagree', detail: astray })
    if (commented) file.faults.push({ ...fault, detail: 'a comment within' })
    if (form === 'stream' && endsTwice(file, trailer.end, end))
      file.faults.push({ ...fault, detail: 'endstream within' })
  }
}

function endsTwice({ bytes, budget }: PdfFile, from: number, to: number): boolean {
  const word = 'endstream'
  const first = bytes.indexOf(word, from, 'latin1')
  if (first < 0 || first >= to) return false
  budget.scanned(first - from)
  return bytes.subarray(first + word.length, to).includes(word)
}

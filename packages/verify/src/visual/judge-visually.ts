import type { Limits } from '@moqi/pdf/limits'
import type { ChangedPage, Renderer } from '@moqi/pdf/page-image/render-page'
import type { Fact } from '../diff/facts.ts'
import type { Reason } from '../reasons/reasons.ts'
import type { FormattedSignature } from '../signature/judge-format.ts'
import type { Reading } from '../structure/read-document.ts'
import { type ChangedPlace, drawPlaces, placeOfLook } from './changed-pictures.ts'
import { comparePage, type Run } from './compare-page.ts'
import { DrawingWork } from './drawing-work.ts'
import type { SignedEnd } from './find-hidden.ts'
import { everyPage, type TouchedPage, touchedPages } from './touched-pages.ts'

/** What is compared: the file as read, its signatures, the facts, and how much may be drawn. */
export interface VisualEvidence {
  reading: Reading
  formatted: FormattedSignature[]
  facts: Fact[]
  /** The strict profile of our own documents accounts for every change: what their fields show, all had agreed on. */
  isProven: boolean
  limits: Limits
  /** How many changed places are wanted as pictures, and whether of looks that hide nothing as well. */
  pictures: number
  everyLook: boolean
}

/**
 * V1, V2: draws the first signed revision and the file as it is, on every page that a later change touches, and
 * compares what they show. Never makes anything valid. What cannot be drawn is told as `visual-partial`.
 */
export async function judgeVisually(
  bytes: Buffer,
  renderer: Renderer,
  evidence: VisualEvidence,
): Promise<{ reasons: Reason[]; changedPages: ChangedPage[] }> {
  const [first, ...others] = signedEnds(bytes, evidence)
  if (!first) return { reasons: [], changedPages: [] }
  const model = evidence.reading.models.findLast((one) => one !== undefined)
  const run: Run = {
    renderer,
    ends: [first, ...others],
    work: new DrawingWork(evidence.limits, model),
    current: bytes,
    model,
    reasons: [],
    isProven: evidence.isProven,
    read: new Map(),
    suspects: new Set(),
  }
  // Shown beside the present: what the last signer saw, for the seals of earlier parties belong to both.
  const shown = run.ends.at(-1)?.bytes ?? bytes
  const changed: ChangedPlace[] = []
  for (const touched of run.work.inOrder(pagesToCompare(evidence, first.revision, bytes.length))) {
    const { area, ratio } = await comparePage(run, touched)
    if (area) changed.push({ page: touched.page, area, before: shown })
    const looks = touched.boxes.filter((box) => evidence.everyLook || run.suspects.has(box))
    changed.push(...looks.map((box) => placeOfLook(box, ratio, run.ends)))
  }
  const wanted = { current: bytes, places: changed, most: evidence.pictures }
  const changedPages = await drawPlaces(renderer, wanted)
  return { reasons: run.reasons, changedPages }
}

/** Where intact signatures end before the end of the file, the earliest first. */
function signedEnds(bytes: Buffer, { formatted, reading }: VisualEvidence): SignedEnd[] {
  return formatted
    .filter(({ integrity, kind }) => integrity === 'intact' && kind !== 'timestamp')
    .flatMap(({ coverage: { range, revision = -1 } }) =>
      range ? [{ bytes: bytes.subarray(0, range.end), revision, model: reading.models[revision] }] : [],
    )
    .filter(({ bytes: { length } }) => bytes.subarray(length).some((byte) => byte !== 0x0a && byte !== 0x0d))
    .toSorted((one, other) => one.bytes.length - other.bytes.length)
}

/** Where the structure broke off after the signature, no fact says what changed, and every page is looked at. */
function pagesToCompare({ reading, facts, limits }: VisualEvidence, revision: number, length: number): TouchedPage[] {
  const { file, models } = reading
  const pageCount = models.findLast((model) => model !== undefined)?.pages.length ?? limits.unknownPages
  const end = file?.revisions.at(-1)?.lineEnd ?? 0
  const unread = file === undefined || file.brokenFrom !== undefined || end < length
  if (revision >= 0 && !unread) return touchedPages(facts, models, revision, pageCount)
  return everyPage(pageCount).map((page) => ({ page, boxes: [], notes: [], anywhere: false, isConfined: false }))
}

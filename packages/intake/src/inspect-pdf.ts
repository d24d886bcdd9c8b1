import { appendObstacle } from '@moqi/pdf/write/increment'
import { RecoveryFault } from '@moqi/pdf/libpdf/recover-pdf'
import { BudgetExceeded } from '@moqi/pdf/limits'
import { displayedSize, type PageShape } from '@moqi/pdf/page-geometry'
import { EditableView } from '@moqi/pdf/write/editable-view'
import { decimals, valueOf } from '@moqi/pdf/write/pdf-syntax'
import { type Offer, type OfferedField, offeredFields } from '@moqi/form/offered-fields'
import { demandTexts } from '@moqi/form/seed-values'
import { readUpload, type Upload } from '@moqi/verify/obstacles'
import { recounted, shownInBoth } from './one-reading.ts'
import { removeActiveContent } from './active-content.ts'
import { settleForm } from './forms/settle-form.ts'
import { type IntakeChoices, type IntakeLimits, intakeLimits, IntakeRefusal } from './intake-refusal.ts'
import { hasHiddenLayers } from './hidden-layers.ts'
import { embedMissingFonts } from './fonts/embed-missing-fonts.ts'
import { fontsEmbedded, fontsMissing, ownFields, type Warning, warning } from './intake-warning.ts'
import { flattenLayers } from './layers/flatten-layers.ts'
import { beyondRepair, type Opened, openUpload, structuralObstacle } from './open-upload.ts'
import { measureStreams } from './stream-sizes.ts'
import { unembeddedFonts } from './unembedded-fonts.ts'

/** An upload that can be signed: the bytes to keep, page sizes in mm as shown, and what the sender must know. */
export interface Inspected {
  /** The original when an increment can be appended to it, else a rewritten copy. */
  readonly bytes: Buffer
  readonly rewritten: boolean
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  readonly signed: boolean
  readonly signatureNames: readonly string[]
  readonly certified: number | null
  /** The only places to sign in when a signature on the upload forbids new ones; null when any place will do. */
  readonly fields: readonly OfferedField[] | null
  readonly warnings: readonly Warning[]
}

/**
 * Decides whether an upload can be signed and which bytes to keep. Throws IntakeRefusal; any other failure of the
 * parser counts as damaged, too little stack or memory as too-complex. Run it through intakePool, which bounds time.
 */
export async function inspectPdf(
  bytes: Buffer,
  limits: IntakeLimits = intakeLimits,
  choices: IntakeChoices = {},
): Promise<Inspected> {
  if (bytes.length === 0) throw new IntakeRefusal('empty')
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new IntakeRefusal('not-pdf')
  measureStreams(bytes, limits)
  try {
    const opened = await openUpload(bytes, limits, choices.password)
    const fields = openFields(opened, limits)
    return opened.signed ? kept(opened, fields) : settled(opened, limits, choices)
  } catch (cause) {
    if (cause instanceof IntakeRefusal) throw cause
    if (cause instanceof RecoveryFault) throw new IntakeRefusal(cause.reason, cause.message, { cause })
    const isTooComplex = cause instanceof RangeError || cause instanceof BudgetExceeded
    const detail = cause instanceof Error ? cause.message : String(cause)
    throw new IntakeRefusal(isTooComplex ? 'too-complex' : 'damaged', detail, { cause })
  }
}

/** What a file offers that takes no new fields, undefined when it does; one that offers nothing is refused. */
function openFields({ facts, pages, reading, signed }: Opened, limits: IntakeLimits): Offer | undefined {
  if (limits.certification === 'report') return undefined
  // Named in the catalog, and no field has it: nobody can say what it permits.
  if (!signed && facts.certified !== null) throw new IntakeRefusal('certified', 'the certification is in no field')
  const offer = signed ? offeredFields(reading.models, pages.map(sizeOf)) : undefined
  if (!offer?.restricted) return undefined
  if (offer.closed) throw new IntakeRefusal('certified', 'no change is permitted')
  if (offer.fields.length > 0) return offer
  const words = wordsOf(offer)
  throw words.length > 0
    ? new IntakeRefusal('certified-demands', words.join('、'))
    : new IntakeRefusal('certified-no-field')
}

/** A signed upload, which stays as it is. */
function kept(opened: Opened, offer: Offer | undefined): Inspected {
  const { bytes, model, pages } = opened
  if (pages.some(({ guessed }) => guessed)) throw beyondRepair('a page has no size')
  const hasScripts = removeActiveContent(model.view, model.catalog, dictsOf(opened), true)
  const { only, told } = offered(offer)
  const warnings = [
    warning('already-signed'),
    ...(hasScripts ? [warning('scripts-kept')] : []),
    ...(hasHiddenLayers(model) ? [warning('hidden-layers-kept')] : []),
    ...told,
    ...appearanceWarnings(opened),
  ]
  return { ...reported(opened), bytes, rewritten: false, fields: only, warnings }
}

function offered(offer: Offer | undefined): { only: Inspected['fields']; told: Warning[] } {
  if (!offer) return { only: null, told: [] }
  return { only: offer.fields, told: [ownFields(offer.fields.length, wordsOf(offer))] }
}

const wordsOf = ({ demands }: Offer) => demands.map((demand) => demandTexts[demand])

/** An unsigned upload: as it is, or a copy of which all that could change after signing is gone. */
function settled(opened: Opened, limits: IntakeLimits, choices: IntakeChoices): Inspected {
  const view = new EditableView(opened.model.view)
  const changes = settle(view, opened, limits, choices)
  const fonts = embedMissingFonts(view, dictsOf(opened))
  const changed = changes.length + fonts.length > 0
  const repaired = [...opened.recovered, ...changes].filter(
    ({ kind }, index, all) => all.findIndex((other) => other.kind === kind) === index,
  )
  const warnings = [
    ...repaired,
    ...(fonts.length > 0 ? [fontsEmbedded(fonts)] : []),
    ...appearanceWarnings({ ...opened, model: { ...opened.model, view } }),
  ]
  const isRecovered = opened.recovered.length > 0
  const unchanged = () => (isRecovered ? sound(opened.bytes, opened.reading) : opened.bytes)
  const bytes = changed ? rewritten(view, opened) : unchanged()
  return { ...reported(opened), bytes, rewritten: changed || isRecovered, fields: null, warnings }
}

const reported = ({ pages, signed, facts: { signatureNames, certified } }: Opened) => ({
  pages: pages.map(sizeOf),
  signed,
  signatureNames,
  certified,
})

/** Changes the document until nothing in it can change by itself; every change has its warning. */
function settle(view: EditableView, opened: Opened, limits: IntakeLimits, choices: IntakeChoices): Warning[] {
  const warnings: Warning[] = []
  const guessed = opened.pages.filter((page) => page.guessed)
  for (const { dict, box } of guessed) dict.entries.set('MediaBox', valueOf(decimals(...box)))
  const repaired = [recounted(opened), shownInBoth(opened), guessed.length > 0]
  if (repaired.includes(true)) warnings.push(warning('repaired'))
  const dicts = dictsOf(opened)
  if (removeActiveContent(view, view.catalog, dicts)) warnings.push(warning('scripts-removed'))
  // Before the form is settled: its hidden fields are not to be drawn.
  const layers = flattenLayers(view, dicts, limits)
  if (layers) warnings.push(warning(layers === 'removed' ? 'hidden-layers' : 'layers-flattened'))
  if (opened.facts.hasFields) warnings.push(settleForm(view, dicts, choices.formMode))
  return warnings
}

/** A copy is kept only if it reads like the original and takes an increment. */
function rewritten(view: EditableView, { pages }: Opened): Buffer {
  const copy = view.rewritten()
  const reading = readUpload(copy)
  if (reading.models.at(-1)?.pages.length !== pages.length) throw new IntakeRefusal('damaged', 'pages were lost')
  return sound(copy, reading)
}

/** A copy that somebody wrote, ourselves or libpdf; throws IntakeRefusal. */
function sound(copy: Buffer, reading: Upload): Buffer {
  const obstacle = appendObstacle(copy, reading.file) ?? structuralObstacle(reading)
  if (obstacle) throw new IntakeRefusal('damaged', `written anew, and still: ${obstacle}`)
  return copy
}

function appearanceWarnings(opened: Opened): Warning[] {
  const fonts = unembeddedFonts(opened.model.view, dictsOf(opened))
  return [
    ...(fonts.length > 0 ? [fontsMissing(fonts)] : []),
    ...(mixed(opened.pages.map(sizeOf)) ? [warning('mixed-page-sizes')] : []),
  ]
}

const dictsOf = ({ pages }: Opened) => pages.map(({ dict }) => dict)

/** Size in mm as displayed, in thousandths. */
function sizeOf(page: PageShape): { width: number; height: number } {
  const { width, height } = displayedSize(page)
  return { width: Math.round(width * 1000) / 1000, height: Math.round(height * 1000) / 1000 }
}

function mixed(sizes: readonly { width: number; height: number }[]): boolean {
  const [first] = sizes
  // Producers round differently: half a millimetre is the same paper.
  return sizes.some(
    (size) => Math.abs(size.width - (first?.width ?? 0)) > 0.5 || Math.abs(size.height - (first?.height ?? 0)) > 0.5,
  )
}

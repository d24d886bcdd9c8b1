import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject } from '@libpdf/core'
import { removeActiveContent } from './active-content.ts'
import { appendObstacle, displayedSize, type PageBox, pageBoxes, PageTreeFault } from '@moqi/pdf/libpdf/loaded-pdf'
import { type DocumentFacts, documentFacts } from './document-facts.ts'
import { settleForm } from './forms/settle-form.ts'
import { type IntakeChoices, type IntakeLimits, intakeLimits, IntakeRefusal } from './intake-refusal.ts'
import { hasHiddenLayers } from './hidden-layers.ts'
import { embedMissingFonts } from './fonts/embed-missing-fonts.ts'
import { fontsEmbedded, fontsMissing, ownFields, type Warning, warning } from './intake-warning.ts'
import { flattenLayers } from './layers/flatten-layers.ts'
import { type Offer, type OfferedField, offeredFields } from '@moqi/form/offered-fields'
import { demandTexts } from '@moqi/form/seed-values'
import { measureStreams } from './stream-sizes.ts'
import { unembeddedFonts } from './unembedded-fonts.ts'
import { signedObstacles, structuralObstacles } from '@moqi/verify/obstacles'
import type { Reason } from '@moqi/verify/reasons'

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

interface Opened {
  readonly pdf: PDF
  readonly pages: PageBox[]
  readonly facts: DocumentFacts
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
    return await inspect(bytes, limits, choices)
  } catch (cause) {
    if (cause instanceof IntakeRefusal) throw cause
    if (cause instanceof PageTreeFault) throw new IntakeRefusal(cause.reason, cause.message, { cause })
    const reason = cause instanceof RangeError ? 'too-complex' : 'damaged'
    throw new IntakeRefusal(reason, cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** A file that cannot be rewritten with substitutes for its fonts is taken without (`substitute` false). */
async function inspect(
  bytes: Buffer,
  limits: IntakeLimits,
  choices: IntakeChoices,
  substitute = true,
): Promise<Inspected> {
  const opened = await open(bytes, limits, choices.password)
  const { pages, facts } = opened
  const { signed, obstacle } = await judgeStructure(opened, bytes)
  const changes = signed ? signedWarnings(opened, obstacle) : repair(opened, obstacle, choices, limits)
  const fields = openFields(opened, bytes, signed, limits)
  const fonts = signed || !substitute ? [] : embedFonts(opened)
  const rewritten = changes.length + fonts.length > 0 && !signed
  let kept = bytes
  try {
    if (rewritten) kept = await rewrite(opened, limits)
  } catch (cause) {
    if (fonts.length === 0) throw cause
    return inspect(bytes, limits, choices, false)
  }
  const { signatureNames, certified } = facts
  const embedded = fonts.length > 0 ? [fontsEmbedded(fonts)] : []
  const sizes = pages.map(displayedSize)
  const { only, told } = offered(fields)
  const warnings = [...changes, ...told, ...embedded, ...appearanceWarnings(opened)]
  return { bytes: kept, rewritten, pages: sizes, signed, signatureNames, certified, fields: only, warnings }
}

/** Whether somebody signed the upload, and what keeps an increment on it, or a signature over it, from being sound. */
async function judgeStructure(
  { pdf, facts }: Opened,
  bytes: Buffer,
): Promise<{ signed: boolean; obstacle: string | undefined }> {
  const damage = appendObstacle(pdf, bytes)
  const signed = facts.signatureNames.length > 0 || (damage !== undefined && bytes.includes('/ByteRange'))
  if (damage !== undefined) return { signed, obstacle: damage }
  return { signed, obstacle: sentenceOf(signed ? await signedObstacles(bytes) : structuralObstacles(bytes)) }
}

/** What a file offers that takes no new fields, undefined when it does; one that offers nothing is refused. */
function openFields({ facts, pages }: Opened, bytes: Buffer, signed: boolean, limits: IntakeLimits): Offer | undefined {
  if (limits.certification === 'report') return undefined
  // Named in the catalog, and no field has it: nobody can say what it permits.
  if (!signed && facts.certified !== null) throw new IntakeRefusal('certified', 'the certification is in no field')
  const offer = signed ? offeredFields(bytes, pages.map(displayedSize)) : undefined
  if (!offer?.restricted) return undefined
  if (offer.closed) throw new IntakeRefusal('certified', 'no change is permitted')
  if (offer.fields.length > 0) return offer
  const words = wordsOf(offer)
  throw words.length > 0
    ? new IntakeRefusal('certified-demands', words.join('、'))
    : new IntakeRefusal('certified-no-field')
}

function offered(offer: Offer | undefined): { only: Inspected['fields']; told: Warning[] } {
  if (!offer) return { only: null, told: [] }
  return { only: offer.fields, told: [ownFields(offer.fields.length, wordsOf(offer))] }
}

const wordsOf = ({ demands }: Offer) => demands.map((demand) => demandTexts[demand])

/** The weightiest reason for which no signature on the file would ever be judged valid. */
function sentenceOf([worst]: readonly Reason[]): string | undefined {
  return worst && `${worst.code} ${worst.detail ?? ''}`
}

async function open(bytes: Buffer, limits: IntakeLimits, password = ''): Promise<Opened> {
  const pdf = await PDF.load(new Uint8Array(bytes), password === '' ? {} : { credentials: password })
  if (pdf.recoveredViaBruteForce && bytes.includes('/Encrypt')) {
    throw new IntakeRefusal('encrypted', 'damaged and encrypted: libpdf forgets the encryption when it recovers')
  }
  if (pdf.isEncrypted) openProtected(pdf, password)
  const pages = pageBoxes(pdf, limits.pages)
  if (pages.length !== pdf.getPageCount()) throw new IntakeRefusal('damaged', 'pages are missing')
  const facts = documentFacts(pdf, limits)
  if (facts.xfa) throw new IntakeRefusal('dynamic-form')
  return { pdf, pages, facts }
}

/** Lifted only when the password, or none, opens the file and its owner allows changes; libpdf checks the latter. */
function openProtected(pdf: PDF, password: string): void {
  if (!pdf.isAuthenticated) throw new IntakeRefusal(password === '' ? 'encrypted' : 'wrong-password')
  try {
    pdf.removeProtection()
  } catch (cause) {
    throw new IntakeRefusal('restricted', '', { cause })
  }
}

/** Rewriting would break the signatures, so whatever needs it is a refusal. */
function signedWarnings({ pdf, pages }: Opened, obstacle: string | undefined): Warning[] {
  const fault = obstacle ?? (pages.some((page) => page.guessed) ? 'a page has no size' : undefined)
  if (fault) throw new IntakeRefusal('damaged', `signed, and cannot be appended to: ${fault}`)
  const dicts = pages.map((page) => page.dict)
  const scripts = removeActiveContent(pdf, dicts, true) ? [warning('scripts-kept')] : []
  const layers = hasHiddenLayers(pdf) ? [warning('hidden-layers-kept')] : []
  return [warning('already-signed'), ...scripts, ...layers]
}

/** Changes the parsed document until an increment can follow it; every change has its warning. */
function repair(
  { pdf, pages, facts }: Opened,
  obstacle: string | undefined,
  choices: IntakeChoices,
  limits: IntakeLimits,
): Warning[] {
  const warnings: Warning[] = []
  const guessed = pages.filter((page) => page.guessed)
  for (const page of guessed) page.dict.set('MediaBox', PdfArray.of(...page.box.map((edge) => PdfNumber.of(edge))))
  if (pdf.isEncrypted) warnings.push(warning(choices.password ? 'password-removed' : 'protection-removed'))
  if ((obstacle && !pdf.isEncrypted) || guessed.length > 0) warnings.push(warning('repaired'))
  const dicts = pages.map((page) => page.dict)
  if (removeActiveContent(pdf, dicts)) warnings.push(warning('scripts-removed'))
  // Before the form is settled: its hidden fields are not to be drawn.
  const layers = flattenLayers(pdf, dicts, limits)
  if (layers) warnings.push(warning(layers === 'removed' ? 'hidden-layers' : 'layers-flattened'))
  if (facts.fieldCount > 0) warnings.push(settleForm(pdf, dicts, choices.formMode))
  if (warnings.length > 0) markChanged(pdf)
  return warnings
}

/** Names of the fonts that got a substitute. */
function embedFonts({ pdf, pages }: Opened): string[] {
  const names = embedMissingFonts(
    pdf,
    pages.map((page) => page.dict),
  )
  if (names.length > 0) markChanged(pdf)
  return names
}

/** libpdf hands back the original bytes, damage included, unless something changed. */
function markChanged(pdf: PDF): void {
  pdf.context.catalog.getDict().set('Type', PdfName.of('Catalog'))
}

/** A rewritten copy is kept only if it reads like the original and takes an increment; decrypted, it is measured. */
async function rewrite({ pdf, pages }: Opened, limits: IntakeLimits): Promise<Buffer> {
  const kept = Buffer.from(await pdf.save())
  const keys = [...pdf.context.registry.getLoadedObjects().values()].flatMap((object) => dictionaryKeys(object))
  if (keys.some((key) => /[\u0080-\u00ff\ufffd]/.test(key))) {
    throw new IntakeRefusal('foreign-names', 'libpdf would write names that are not UTF-8 otherwise than content does')
  }
  measureStreams(kept, limits)
  const copy = await open(kept, limits)
  const obstacle = appendObstacle(copy.pdf, kept) ?? sentenceOf(structuralObstacles(kept))
  if (obstacle) throw new IntakeRefusal('damaged', `rewritten, and still: ${obstacle}`)
  if (copy.pages.length !== pages.length) throw new IntakeRefusal('damaged', 'pages were lost in the repair')
  return kept
}

/** Resource dictionaries lie at most two levels inside an indirect object. */
function dictionaryKeys(object: PdfObject, depth = 0): string[] {
  if (!(object instanceof PdfDict) || depth > 3) return []
  return [...object].flatMap(([key, value]) => [key.value, ...dictionaryKeys(value, depth + 1)])
}

function appearanceWarnings({ pdf, pages }: Opened): Warning[] {
  const dicts = pages.map((page) => page.dict)
  const fonts = unembeddedFonts(dicts, (ref) => pdf.context.resolve(ref))
  return [
    ...(fonts.length > 0 ? [fontsMissing(fonts)] : []),
    ...(mixed(pages.map(displayedSize)) ? [warning('mixed-page-sizes')] : []),
  ]
}

function mixed(sizes: readonly { width: number; height: number }[]): boolean {
  const [first] = sizes
  // Producers round differently: half a millimetre is the same paper.
  return sizes.some(
    (size) => Math.abs(size.width - (first?.width ?? 0)) > 0.5 || Math.abs(size.height - (first?.height ?? 0)) > 0.5,
  )
}

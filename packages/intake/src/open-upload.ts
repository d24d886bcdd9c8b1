import { appendObstacle } from '@moqi/pdf/write/increment'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { pageShape } from '@moqi/pdf/graph/place-on-page'
import { recoverPdf } from '@moqi/pdf/libpdf/recover-pdf'
import type { PageShape } from '@moqi/pdf/page-geometry'
import type { PdfDict } from '@moqi/pdf/read/values'
import { readUpload, signedObstacles, structuralObstacles, type Upload } from '@moqi/verify/obstacles'
import type { Reason } from '@moqi/verify/reasons'
import { type DocumentFacts, documentFacts } from './document-facts.ts'
import { type IntakeLimits, IntakeRefusal } from './intake-refusal.ts'
import { type Warning, warning } from './intake-warning.ts'
import { measureStreams } from './stream-sizes.ts'

/** A file as our reader sees it, which is all that anybody asks below. */
export interface Opened {
  readonly bytes: Buffer
  readonly reading: Upload
  readonly model: DocumentModel
  /** `guessed`: the file gives the page no size. */
  readonly pages: readonly (PageShape & { readonly guessed: boolean; readonly dict: PdfDict })[]
  readonly facts: DocumentFacts
  readonly signed: boolean
  /** What libpdf had to do before it could be read so. */
  readonly recovered: readonly Warning[]
}

/**
 * Reads an upload once; libpdf writes it anew first when it is encrypted or readers may differ in what it says. Throws
 * IntakeRefusal, `RecoveryFault`, `BudgetExceeded`.
 */
export async function openUpload(bytes: Buffer, limits: IntakeLimits, password = ''): Promise<Opened> {
  const reading = readUpload(bytes)
  const damage = appendObstacle(bytes, reading.file)
  const opened = damage === undefined ? described(bytes, reading, limits) : undefined
  const obstacle = damage ?? (await obstacleOf(bytes, reading, opened))
  if (opened && obstacle === undefined) return opened
  if (opened?.signed) throw beyondRepair(obstacle)
  const recovered = await recover(bytes, limits, password)
  if (recovered.signed || (damage !== undefined && bytes.includes('/ByteRange'))) throw beyondRepair(obstacle)
  return recovered
}

/** A copy that libpdf has written; decrypted, its streams are measured once more. */
async function recover(bytes: Buffer, limits: IntakeLimits, password: string): Promise<Opened> {
  const { bytes: copy, wasEncrypted, pages } = await recoverPdf(bytes, password)
  measureStreams(copy, limits)
  const opened = described(copy, readUpload(copy), limits)
  if (!opened || opened.pages.length !== pages) throw new IntakeRefusal('damaged', 'pages are missing')
  const opening = password === '' ? 'protection-removed' : 'password-removed'
  return { ...opened, recovered: [warning(wasEncrypted ? opening : 'repaired')] }
}

/** Rewriting would break the signatures, so whatever needs it is a refusal. */
export const beyondRepair = (fault = ''): IntakeRefusal =>
  new IntakeRefusal('damaged', `signed, and cannot be appended to: ${fault}`)

/** What keeps an increment on a file, or a signature over it, from being sound. */
async function obstacleOf(bytes: Buffer, reading: Upload, opened: Opened | undefined): Promise<string | undefined> {
  return opened?.signed ? sentenceOf(await signedObstacles(bytes, reading)) : structuralObstacle(reading)
}

/** The weightiest reason for which no signature on an unsigned file would ever be judged valid. */
export const structuralObstacle = (reading: Upload): string | undefined => sentenceOf(structuralObstacles(reading))

function sentenceOf([worst]: readonly Reason[]): string | undefined {
  return worst && `${worst.code} ${worst.detail ?? ''}`
}

/** What a reading shows; undefined when it shows no document. */
function described(bytes: Buffer, reading: Upload, limits: IntakeLimits): Opened | undefined {
  const model = reading.models.at(-1)
  if (!model || model.pages.length === 0) return undefined
  if (model.pages.length > limits.pages) throw new IntakeRefusal('too-many-pages', `more than ${limits.pages} pages`)
  const isLooped = model.faults.some(({ code }) => code === 'circular-structure')
  if (isLooped) throw new IntakeRefusal('damaged', 'a tree contains itself')
  const facts = documentFacts(model)
  if (facts.xfa) throw new IntakeRefusal('dynamic-form')
  const pages = model.pages.map(({ dict }) => ({ ...pageShape(model.view, dict), dict }))
  return { bytes, reading, model, pages, facts, signed: facts.signatureNames.length > 0, recovered: [] }
}

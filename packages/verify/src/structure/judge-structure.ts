import { collectLinks, linksOf, type ObjectLinks } from './edges.ts'
import { checkBoundaries } from '@moqi/pdf/read/account-bytes'
import { strictObjects, obfuscatedPages, signatureObjects } from './strict-objects.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { skipWhitespace } from '@moqi/pdf/read/characters'
import type { Fault, FaultCode } from '@moqi/pdf/read/fault'
import type { PdfFile } from '@moqi/pdf/read/pdf-file'
import { type Reason, reason } from '../reasons/reasons.ts'

/** Faults that are no ambiguity but only worth a word, wherever they stand. */
const usualWeight = new Set<FaultCode>([
  'trailing-data',
  'hybrid-reference',
  'trailing-whitespace',
  'header-not-at-start',
  'encrypted-unreadable',
  'trailer-irregular',
])

/** P11, P13: doubled and obfuscated keys in any object of the file, and in any trailer, are faults of that place. */
export function checkKeys(file: PdfFile): void {
  for (const { start, trailer } of file.revisions.flatMap(({ sections }) => sections)) {
    noteKeys(file, collectLinks(trailer), { offset: start })
  }
  const seen = new Set<number>()
  for (const view of file.views) {
    for (const [number, live] of view.table) {
      if (live.revision !== view.revision.index || live.entry.type === 'free') continue
      const object = view.object(number)
      if (!object || seen.has(object.start)) continue
      if (object.container === undefined) seen.add(object.start)
      const offset = object.container === undefined ? object.start : view.revision.start
      noteKeys(file, linksOf(object), { offset, object: number })
    }
  }
}

function noteKeys({ faults }: PdfFile, links: ObjectLinks, place: Pick<Fault, 'offset' | 'object'>): void {
  const { duplicates, obfuscated } = links
  if (duplicates.length > 0) faults.push({ code: 'duplicate-key', ...place, detail: duplicates.join(' ') })
  if (obfuscated.length > 0) faults.push({ code: 'name-obfuscated', ...place })
}

/**
 * P0: a fault inside the first signed revision makes what was signed ambiguous; the same fault in bytes added later
 * is a change. `signedEnds` are the ends of the signed revisions in bytes, none when nothing is signed.
 */
export function judgeStructure(file: PdfFile, models: (DocumentModel | undefined)[], signedEnds: number[]): Reason[] {
  const signedEnd = signedEnds.length > 0 ? Math.min(...signedEnds) : undefined
  const context = {
    file,
    signedEnd,
    referenced: referencedNumbers(file),
    strict: strictObjects(models),
    ofSignatures: signatureObjects(models),
    obfuscated: obfuscatedPages(models),
  }
  const reasons: Reason[] = []
  // P17: what lies in encrypted object streams is missing to us alone.
  const ofModels = file.unreadable ? [] : modelFaults(file, models)
  for (const fault of [...file.faults, ...checkBoundaries(file, signedEnds), ...ofModels]) {
    if (fault.laterOnly && !isAfter(fault, signedEnd)) continue
    if (misleadsNobody(fault, context)) continue
    reasons.push(judgeFault(fault, context))
  }
  if (isActive(context)) reasons.push(reason('active-content'))
  if (models.some(grantsUsage)) reasons.push(reason('signature-lookalike', { detail: 'usage rights' }))
  return reasons
}

/** E4: where nothing leads to an object, nobody sees what its references mean. */
function misleadsNobody(fault: Fault, { signedEnd, referenced }: Context): boolean {
  if (fault.code !== 'readers-disagree' || fault.object === undefined || isAfter(fault, signedEnd)) return false
  return !referenced.has(fault.object)
}

/** What is wrong with a model, told of the revision that shows it first. */
function modelFaults(file: PdfFile, models: (DocumentModel | undefined)[]): Fault[] {
  const faults = new Map<string, Fault>()
  for (const [index, model] of models.entries()) {
    const offset = file.revisions[index]?.start ?? 0
    for (const fault of model?.faults ?? []) {
      const key = `${fault.code} ${fault.object ?? fault.detail}`
      if (!faults.has(key)) faults.set(key, { ...fault, offset })
    }
  }
  return [...faults.values()]
}

/** §3: usage rights are signed by who made the program, and are no signature of the contract. */
function grantsUsage(model: DocumentModel | undefined): boolean {
  const permissions = model && model.view.dict(model.catalog, 'Perms')
  return ['UR', 'UR3'].some((key) => model?.view.get(permissions, key).kind === 'dict')
}

/**
 * P0: where no chain of revisions can be followed, the signed bytes still say what came later. Only white space may
 * stand behind the last of `signedEnds`.
 */
export function judgeTail(bytes: Buffer, signedEnds: number[]): Reason[] {
  const from = Math.max(...signedEnds)
  if (signedEnds.length === 0 || skipWhitespace(bytes, from) === bytes.length) return []
  const detail = `trailing-data: ${bytes.length - from} bytes, offset ${from}`
  return [reason('structure-fault-after-signature', { detail })]
}

/** V4: something in the newest revision runs a script, starts a program, or sends or fetches data. */
function isActive({ file, referenced }: Context): boolean {
  const newest = file.views.at(-1)
  return [...(newest?.table.keys() ?? [])].some((number) => {
    const object = referenced.has(number) ? newest?.object(number) : undefined
    return object !== undefined && linksOf(object).active
  })
}

interface Context {
  file: PdfFile
  signedEnd: number | undefined
  referenced: Set<number>
  strict: Set<number>
  ofSignatures: Set<number>
  obfuscated: Set<number>
}

function judgeFault(fault: Fault, context: Context): Reason {
  const { code } = fault
  const detail = sentence(fault)
  const after = isAfter(fault, context.signedEnd)
  const lateHybrid = code === 'hybrid-reference' && !startsHybrid(context.file)
  if (usualWeight.has(code) && !lateHybrid) return reason(code, { detail })
  if (after) return reason('structure-fault-after-signature', { detail: `${code}: ${detail}` })
  return weighInside(fault, context, detail)
}

/** The weight of a fault inside the signed bytes, or in a file that nobody signed. */
function weighInside(fault: Fault, context: Context, detail: string): Reason {
  const { code, object } = fault
  // Without a number it is a trailer's: what leads to the catalog.
  const strict = object === undefined || context.strict.has(object)
  // E10: readers differ in which of two equal keys they take; of a signature nobody then knows what it permits.
  const isOfSignature = object !== undefined && context.ofSignatures.has(object)
  if (code === 'duplicate-key' && isOfSignature) return reason(code, { severity: 'invalid', detail })
  if (code === 'name-obfuscated') {
    const misleads = strict || context.obfuscated.has(object)
    return reason(code, { severity: misleads ? 'indeterminate' : 'warning', detail })
  }
  if (code === 'dormant-object') return reason(code, { detail })
  // P6: a wrong entry whose number nothing refers to misleads nobody.
  const unreachable = entryFaults.has(code) && object !== undefined && !context.referenced.has(object)
  if (unreachable) return reason(code, { severity: 'warning', detail })
  return reason(code, { severity: 'indeterminate', detail })
}

function sentence({ detail, object, offset }: Fault): string {
  const parts = [detail, object === undefined ? undefined : `object ${object}`, `offset ${offset}`]
  return parts.filter((part) => part !== undefined).join(', ')
}

function isAfter(fault: Fault, signedEnd: number | undefined): boolean {
  return signedEnd !== undefined && fault.offset >= signedEnd
}

/** P8: the first revision is hybrid already. */
function startsHybrid(file: PdfFile): boolean {
  return file.revisions[0]?.sections.some((section) => section.hidden !== undefined) === true
}

/** Numbers that any object or trailer of any revision refers to. */
function referencedNumbers(file: PdfFile): Set<number> {
  const numbers = new Set<number>()
  for (const view of file.views) {
    for (const { to } of collectLinks(view.trailer).edges) numbers.add(to)
    for (const [number, live] of view.table) {
      if (live.revision !== view.revision.index) continue
      const object = view.object(number)
      for (const { to } of object ? linksOf(object).edges : []) numbers.add(to)
    }
  }
  return numbers
}

const entryFaults = new Set(['xref-object-mismatch', 'object-malformed', 'stream-length-mismatch'])

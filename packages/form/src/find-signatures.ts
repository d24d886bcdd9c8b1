import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { dictOf, equalValues, itemsOf, nameOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import type { Field } from '@moqi/pdf/graph/fields'
import type { Budget } from '@moqi/pdf/limits'
import { PdfFault } from '@moqi/pdf/read/fault'
import { ValueReader } from '@moqi/pdf/read/parse-value'
import type { PdfFile, View } from '@moqi/pdf/read/pdf-file'

/** A signature that some revision shows, or that a scan of an unreadable file met. */
export interface FoundSignature {
  fieldName: string
  /** Undefined when /V names nothing, or when only scraps of a dictionary are left. */
  dict: PdfDict | undefined
  /** The field in the first revision that has the value. */
  field?: Field
  model?: DocumentModel
  /** First revision whose field has this value. */
  revision: number
  /** Revision that introduced the value's object. */
  introduced: number
  /** The value lies in an object stream (P14). */
  packed: boolean
  /** A later revision has another value or none. */
  removed: boolean
  /** The field that has it may lie in what cannot be decrypted (P17). */
  hidden?: true
  /** No field has it: /Perms /DocMDP of the catalog names it, and readers take that for a certification. */
  named?: true
}

/** §3: the signatures of every revision, each once; a value that later changed or vanished is marked removed. */
export function findSignatures(models: readonly (DocumentModel | undefined)[]): FoundSignature[] {
  const found: FoundSignature[] = []
  let current = new Map<string, FoundSignature>()
  for (const [revision, model] of models.entries()) {
    const next = model ? signaturesOf(model, revision, current) : new Map<string, FoundSignature>()
    const before = new Set(current.values())
    const kept = new Set(next.values())
    for (const signature of before) if (!kept.has(signature)) signature.removed = !signature.model?.view.file.unreadable
    for (const signature of kept) if (!before.has(signature)) found.push(signature)
    current = next
  }
  return found
}

/** Signatures of one revision by field name; those of the revision before are taken over when they are the same. */
function signaturesOf(
  model: DocumentModel,
  revision: number,
  before: Map<string, FoundSignature>,
): Map<string, FoundSignature> {
  const signatures = new Map<string, FoundSignature>()
  const values = new Set<PdfValue>()
  for (const field of model.fields) {
    if (field.type !== 'Sig' || field.branch || field.value.kind === 'null') continue
    values.add(model.view.resolve(field.value))
    add(nameOfField(model, field), { value: field.value, number: field.number, field })
  }
  const certification = namedCertification(model)
  if (certification && !values.has(certification.dict)) add(certificationPlace, certification)
  return signatures

  function add(name: string, holder: Holder): void {
    const known = before.get(name)
    signatures.set(name, known && isSame(known, model, holder) ? known : describe(model, holder, revision))
  }
}

/** What has a signature as its value: a field, or /Perms when there is none; `number` is that of its object. */
interface Holder {
  value: PdfValue
  number: number
  field?: Field
}

/** No field is called that. */
const certificationPlace = '\0/Perms/DocMDP'

/** §3: the dictionary that /Perms /DocMDP names. */
function namedCertification({ view, catalog, catalogNumber }: DocumentModel): (Holder & { dict: PdfDict }) | undefined {
  const permissions = catalog.entries.get('Perms')
  const value = dictOf(view.resolve(permissions))?.entries.get('DocMDP')
  const dict = view.resolve(value)
  if (value === undefined || dict.kind !== 'dict') return undefined
  return { value, number: permissions?.kind === 'ref' ? permissions.number : catalogNumber, dict }
}

/** P17: what is encrypted anew each time it is written names nothing; the object's number does. */
function nameOfField(model: DocumentModel, { name, number }: Field): string {
  return model.view.file.unreadable ? String(number) : name
}

function isSame(known: FoundSignature, model: DocumentModel, holder: Holder): boolean {
  const value = model.view.resolve(holder.value)
  return known.dict ? equalValues(known.dict, value) : value.kind !== 'dict'
}

function describe(model: DocumentModel, holder: Holder, revision: number): FoundSignature {
  const { view } = model
  const { field } = holder
  const value = view.resolve(holder.value)
  const number = holder.value.kind === 'ref' ? holder.value.number : holder.number
  const live = view.table.get(number)
  return {
    fieldName: field === undefined || view.file.unreadable ? '' : field.name,
    dict: value.kind === 'dict' ? value : undefined,
    ...(field === undefined ? { named: true as const } : { field }),
    model,
    revision,
    introduced: live?.revision ?? revision,
    packed: live?.entry.type === 'packed',
    removed: false,
  }
}

const scanLimit = 100
/** So many bytes are read again where what begins there proves to be no signature; then reading goes on behind it. */
const rereadAllowance = 8 * 1024 * 1024
const scraps = ['/ByteRange', 'adbe.pkcs7.', 'ETSI.CAdES.', 'ETSI.RFC3161']

/**
 * Signature dictionaries met by reading every `obj` of bytes that no cross-reference explains. They only ever
 * add reasons: a file that needs this is never valid.
 */
export function scanSignatures(bytes: Buffer, from: number, budget: Budget): FoundSignature[] {
  const found: FoundSignature[] = []
  let read = 0
  let rights = 0
  let next = from
  for (let at = bytes.indexOf(' obj', next, 'latin1'); at >= 0; at = bytes.indexOf(' obj', next, 'latin1')) {
    if (found.length >= scanLimit) break
    const reader = new ValueReader(bytes, at + 4, bytes.length, budget)
    const dict = readDict(reader)
    read += reader.position - at
    next = read < rereadAllowance ? at + 4 : reader.position
    if (!dict || !looksLikeSignature(dict)) continue
    if (isUsageRights(dict)) rights += 1
    else found.push(scanned(dict))
  }
  // What is left of a damaged dictionary still says that somebody signed.
  const hasScraps = scraps.some((scrap) => bytes.indexOf(scrap, from, 'latin1') >= 0)
  if (found.length === 0 && rights === 0 && hasScraps) found.push(scanned(undefined))
  return found
}

function scanned(dict: PdfDict | undefined): FoundSignature {
  return { fieldName: '', dict, revision: 0, introduced: 0, packed: false, removed: false }
}

/** §3: of a scanned dictionary only what stands in it itself can be read. */
function isUsageRights(dict: PdfDict): boolean {
  const methods = itemsOf(dict.entries.get('Reference')).map((item) =>
    nameOf(dictOf(item)?.entries.get('TransformMethod')),
  )
  return methods.some((method) => method === 'UR' || method === 'UR3')
}

function readDict(reader: ValueReader): PdfDict | undefined {
  // A signature dictionary begins with << at once; anything else is not worth parsing.
  const beginning = reader.bytes.toString('latin1', reader.position, reader.position + 8)
  if (!beginning.trimStart().startsWith('<<')) return undefined
  try {
    const value = reader.value()
    return value.kind === 'dict' ? value : undefined
  } catch (error) {
    if (error instanceof PdfFault) return undefined
    throw error
  }
}

/**
 * Objects of a sound file that present themselves as signatures although no field has them as its value.
 * Usage rights are no signature of the contract (§3).
 */
export function orphanSignatures(
  file: PdfFile,
  found: FoundSignature[],
  presentsItself: (dict: PdfDict) => boolean = isComplete,
): FoundSignature[] {
  const known = new Set(found.map(({ dict }) => dict))
  const orphans: FoundSignature[] = []
  for (const view of file.views) {
    const revision = view.revision.index
    for (const [number, live] of view.table) {
      if (live.revision !== revision || orphans.length >= scanLimit) continue
      const dict = dictOf(view.object(number)?.value)
      if (!dict || known.has(dict) || !presentsItself(dict)) continue
      if (grantsUsageRights(view, dict) || found.some((other) => other.dict && equalValues(other.dict, dict))) continue
      const packed = live.entry.type === 'packed'
      orphans.push({ fieldName: '', dict, revision, introduced: revision, packed, removed: true })
    }
  }
  return orphans
}

function isComplete(dict: PdfDict): boolean {
  return dict.entries.has('ByteRange') && looksLikeSignature(dict)
}

const formats = /^(?:adbe\.(?:pkcs7|x509)\.|ETSI\.)/
/** id-signedData, of RFC 5652 and of GB/T 35275, as elements. */
const signedDataTypes = ['06092a864886f70d010702', '060a2a811ccf5506010402'].map((hex) => Buffer.from(hex, 'hex'))

/**
 * USF: whether enough is left of a damaged signature to say that there was one, whatever its entries are called now.
 */
export function wasSignature(dict: PdfDict): boolean {
  const type = nameOf(dict.entries.get('Type'))
  const holdsCms = [...dict.entries.values()].some((value) => value.kind === 'string' && isSignedData(value.bytes))
  const marks = [
    type === 'Sig' || type === 'DocTimeStamp',
    formats.test(nameOf(dict.entries.get('SubFilter')) ?? ''),
    dict.entries.has('ByteRange'),
    holdsCms,
  ].filter(Boolean)
  return marks.length >= 2 || (holdsCms && dict.entries.get('Filter')?.kind === 'name')
}

function isSignedData(bytes: Buffer): boolean {
  return bytes[0] === 0x30 && signedDataTypes.some((type) => bytes.subarray(0, 20).includes(type))
}

function grantsUsageRights(view: View, dict: PdfDict): boolean {
  return itemsOf(view.get(dict, 'Reference')).some((item) => {
    const method = view.name(dictOf(view.resolve(item)), 'TransformMethod')
    return method === 'UR' || method === 'UR3'
  })
}

/** Whether a dictionary presents itself as a signature. */
export function looksLikeSignature(dict: PdfDict): boolean {
  const type = nameOf(dict.entries.get('Type'))
  return type === 'Sig' || type === 'DocTimeStamp' || (dict.entries.has('ByteRange') && dict.entries.has('Contents'))
}

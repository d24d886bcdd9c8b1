import { attemptDer, readDer, tags } from '@moqi/trust/asn1/read-der'
import { type Reason, reason } from '@moqi/verify/reasons'
import type { OfdLimits } from '../bounds/limits.ts'
import { OfdFault } from '../bounds/ofd-fault.ts'
import type { OfdPackage } from '../package/read-package.ts'
import type { OfdBody } from '../structure/read-document.ts'
import {
  readSignature,
  readSignatureList,
  type ListedSignature,
  type OfdSignature,
} from '../structure/read-signatures.ts'
import { readXml } from '../xml/read-xml.ts'
import { checkReferences, type ReferenceCheck } from './check-references.ts'
import { contradicts } from './claimed-time.ts'
import type { FileDigests } from './file-digests.ts'
import { judgeSeal, type OfdTrust, type SealReport } from './judge-seal.ts'

/** One signature, judged by itself. */
export interface JudgedSignature {
  body: OfdBody
  listed: ListedSignature
  /** Undefined where Signature.xml cannot be read. */
  read?: OfdSignature
  references?: ReferenceCheck
  seal?: SealReport
  /** The files that are this signature and nothing else. */
  own: ReadonlySet<string>
  reasons: Reason[]
}

/** What signatures are judged with. */
export interface JudgeContext {
  files: OfdPackage
  digests: FileDigests
  limits: OfdLimits
  trust: OfdTrust
}

/** Every signature of a document, each by itself. Throws `OfdFault` for a list that cannot be read. */
export function judgeSignatures(body: OfdBody, context: JudgeContext): JudgedSignature[] {
  if (body.signatures === undefined) return []
  const listed = readSignatureList(context.files, body.signatures, context.limits)
  if (listed.length > context.limits.signatures) throw new OfdFault('budget-exceeded', 'signatures')
  return listed.map((one) => judgeOne(body, one, context))
}

/** What goes wrong with one signature spoils that one only, except what there is too much of. */
function judgeOne(body: OfdBody, listed: ListedSignature, context: JudgeContext): JudgedSignature {
  try {
    return judge(body, listed, context)
  } catch (error) {
    if (!(error instanceof OfdFault) || error.code === 'budget-exceeded') throw error
    return { body, listed, own: new Set(), reasons: [reason(error.code, { detail: error.message })] }
  }
}

function judge(body: OfdBody, listed: ListedSignature, context: JudgeContext): JudgedSignature {
  const { files, limits, digests, trust } = context
  const bytes = files.readToParse(listed.file)
  if (!bytes) throw new OfdFault('ofd-file-missing', listed.file)
  const read = readSignature(readXml(bytes, limits), listed.file)
  const references = checkReferences(read, digests)
  const value = files.read(read.value)
  const { seal, reasons: said } = judgeValue(value, { bytes, listed, read }, trust)
  const shown = read.seal === undefined ? undefined : files.read(read.seal)
  const isShown = seal !== undefined && shown?.equals(seal.judgement.signature.seal.bytes) === true
  const reasons = [...references.reasons, ...said]
  if (seal && read.seal !== undefined && !isShown) reasons.push(reason('ofd-seal-replaced', { detail: read.seal }))
  if (!body.pages.some(({ file }) => references.named.has(file))) reasons.push(reason('ofd-nothing-protected'))
  const own = ownFiles(listed, { ...(value && { [read.value]: isOneSequence(value) }), [read.seal ?? '']: isShown })
  return { body, listed, read, references, ...(seal && { seal }), own, reasons }
}

/** Only what has the form of a signature is one: anything else may be shown as something else. */
const ownFiles = ({ file }: ListedSignature, others: Readonly<Record<string, boolean>>): ReadonlySet<string> =>
  new Set([file, ...Object.keys(others).filter((name) => others[name])])

function judgeValue(
  value: Buffer | undefined,
  { bytes, listed: { type, file }, read }: { bytes: Buffer; listed: ListedSignature; read: OfdSignature },
  trust: OfdTrust,
): { seal?: SealReport; reasons: Reason[] } {
  if (!value) return { reasons: [reason('ofd-file-missing', { detail: read.value })] }
  if (type !== 'Seal') return { reasons: [reason('subfilter-unsupported', { detail: type })] }
  const seal = judgeSeal(value, { bytes, file }, trust)
  if (typeof seal === 'string') return { reasons: [reason('ofd-signature-value', { detail: seal })] }
  return { seal, reasons: [...seal.reasons, ...placeReasons(seal, read, file)] }
}

/** Whether bytes are one SEQUENCE of ASN.1, as no picture, page or font is. */
const isOneSequence = (bytes: Buffer): boolean =>
  attemptDer(() => readDer(bytes).tag === tags.sequence && readDer(bytes).raw.length === bytes.length) === true

function placeReasons({ judgement }: SealReport, read: OfdSignature, file: string): Reason[] {
  const { propertyInfo, at } = judgement.signature
  const isHere = propertyInfo.replace(/^\//, '') === file
  return [
    ...(isHere ? [] : [reason('ofd-other-place', { detail: propertyInfo })]),
    ...(contradicts(read.at, at.getTime()) ? [reason('claimed-time-contradicts', { detail: read.at })] : []),
  ]
}

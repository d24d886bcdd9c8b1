import { type ByteRange, checkByteRange, type Coverage } from './check-byte-range.ts'
import { statesTime } from './claimed-time.ts'
import { checkSigner, type SignerExpectation, type SignerResult } from '../trust/check-signer.ts'
import { BudgetExceeded } from '@moqi/pdf/limits'
import { DerFault, readDer, tags } from '@moqi/trust/asn1/read-der'
import { readSignedData, type SignedData, SignerCountFault } from '@moqi/trust/cms/read-signed-data'
import { type Permissions, readPermissions } from '@moqi/form/permissions'
import type { FoundSignature } from '@moqi/form/find-signatures'
import { collectLinks } from '../structure/edges.ts'
import type { Revision } from '@moqi/pdf/read/revision'
import { nameOf, type PdfDict } from '@moqi/pdf/read/values'
import type { RangeDigest } from './range-digest.ts'
import { type Reason, reason } from '../reasons/reasons.ts'
import type { Certificate } from '@moqi/trust/chains/certificate'

/** A signature with everything its own bytes say; trust and later changes are judged afterwards. */
export interface FormattedSignature {
  found: FoundSignature
  kind: 'approval' | 'certification' | 'timestamp'
  subFilter: string
  coverage: Coverage
  permissions: Permissions
  data?: SignedData
  /** The CMS without its padding. */
  cms?: Buffer
  signer?: SignerResult
  integrity: 'intact' | 'broken' | 'unclear'
  reasons: Reason[]
}

const timestampFormat = 'ETSI.RFC3161'
const dataType = '1.2.840.113549.1.7.1'
const gmDataType = '1.2.156.10197.6.1.4.2.1'
const sha1Format = 'adbe.pkcs7.sha1'
const knownFormats = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached', sha1Format])
/** id-aa-ets-commitmentType. */
const commitmentType = '1.2.840.113549.1.9.16.2.16'
const maximalCms = 1024 * 1024

/** What is needed besides the signature itself. */
export interface FormatContext {
  bytes: Buffer
  revisions: Revision[]
  digests: RangeDigest
  otherCertificates: Certificate[]
}

/**
 * §3 and C1 to C9 for one signature: coverage, structure, digest and signature value. What goes wrong inside one
 * signature stays there (§1): the others are still judged.
 */
export function judgeFormat(found: FoundSignature, context: FormatContext): FormattedSignature {
  const permissions: Permissions = { certification: undefined, lockLevel: undefined, locks: [], faults: [] }
  const formatted: FormattedSignature = {
    found,
    kind: 'approval',
    subFilter: '',
    coverage: { reasons: [] },
    permissions,
    integrity: 'unclear',
    reasons: [],
  }
  try {
    return fillIn(formatted, context)
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error
    formatted.integrity = 'unclear'
    formatted.reasons.push(reason('internal-error', { detail: error instanceof Error ? error.message : String(error) }))
    return formatted
  }
}

function fillIn(formatted: FormattedSignature, context: FormatContext): FormattedSignature {
  const { found } = formatted
  const { dict } = found
  const permissions = readPermissions(found)
  const subFilter = nameOf(dict?.entries.get('SubFilter')) ?? ''
  formatted.kind = permissions.certification === undefined ? 'approval' : 'certification'
  formatted.subFilter = subFilter
  formatted.permissions = permissions
  formatted.reasons.push(...permissions.faults.map((fault) => reason(fault)))
  if (!dict) {
    formatted.reasons.push(reason('signature-dictionary-malformed'))
    formatted.integrity = 'broken'
    return formatted
  }
  if (found.packed) {
    formatted.reasons.push(reason('signature-in-object-stream'))
    formatted.integrity = 'broken'
    return formatted
  }
  checkDictionary(dict, formatted)
  formatted.coverage = checkByteRange(context.bytes, isReached(found) ? context.revisions : undefined, dict)
  formatted.reasons.push(...formatted.coverage.reasons)
  checkOrigin(formatted)
  if (subFilter === timestampFormat) formatted.kind = 'timestamp'
  else checkCms(formatted, context)
  if (formatted.reasons.some(({ severity }) => severity === 'invalid')) formatted.integrity = 'broken'
  return formatted
}

/** B2, B11, P13. */
function checkDictionary(dict: PdfDict, formatted: FormattedSignature): void {
  const { subFilter, reasons } = formatted
  const { duplicates, obfuscated } = collectLinks(dict)
  const { entries } = dict
  const type = nameOf(entries.get('Type'))
  if (duplicates.length > 0)
    reasons.push(reason('duplicate-key', { severity: 'invalid', detail: duplicates.join(' ') }))
  if (obfuscated.length > 0) reasons.push(reason('name-obfuscated', { severity: 'indeterminate' }))
  const isStamp = subFilter === timestampFormat
  if (isStamp && type !== 'DocTimeStamp') reasons.push(reason('subfilter-type-mismatch', { severity: 'warning' }))
  if (!isStamp && type === 'DocTimeStamp') reasons.push(reason('subfilter-type-mismatch'))
  const typeFits = type === undefined || type === 'Sig' || type === 'DocTimeStamp'
  // Readers differ in whether they follow a reference here.
  const isDirect = ['Type', 'Filter', 'SubFilter'].every((key) => (entries.get(key)?.kind ?? 'name') === 'name')
  if (!typeFits || !isDirect || !entries.has('Filter')) reasons.push(reason('signature-dictionary-malformed'))
}

/** Whether the chain of revisions leads to the signature. */
function isReached({ field, hidden, named }: FoundSignature): boolean {
  return field !== undefined || hidden === true || named === true
}

/** B1, B7: the dictionary is made in the very revision that it signs. */
function checkOrigin({ found, coverage, reasons }: FormattedSignature): void {
  if (found.removed) reasons.push(reason('signature-removed', { detail: found.fieldName }))
  if (!isReached(found)) return
  if (found.introduced < found.revision) reasons.push(reason('signature-recycled', { detail: found.fieldName }))
  const { revision } = coverage
  if (revision === undefined || revision === found.revision) return
  reasons.push(reason(revision < found.revision ? 'signature-recycled' : 'byte-range-end-not-revision-end'))
}

/** B9: one element, then zeros. Throws `DerFault`. */
function takeCms(contents: Buffer, reasons: Reason[]): Buffer {
  const outer = readDer(contents)
  if (outer.tag !== tags.sequence) throw new DerFault('no SEQUENCE')
  const padding = contents.subarray(outer.raw.length)
  if (padding.some((byte) => byte !== 0)) reasons.push(reason('contents-padding-not-zero'))
  return outer.raw
}

/** The CMS of any signature, time-stamps included; a fault becomes a reason. */
export function openContents(formatted: FormattedSignature): SignedData | undefined {
  const { coverage, reasons } = formatted
  if (!coverage.contents) return undefined
  try {
    const cms = takeCms(coverage.contents, reasons)
    if (cms.length > maximalCms) {
      reasons.push(reason('budget-exceeded', { detail: 'CMS' }))
      return undefined
    }
    formatted.cms = cms
    formatted.data = readSignedData(formatted.cms)
    return formatted.data
  } catch (error) {
    if (error instanceof SignerCountFault) reasons.push(reason('cms-signer-count', { detail: error.message }))
    else if (error instanceof DerFault) reasons.push(reason('cms-malformed', { detail: error.message }))
    else throw error
    return undefined
  }
}

function checkCms(formatted: FormattedSignature, context: FormatContext): void {
  const { subFilter, coverage, reasons } = formatted
  if (!knownFormats.has(subFilter)) reasons.push(reason('subfilter-unsupported', { detail: subFilter }))
  // There the certificate is in /Cert and the value is no CMS.
  if (subFilter === 'adbe.x509.rsa_sha1') return
  const data = openContents(formatted)
  const { range } = coverage
  if (!data || !range) return
  try {
    const signer = checkSigner(data, expectationOf(data, range, formatted, context))
    formatted.signer = signer
    reasons.push(...signer.reasons)
    if (signer.intact) formatted.integrity = 'intact'
    checkProfile(formatted, signer)
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
    reasons.push(reason('cms-malformed', { detail: error.message }))
  }
}

/** What the CMS signs: the byte range itself, or in adbe.pkcs7.sha1 its SHA-1 as encapsulated content. */
function expectationOf(
  data: SignedData,
  range: ByteRange,
  { subFilter, reasons }: FormattedSignature,
  { digests, otherCertificates }: FormatContext,
): SignerExpectation {
  const contentType = data.contentType === gmDataType ? gmDataType : dataType
  const overRange = (name: string) => digests.digest(name, range)
  if (subFilter !== sha1Format) {
    // C3: never digest the encapsulated content instead of the file.
    if (data.content) reasons.push(reason('cms-encapsulated-content'))
    return { content: digests.chunks(range), digest: overRange, contentType, otherCertificates }
  }
  reasons.push(reason('digest-algorithm-weak'))
  if (!data.content?.equals(overRange('sha1'))) reasons.push(reason('digest-mismatch'))
  return { content: [data.content ?? Buffer.alloc(0)], contentType, otherCertificates }
}

/** C4, C5: what PAdES asks beyond CMS (EN 319 142-1 6.3). */
function checkProfile(formatted: FormattedSignature, signer: SignerResult): void {
  const { subFilter, reasons } = formatted
  const isPades = subFilter === 'ETSI.CAdES.detached'
  if (signer.ess === 'none') reasons.push(reason('ess-missing', { severity: isPades ? 'warning' : 'info' }))
  const faults = isPades ? profileFaults(formatted, signer) : []
  if (faults.length > 0) reasons.push(reason('pades-profile', { detail: faults.join(' ') }))
}

function profileFaults({ found, data }: FormattedSignature, signer: SignerResult): string[] {
  const faults: string[] = []
  if (signer.hasSigningTime) faults.push('signing-time')
  if (!statesTime(found)) faults.push('/M')
  const reasonGiven = found.dict?.entries.get('Reason')
  const hasReason = reasonGiven !== undefined && reasonGiven.kind !== 'null'
  if (hasReason && data?.signer.signed.has(commitmentType)) faults.push('commitment-type')
  return faults
}

import { checkByteRange, type Coverage } from './check-byte-range.ts'
import { checkSigner, type SignerResult } from './cms/check-signer.ts'
import { DerFault, readDer, tags } from './cms/der.ts'
import { readSignedData, type SignedData, SignerCountFault } from './cms/signed-data.ts'
import { type Permissions, readPermissions } from './diff/permissions.ts'
import type { FoundSignature } from './find-signatures.ts'
import { collectLinks } from './graph/edges.ts'
import type { PdfFile } from './read/pdf-file.ts'
import type { Revision } from './read/find-revisions.ts'
import { nameOf, type PdfDict } from './read/values.ts'
import type { RangeDigest } from './range-digest.ts'
import { type Reason, reason } from './reasons.ts'
import type { Certificate } from './trust/certificate.ts'

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
const detachedFormats = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached'])
const maximalCms = 1024 * 1024

/** What is needed besides the signature itself. */
export interface FormatContext {
  bytes: Buffer
  revisions: Revision[]
  file: PdfFile | undefined
  digests: RangeDigest
  otherCertificates: Certificate[]
}

/** §3 and C1 to C9 for one signature: coverage, structure, digest and signature value. */
export function judgeFormat(found: FoundSignature, context: FormatContext): FormattedSignature {
  const { dict } = found
  const permissions = readPermissions(found)
  const subFilter = nameOf(dict?.entries.get('SubFilter')) ?? ''
  const formatted: FormattedSignature = {
    found,
    kind: permissions.certification === undefined ? 'approval' : 'certification',
    subFilter,
    coverage: { reasons: [] },
    permissions,
    integrity: 'unclear',
    reasons: [...permissions.reasons],
  }
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
  formatted.coverage = checkByteRange(context.bytes, context.revisions, dict)
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
  const type = nameOf(dict.entries.get('Type'))
  if (duplicates.length > 0)
    reasons.push(reason('duplicate-key', { severity: 'invalid', detail: duplicates.join(' ') }))
  if (obfuscated.length > 0) reasons.push(reason('name-obfuscated', { severity: 'indeterminate' }))
  const isStamp = subFilter === timestampFormat
  if (isStamp && type !== 'DocTimeStamp') reasons.push(reason('subfilter-type-mismatch', { severity: 'warning' }))
  if (!isStamp && type === 'DocTimeStamp') reasons.push(reason('subfilter-type-mismatch'))
  const typeFits = type === undefined || type === 'Sig' || type === 'DocTimeStamp'
  if (!typeFits || dict.entries.get('Filter')?.kind !== 'name') reasons.push(reason('signature-dictionary-malformed'))
}

/** B1, B7: the dictionary is made in the very revision that it signs. */
function checkOrigin({ found, coverage, reasons }: FormattedSignature): void {
  if (found.removed) reasons.push(reason('signature-removed', { detail: found.fieldName }))
  if (!found.field) return
  if (found.introduced < found.revision) reasons.push(reason('signature-recycled', { detail: found.fieldName }))
  const { revision } = coverage
  if (revision === undefined || revision === found.revision) return
  reasons.push(reason(revision < found.revision ? 'signature-recycled' : 'byte-range-end-not-revision-end'))
}

/** B9: one element, then zeros. Throws `DerFault`. */
function takeCms(contents: Buffer, reasons: Reason[]): Buffer {
  const outer = readDer(contents)
  if (outer.tag !== tags.sequence || outer.raw.length > maximalCms) throw new DerFault('no SEQUENCE')
  const padding = contents.subarray(outer.raw.length)
  if (padding.some((byte) => byte !== 0)) reasons.push(reason('contents-padding-not-zero'))
  return outer.raw
}

/** The CMS of any signature, time-stamps included; a fault becomes a reason. */
export function openContents(formatted: FormattedSignature): SignedData | undefined {
  const { coverage, reasons } = formatted
  if (!coverage.contents) return undefined
  try {
    formatted.cms = takeCms(coverage.contents, reasons)
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
  const isSha1 = subFilter === 'adbe.pkcs7.sha1'
  if (!detachedFormats.has(subFilter) && !isSha1) reasons.push(reason('subfilter-unsupported', { detail: subFilter }))
  if (subFilter === 'adbe.x509.rsa_sha1') return
  const data = openContents(formatted)
  const { range } = coverage
  if (!data || !range) return
  const chunks = context.digests.chunks(range)
  const overRange = (name: string) => context.digests.digest(name, range)
  if (isSha1) {
    reasons.push(reason('digest-algorithm-weak'))
    if (!data.content?.equals(overRange('sha1'))) reasons.push(reason('digest-mismatch'))
  }
  const expectation = {
    content: isSha1 ? [data.content ?? Buffer.alloc(0)] : chunks,
    ...(isSha1 ? {} : { digest: overRange }),
    contentType: data.contentType === gmDataType ? gmDataType : dataType,
    otherCertificates: context.otherCertificates,
  }
  try {
    const signer = checkSigner(data, expectation)
    formatted.signer = signer
    reasons.push(...signer.reasons)
    if (signer.intact) formatted.integrity = 'intact'
    if (data.content && !isSha1) reasons.push(reason('cms-encapsulated-content'))
    checkProfile(formatted, signer)
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
    reasons.push(reason('cms-malformed', { detail: error.message }))
  }
}

/** C4, C5: what PAdES asks beyond CMS (EN 319 142-1 6.3). */
function checkProfile({ subFilter, found, reasons }: FormattedSignature, signer: SignerResult): void {
  const isPades = subFilter === 'ETSI.CAdES.detached'
  if (signer.ess === 'none') reasons.push(reason('ess-missing', { severity: isPades ? 'warning' : 'info' }))
  if (!isPades) return
  const faults: string[] = []
  if (signer.hasSigningTime) faults.push('signing-time')
  if (!found.dict?.entries.has('M')) faults.push('/M')
  if (faults.length > 0) reasons.push(reason('pades-profile', { detail: faults.join(' ') }))
}

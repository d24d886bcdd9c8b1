import { claimedTime } from './signature/claimed-time.ts'
import type { ChangeJudgement } from './judge-changes.ts'
import type { FormattedSignature } from './signature/judge-format.ts'
import type { TrustedSignature } from './signature/trusted-signature.ts'
import { type Afterwards, levelOf } from './level.ts'
import { placeOnPage, widgetBoxes } from '@moqi/pdf/graph/place-on-page'
import type { Revision } from '@moqi/pdf/read/revision'
import { textOf } from '@moqi/pdf/read/values'
import { type Certificate, commonName, nameLine } from '@moqi/trust/chains/certificate'
import type { ProvenTime } from '@moqi/trust/timestamp/read-token-info'
import { attempt } from './structure/attempt.ts'
import { type CertificateSummary, foldReasons, outcomeOf, type SignatureVerdict } from './verdict.ts'

/** One signature with all that was found out about it. */
export interface JudgedSignature {
  formatted: FormattedSignature
  trusted: TrustedSignature
  changes: ChangeJudgement
}

/** Facts about the file that the report of a signature needs. */
export interface ReportContext extends Afterwards {
  fileLength: number
  revisions: Revision[]
  /** SHA-256 of the platform's own roots. */
  ownRoots: Set<string>
}

/** The public verdict of every signature, in the order given. */
export function reportSignatures(signatures: JudgedSignature[], context: ReportContext): SignatureVerdict[] {
  return signatures.map((signature) => reportSignature(signature, context))
}

function reportSignature(signature: JudgedSignature, context: ReportContext): SignatureVerdict {
  const { formatted, trusted, changes } = signature
  const { found } = formatted
  const reasonArray = foldReasons([...formatted.reasons, ...trusted.reasons, ...changes.reasons])
  const place = found.field && found.model ? placeOnPage(found.model, found.field) : { page: null, box: null }
  const certificate = certificateOf(signature)
  const certified = certificate ? summary(certificate) : null
  return {
    fieldName: found.fieldName,
    kind: formatted.kind,
    signerName: signerName(signature, certificate),
    statedReason: textOf(found.dict?.entries.get('Reason')) ?? '',
    ...timesOf(signature),
    timestampAuthority: trusted.timestamp?.authority ?? null,
    certificate: certified,
    algorithm: algorithmOf(signature),
    ...place,
    pages: pagesOf(formatted),
    coverage: coverageOf(formatted, context),
    integrity: formatted.integrity,
    permission: changes.permission,
    identity: identityOf(signature),
    time: timeAxis(trusted),
    level: levelOf(formatted, trusted, context),
    verdict: outcomeOf(reasonArray),
    certificateStatus: statusOf(trusted),
    ownPlatform: isOwn(trusted, context.ownRoots),
    changedAfterwards: changes.changedAfterwards,
    reasonArray,
  }
}

/** Where the signature stands, and the pictures of buttons that it fixes: its stamps and its cross-page seal. */
function pagesOf({ found: { field, model }, permissions }: FormattedSignature): number[] {
  if (!field || !model) return []
  // Who fixes a field fixes what is below it (ISO 32000-2 12.7.5.5): each strip of a seal is a field of its own.
  const fixed = permissions.locks.flatMap(({ action, fields }) => (action === 'Include' ? fields : []))
  const isFixed = (name: string) => fixed.some((one) => name === one || name.startsWith(`${one}.`))
  const own = model.fields.filter(({ name, type }) => name === field.name || (type === 'Btn' && isFixed(name)))
  const pages = own.flatMap((one) => widgetBoxes(model, one).map(({ page }) => page))
  return [...new Set(pages)].toSorted((a, b) => a - b)
}

function algorithmOf({ formatted, trusted }: JudgedSignature): string {
  return formatted.signer?.algorithm ?? trusted.timestamp?.algorithm ?? ''
}

function statusOf({ identity, timestamp }: TrustedSignature): SignatureVerdict['certificateStatus'] {
  return identity?.status ?? (timestamp?.proven ? 'valid' : 'unknown')
}

function certificateOf({ formatted, trusted }: JudgedSignature): Certificate | undefined {
  return formatted.signer?.certificate ?? (formatted.kind === 'timestamp' ? trusted.timestamp?.certificate : undefined)
}

function signerName({ formatted }: JudgedSignature, certificate: Certificate | undefined): string {
  const named = certificate ? attempt(() => commonName(certificate.subject)) : undefined
  if (named !== undefined) return named
  return textOf(formatted.found.dict?.entries.get('Name')) ?? ''
}

type Times = Pick<SignatureVerdict, 'signTime' | 'timestampTime' | 'timestampAccuracy'>

function timesOf({ formatted, trusted }: JudgedSignature): Times {
  const { timestamp, provenTime } = trusted
  const stamp = timestamp?.intact ? timestamp.said : undefined
  const claimed = claimedTime(formatted.found) ?? null
  return {
    signTime: formatted.kind === 'timestamp' ? (stamp?.time ?? claimed) : claimed,
    ...timestampOf(stamp ?? provenTime),
  }
}

function timestampOf(stamp: ProvenTime | undefined): Omit<Times, 'signTime'> {
  if (!stamp) return { timestampTime: null }
  return { timestampTime: stamp.time, ...(stamp.accuracy > 0 ? { timestampAccuracy: stamp.accuracy } : {}) }
}

function summary(certificate: Certificate): CertificateSummary {
  return {
    subject: attempt(() => nameLine(certificate.subject)) ?? '',
    issuer: attempt(() => nameLine(certificate.issuer)) ?? '',
    serialNumber: certificate.serial.toString('hex').toUpperCase(),
    notBefore: certificate.notBefore,
    notAfter: certificate.notAfter,
  }
}

function coverageOf({ coverage }: FormattedSignature, context: ReportContext): SignatureVerdict['coverage'] {
  if (coverage.revision === undefined || coverage.reasons.length > 0) return 'partial'
  const isLast = coverage.revision === context.revisions.length - 1
  const end = context.revisions[coverage.revision]?.lineEnd ?? 0
  return isLast && end === context.fileLength ? 'whole-file' : 'whole-revision'
}

function identityOf({ trusted }: JudgedSignature): SignatureVerdict['identity'] {
  const { identity, timestamp } = trusted
  if (identity?.status === 'revoked') return 'revoked'
  if (!identity) return timestamp?.proven ? 'confirmed' : 'unconfirmed'
  return identity.trusted && outcomeOf(identity.reasons) === 'valid' ? 'confirmed' : 'unconfirmed'
}

function timeAxis({ contradictory, provenTime, reasons }: TrustedSignature): SignatureVerdict['time'] {
  if (contradictory || reasons.some(({ code }) => code === 'timestamp-order')) return 'contradictory'
  return provenTime === undefined ? 'claimed' : 'proven'
}

function isOwn({ identity, timestamp }: TrustedSignature, ownRoots: Set<string>): boolean {
  const path = identity ? (identity.trusted ? identity.path : []) : timestamp?.proven ? timestamp.path : []
  const root = path.at(-1)
  return root !== undefined && ownRoots.has(root.sha256)
}

import { archivePrefix, certificationField } from '@moqi/form/field-names'
import { subFilter } from '@moqi/form/seed-values'
import { isSignedBy } from '@moqi/trust/chains/signed-by'
import type { Certificate } from '@moqi/trust/chains/certificate'
import { isSm2 } from '@moqi/trust/cms/keys'
import type { Fact, FactKind } from './diff/facts.ts'
import { isLocked } from '@moqi/form/permissions'
import type { FormattedSignature } from './signature/judge-format.ts'
import type { TrustedSignature } from './signature/trusted-signature.ts'
import { type Reason, reason } from './reasons/reasons.ts'
import { attempt } from './structure/attempt.ts'

/** One signature of a document that our own certification opened. */
export interface ProfileSignature {
  formatted: FormattedSignature
  trusted: TrustedSignature
}

/** What a signing increment may do (§5, profile moqi, rule 2), and the archive increments of rule 1. */
const allowedKinds = new Set<FactKind>(['field-signed', 'field-filled', 'dss', 'timestamp-field-added'])
/** What the dictionaries of an archive increment change besides. */
const archiveKinds = new Set<FactKind>(['version'])

/**
 * Whether the strict profile applies: the first signature certifies, in our field, and its chain ends in one of our
 * own roots. Names alone prove nothing.
 */
export function isOwnDocument(signatures: ProfileSignature[], ownRoots: Set<string>): boolean {
  const [first] = signatures
  if (!first || first.formatted.kind !== 'certification' || first.formatted.integrity !== 'intact') return false
  const root = first.trusted.identity?.trusted ? first.trusted.identity.path.at(-1) : undefined
  return first.formatted.found.fieldName === certificationField && root !== undefined && ownRoots.has(root.sha256)
}

/** Every deviation from the profile, even where the general table would allow it (§5, profile moqi, rules 1 to 7). */
export function judgeOwnProfile(signatures: ProfileSignature[], facts: Fact[], lastRevision: number): Reason[] {
  const faults = [
    ...signatures.flatMap(formatFaults),
    ...strangeTimestamps(signatures),
    ...facts.flatMap((fact) => factFaults(fact, signatures)),
  ]
  const signed = new Set(signatures.map(({ formatted }) => formatted.coverage.revision))
  const first = signatures[0]?.formatted.coverage.revision ?? 0
  for (let revision = first; revision <= lastRevision; revision += 1) {
    const storeOnly = facts.some((fact) => fact.revision === revision && fact.kind === 'dss') && revision < lastRevision
    if (!signed.has(revision) && !storeOnly) faults.push(`第${revision + 1}个版本没有签名`)
  }
  return [...new Set(faults)].map((detail) => reason('own-profile-violated', { detail }))
}

/**
 * Rule 5: PAdES, or for SM2 the format of ADR 0007, with ESS v2, no signing-time, zero padding. A time-stamp that is
 * there has to be one over this very signature; for one that is not there see `awaitingTimestamp`.
 */
function formatFaults({ formatted, trusted }: ProfileSignature): string[] {
  const { fieldName } = formatted.found
  const faults = isRespelt(formatted) ? [`${fieldName}: /Contents`] : []
  if (formatted.kind === 'timestamp') return faults
  if (formatted.subFilter !== ownSubFilter(formatted)) faults.push(`${fieldName}: SubFilter`)
  const { timestamp } = trusted
  if (timestamp && !timestamp.intact) faults.push(`${fieldName}: ${timestamp.problem ?? 'timestamp-invalid'}`)
  if (bringsStrangers(formatted, trusted)) faults.push(`${fieldName}: certificates`)
  if (formatted.signer && formatted.signer.ess !== 'v2') faults.push(`${fieldName}: ESS`)
  const profile = new Set(['contents-padding-not-zero', 'pades-profile', 'cms-not-der', 'lock-inconsistent'])
  for (const { code } of formatted.reasons) if (profile.has(code)) faults.push(`${fieldName}: ${code}`)
  return faults
}

/**
 * E2: document time-stamps of an authority that is neither trusted nor the one that timed our signatures. One of that
 * authority is left to the trust in its root, which may be unknown where a file of ours is judged elsewhere.
 */
function strangeTimestamps(signatures: readonly ProfileSignature[]): string[] {
  const known = signatures.flatMap(({ formatted, trusted: { timestamp } }) =>
    formatted.kind !== 'timestamp' && timestamp?.intact ? timestamp.certificates : [],
  )
  const isKnown = (one: Certificate) =>
    known.some((other) => one.sha256 === other.sha256 || attempt(() => isSignedBy(one, other)) === true)
  return signatures.flatMap(({ formatted: { kind, found }, trusted: { timestamp } }) => {
    if (kind !== 'timestamp' || timestamp?.problem !== 'chain-untrusted') return []
    const { certificate } = timestamp
    return certificate && isKnown(certificate) ? [] : [`${found.fieldName}: 其他机构的时间戳`]
  })
}

/**
 * Signatures that nothing times. Where the authority is out of reach we sign without a time-stamp, and a document
 * time-stamp follows; a copy given out before it comes, or one whose time-stamp somebody took off, proves no time.
 */
export const awaitingTimestamp = (signatures: readonly ProfileSignature[]): ProfileSignature[] =>
  signatures.filter(
    ({ formatted, trusted }) => formatted.kind !== 'timestamp' && !trusted.timestamp && !trusted.provenTime,
  )

/** We write hexadecimal in small letters: in large ones it is the same, and somebody else has been there. */
function isRespelt({ found: { dict, model } }: FormattedSignature): boolean {
  const contents = dict?.entries.get('Contents')
  const source = contents && model?.view.file.bytes.subarray(contents.start, contents.end)
  return source?.some((byte) => byte >= 0x41 && byte <= 0x46) === true
}

function ownSubFilter({ signer }: FormattedSignature): string {
  const key = signer?.certificate?.key
  return subFilter[key && isSm2(key) ? 'SM2' : 'P-256']
}

/** Our CMS holds the certificates of its chain and nothing else, so no byte of it is without effect. */
function bringsStrangers({ signer }: FormattedSignature, { identity, timestamp }: TrustedSignature): boolean {
  if (!signer || !identity?.trusted) return false
  const known = new Set([...identity.path, ...(timestamp?.path ?? [])].map((certificate) => certificate.sha256))
  const brought = [...signer.certificates, ...(timestamp?.certificates ?? [])]
  const unreadable = signer.unreadable + (timestamp?.unreadable ?? 0)
  return unreadable > 0 || brought.some(({ sha256 }) => !known.has(sha256))
}

const isArchiveField = ({ field }: Fact) => field?.startsWith(archivePrefix) === true

/** Rules 2 to 4: what changed is signed by this increment's signer and locked by that signature. */
function factFaults(fact: Fact, signatures: ProfileSignature[]): string[] {
  const label = `第${fact.revision + 1}个版本: ${fact.kind}${fact.field === undefined ? '' : ` ${fact.field}`}`
  const signer = signatures.find(({ formatted }) => formatted.coverage.revision === fact.revision)
  const isArchive = signer?.formatted.kind === 'timestamp'
  if (!allowedKinds.has(fact.kind)) return isArchive && archiveKinds.has(fact.kind) ? [] : [label]
  if (fact.kind === 'timestamp-field-added') return isArchive && isArchiveField(fact) ? [] : [label]
  return fact.kind !== 'field-filled' || isReserved(fact, signer) ? [] : [label]
}

/** What the platform set aside for this signer, whatever else the signature says of itself. */
function isReserved({ field }: Fact, signer: ProfileSignature | undefined): boolean {
  const lock = signer?.formatted.permissions.fieldLock
  return lock !== undefined && field !== undefined && isLocked(lock, field)
}

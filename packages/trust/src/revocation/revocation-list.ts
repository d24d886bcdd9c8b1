import { bitsOf, childrenIn, childrenOf, type Der, DerFault, readDer, tags, timeOf } from '../asn1/read-der.ts'
import { basicConstraints, type Certificate, readExtensions, isTime, signedFields } from '../chains/certificate.ts'

/** A certificate taken back: when (ms), and why (RFC 5280 5.3.1). */
export interface Revocation {
  at: number
  reason: number
}

/** A certificate revocation list (RFC 5280 5). Times in milliseconds. */
export interface RevocationList {
  der: Buffer
  issuer: Buffer
  thisUpdate: number
  nextUpdate: number | undefined
  /** Grows with every list of an issuer (RFC 5280 5.2.3), in decimal; undefined where it has none. */
  number: string | undefined
  tbs: Buffer
  algorithm: Der
  signature: Buffer
  /** Revocations of the issuer's own certificates by serial number in hexadecimal. */
  revoked: Map<string, Revocation>
  scope: ListScope
}

/** Whose certificates a list would name if they were revoked. */
export interface ListScope {
  /** Covers only changes, some reasons, or what nobody here understands: that it is silent says nothing. */
  partial: boolean
  /** Only these, when it says so. */
  only?: 'users' | 'authorities'
  /** Names of the place it is published at, in DER; empty when it says none. */
  points: Buffer[]
}

/** RFC 5280 5.3.1. */
export const revocationReasons = {
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  hold: 6,
  removed: 8,
} as const

const reasonCode = '2.5.29.21'
const deltaIndicator = '2.5.29.27'
const issuingDistributionPoint = '2.5.29.28'
const listNumber = '2.5.29.20'
const certificateIssuer = '2.5.29.29'
const distributionPoints = '2.5.29.31'
/** Key identifier, number and other names of the list; reason, date, hold instruction and issuer of an entry. */
const understood = new Set([
  '2.5.29.35',
  listNumber,
  '2.5.29.18',
  issuingDistributionPoint,
  reasonCode,
  '2.5.29.24',
  '2.5.29.23',
  certificateIssuer,
])

/** Reads a revocation list; throws `DerFault`. */
export function readRevocationList(der: Buffer): RevocationList {
  const outer = readDer(der)
  const [tbs, algorithm, signature] = childrenIn(outer, tags.sequence)
  const fields = childrenIn(tbs, tags.sequence)
  if (fields[0]?.tag === tags.integer) fields.shift()
  const [, issuer, thisUpdate, ...rest] = fields
  if (!tbs || !algorithm || !issuer) throw new DerFault('revocation list')
  const next = rest.find(isTime)
  const list = rest.find(({ tag }) => tag === tags.sequence)
  const entries = readEntries(list ? childrenOf(list) : [], issuer.raw)
  const extensions = readExtensions(rest.find(({ tag }) => tag === tags.context0))
  const scope = readScope(extensions)
  return {
    der: outer.raw,
    issuer: issuer.raw,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next ? timeOf(next) : undefined,
    number: readNumber(extensions),
    tbs: tbs.raw,
    algorithm,
    signature: bitsOf(signature),
    revoked: entries.revoked,
    scope: { ...scope, partial: scope.partial || entries.partial },
  }
}

function readNumber(extensions: Certificate['extensions']): string | undefined {
  const number = extensions.get(listNumber)
  return number && BigInt(`0x${readDer(number.value).content.toString('hex') || '0'}`).toString()
}

/** Whether DER has the outline of a revocation list (RFC 5280 5.1); throws `DerFault`. */
export const hasListOutline = (whole: Der): boolean => isTime(signedFields(whole, tags.integer)[2])

/** RFC 5280 5.2.4, 5.2.5: deltas, and what a list says of its own extent. */
function readScope(extensions: Certificate['extensions']): ListScope {
  const scope: ListScope = { partial: extensions.has(deltaIndicator) || hasUnknown(extensions), points: [] }
  const own = extensions.get(issuingDistributionPoint)
  for (const part of own ? childrenIn(readDer(own.value), tags.sequence) : []) {
    // A flag that is not set may as well not be there.
    if (isFlag(part) && part.content[0] === 0) continue
    if (part.tag === tags.context0) scope.points.push(...pointNames(part))
    else if (part.tag === 0x81 && !scope.only) scope.only = 'users'
    else if (part.tag === 0x82 && !scope.only) scope.only = 'authorities'
    else scope.partial = true
  }
  return scope
}

const isFlag = ({ tag }: Der) => tag === 0x81 || tag === 0x82 || tag === 0x84 || tag === 0x85

/** DistributionPointName: full names, or one relative to the issuer. */
function pointNames(wrapper: Der): Buffer[] {
  const name = childrenOf(wrapper)[0]
  if (name?.tag !== tags.context0) return name ? [name.raw] : []
  return childrenOf(name).map(({ raw }) => raw)
}

const hasUnknown = (extensions: Certificate['extensions']) =>
  [...extensions].some(([oid, { critical }]) => critical && !understood.has(oid))

/** RFC 5280 5.3.3: an entry that names an issuer stands, like those after it, for a certificate of that one. */
function readEntries(entries: Der[], issuer: Buffer): { revoked: RevocationList['revoked']; partial: boolean } {
  const revoked: RevocationList['revoked'] = new Map()
  let partial = false
  let isOwn = true
  for (const entry of entries) {
    const [serial, at] = childrenOf(entry)
    const extensions = entryExtensions(entry)
    const other = extensions.get(certificateIssuer)
    if (other) isOwn = namesIssuer(other.value, issuer)
    partial ||= other !== undefined || hasUnknown(extensions)
    const coded = extensions.get(reasonCode)
    const reason = coded ? (readDer(coded.value).content[0] ?? 0) : 0
    const key = serial?.content.toString('hex') ?? ''
    if (isOwn && !isDefinitive(revoked.get(key))) revoked.set(key, { at: timeOf(at), reason })
  }
  return { revoked, partial }
}

/** Neither on hold nor taken off the list again. */
export function isDefinitive(revocation: Revocation | undefined): boolean {
  if (!revocation) return false
  return revocation.reason !== revocationReasons.hold && revocation.reason !== revocationReasons.removed
}

function entryExtensions(entry: Der): Certificate['extensions'] {
  const list = childrenOf(entry)[2]
  if (!list) return new Map()
  // The entry's extensions stand bare; the certificate's stand in a wrapper.
  const wrapper: Der = { ...list, tag: tags.context0, content: list.raw, indefinite: false }
  return readExtensions(wrapper)
}

function namesIssuer(names: Buffer, issuer: Buffer): boolean {
  return childrenIn(readDer(names), tags.sequence).some(
    (name) => name.tag === 0xa4 && childrenOf(name)[0]?.raw.equals(issuer) === true,
  )
}

/** Whether the list would name the certificate if it were revoked (RFC 5280 6.3.3 b). Throws `DerFault`. */
export function isComplete({ scope }: RevocationList, certificate: Certificate): boolean {
  if (scope.partial) return false
  if (scope.only && (scope.only === 'authorities') !== basicConstraints(certificate).authority) return false
  const places = certificate.extensions.get(distributionPoints)
  if (scope.points.length === 0 || !places) return true
  const named = childrenIn(readDer(places.value), tags.sequence)
    .flatMap((point) => childrenIn(point, tags.sequence))
    .filter(({ tag }) => tag === tags.context0)
    .flatMap(pointNames)
  return named.some((name) => scope.points.some((point) => point.equals(name)))
}

import { checkSignature } from '../cms/algorithms.ts'
import { childrenIn, childrenOf, type Der, DerFault, bitsOf, readDer, tags, timeOf } from '../cms/der.ts'
import { type Certificate, hasKeyUsage, readExtensions } from './certificate.ts'

/** A certificate revocation list (RFC 5280 5). Times in milliseconds. */
export interface RevocationList {
  der: Buffer
  issuer: Buffer
  thisUpdate: number
  nextUpdate: number | undefined
  tbs: Buffer
  algorithm: Der
  signature: Buffer
  /** Revocations by serial number in hexadecimal. */
  revoked: Map<string, { at: number; reason: number }>
  /** Covers only some certificates, or only changes: not usable as a complete answer. */
  partial: boolean
}

const reasonCode = '2.5.29.21'
const deltaIndicator = '2.5.29.27'
const issuingDistributionPoint = '2.5.29.28'
const certificateIssuer = '2.5.29.29'

/** RFC 5280 5.3.1. */
export const revocationReasons = { keyCompromise: 1, hold: 6, removed: 8 } as const

/** Reads a revocation list; throws `DerFault`. */
export function readRevocationList(der: Buffer): RevocationList {
  const outer = readDer(der)
  const [tbs, algorithm, signature] = childrenIn(outer, tags.sequence)
  const fields = childrenIn(tbs, tags.sequence)
  if (fields[0]?.tag === tags.integer) fields.shift()
  const [, issuer, thisUpdate, ...rest] = fields
  if (!tbs || !algorithm || !issuer) throw new DerFault('revocation list')
  const next = rest.find(({ tag }) => tag === tags.utcTime || tag === tags.generalizedTime)
  const list = rest.find(({ tag }) => tag === tags.sequence)
  const entries = list ? childrenOf(list) : []
  const extensions = readExtensions(rest.find(({ tag }) => tag === tags.context0))
  return {
    der: outer.raw,
    issuer: issuer.raw,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next ? timeOf(next) : undefined,
    tbs: tbs.raw,
    algorithm,
    signature: bitsOf(signature),
    revoked: new Map(entries.map(readEntry)),
    partial: isPartial(extensions, entries),
  }
}

function isPartial(extensions: Certificate['extensions'], entries: Der[]): boolean {
  if (extensions.has(deltaIndicator) || extensions.get(issuingDistributionPoint)?.critical === true) return true
  return entries.some((entry) => entryExtensions(entry).has(certificateIssuer))
}

function entryExtensions(entry: Der): Certificate['extensions'] {
  const list = childrenOf(entry)[2]
  if (!list) return new Map()
  // The entry's extensions stand bare; the certificate's stand in a wrapper.
  const wrapper: Der = { tag: tags.context0, raw: list.raw, content: list.raw, indefinite: false }
  return readExtensions(wrapper)
}

function readEntry(entry: Der): [string, { at: number; reason: number }] {
  const [serial, at] = childrenOf(entry)
  const coded = entryExtensions(entry).get(reasonCode)
  const reason = coded ? (readDer(coded.value).content[0] ?? 0) : 0
  return [serial?.content.toString('hex') ?? '', { at: timeOf(at), reason }]
}

/** What is known of one certificate's revocation (T7, T8). */
export type RevocationStatus =
  | { status: 'good' }
  | { status: 'revoked'; at: number; reason: number }
  | { status: 'stale' }
  | { status: 'unknown' }

const maximalAge = 30 * 24 * 3600 * 1000

/**
 * T7, T8: looks the certificate up in the lists of its issuer. `time` is the best signature time,
 * `now` the present, both in milliseconds.
 */
export function revocationStatus(
  certificate: Certificate,
  issuer: Certificate,
  lists: RevocationList[],
  { time, now }: { time: number; now: number },
): RevocationStatus {
  const usable = lists.filter((list) => isUsable(list, issuer, now))
  const serial = certificate.serial.toString('hex')
  for (const list of usable) {
    const entry = list.revoked.get(serial)
    if (entry && entry.reason !== revocationReasons.removed) return { status: 'revoked', ...entry }
  }
  if (usable.some((list) => isFresh(list, time))) return { status: 'good' }
  return { status: usable.length > 0 ? 'stale' : 'unknown' }
}

function isUsable(list: RevocationList, issuer: Certificate, now: number): boolean {
  if (list.partial || !list.issuer.equals(issuer.subject) || !issuer.key || list.thisUpdate > now) return false
  if (!hasKeyUsage(issuer, 6)) return false
  const { algorithm, tbs: signed, signature: value } = list
  return checkSignature({ algorithm, key: issuer.key, signed, value }).ok
}

/** Issued after the signature, or still in force then and not older than 30 days. */
function isFresh(list: RevocationList, time: number): boolean {
  if (list.thisUpdate >= time) return true
  return list.nextUpdate !== undefined && list.nextUpdate >= time && time - list.thisUpdate <= maximalAge
}

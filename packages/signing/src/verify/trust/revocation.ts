import { checkSignature } from '../cms/algorithms.ts'
import { childrenIn, childrenOf, type Der, DerFault, bitsOf, readDer, tags, timeOf } from '../cms/der.ts'
import { type Certificate, hasKeyUsage, readExtensions } from './certificate.ts'
import type { OcspResponse } from './ocsp-response.ts'
import { type VerifiedAnswer, verifiedAnswers } from './ocsp-status.ts'

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
export const revocationReasons = {
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  hold: 6,
  removed: 8,
} as const

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

/** Revocation lists and OCSP responses to judge with; none of them is verified before it is used. */
export interface RevocationData {
  lists: RevocationList[]
  responses: OcspResponse[]
}

/** The data of all sources together. */
export function joinRevocation(...sources: RevocationData[]): RevocationData {
  return { lists: sources.flatMap(({ lists }) => lists), responses: sources.flatMap(({ responses }) => responses) }
}

const maximalAge = 30 * 24 * 3600 * 1000

/** The best signature time and the present, in milliseconds. */
interface Moment {
  time: number
  now: number
}

/**
 * T7, T8: looks the certificate up in the lists of its issuer, and in what responders of its issuer said of it. One
 * word of revocation outweighs any number of good answers.
 */
export function revocationStatus(
  certificate: Certificate,
  issuer: Certificate,
  data: RevocationData,
  moment: Moment,
): RevocationStatus {
  const lists = data.lists.filter((list) => isUsable(list, issuer, moment.now))
  const answers = verifiedAnswers(certificate, issuer, data.responses, moment.now).filter(
    ({ openResponder }) => !openResponder || stateOfResponder(openResponder, lists, moment).status !== 'revoked',
  )
  const revoked = revocationIn(certificate, lists, answers)
  if (revoked) return { status: 'revoked', ...revoked }
  const good = answers.filter((answer) => answer.state.kind === 'good' && isVouchedFor(answer, lists, moment))
  if (lists.length === 0 && good.length === 0) return { status: 'unknown' }
  return { status: [...lists, ...good].some((source) => isFresh(source, moment.time)) ? 'good' : 'stale' }
}

function revocationIn(
  certificate: Certificate,
  lists: RevocationList[],
  answers: VerifiedAnswer[],
): { at: number; reason: number } | undefined {
  const serial = certificate.serial.toString('hex')
  const entries = lists.flatMap((list) => list.revoked.get(serial) ?? [])
  const said = answers.flatMap(({ state }) =>
    state.kind === 'revoked' ? [{ at: state.at, reason: state.reason }] : [],
  )
  const standing = [...entries, ...said].filter(({ reason }) => reason !== revocationReasons.removed)
  return standing.toSorted((one, other) => one.at - other.at)[0]
}

/** RFC 6960 4.2.2.2.1: a responder without nocheck may be revoked itself, so its good word needs a list. */
function isVouchedFor({ openResponder }: VerifiedAnswer, lists: RevocationList[], moment: Moment): boolean {
  return !openResponder || stateOfResponder(openResponder, lists, moment).status === 'good'
}

function stateOfResponder(responder: Certificate, lists: RevocationList[], { time }: Moment): RevocationStatus {
  const revoked = revocationIn(responder, lists, [])
  if (revoked) return { status: 'revoked', ...revoked }
  return { status: lists.some((list) => isFresh(list, time)) ? 'good' : 'unknown' }
}

function isUsable(list: RevocationList, issuer: Certificate, now: number): boolean {
  if (list.partial || !list.issuer.equals(issuer.subject) || !issuer.key || list.thisUpdate > now) return false
  if (!hasKeyUsage(issuer, 6)) return false
  const { algorithm, tbs: signed, signature: value } = list
  return checkSignature({ algorithm, key: issuer.key, signed, value }).ok
}

/** Said after the signature, or still in force then and not older than 30 days. */
function isFresh(
  { thisUpdate, nextUpdate }: { thisUpdate: number; nextUpdate: number | undefined },
  time: number,
): boolean {
  if (thisUpdate >= time) return true
  return nextUpdate !== undefined && nextUpdate >= time && time - thisUpdate <= maximalAge
}

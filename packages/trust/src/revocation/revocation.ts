import { isSignedWith } from '../chains/signed-by.ts'
import { type Certificate, extensionIds, hasKeyUsage } from '../chains/certificate.ts'
import { type OcspResponse, readOcspResponse } from './ocsp-response.ts'
import { clockDifference, type VerifiedAnswer, verifiedAnswers } from './ocsp-status.ts'
import {
  isComplete,
  isDefinitive,
  readRevocationList,
  type Revocation,
  type RevocationList,
  revocationReasons,
} from './revocation-list.ts'
import { attemptDer, childrenIn, childrenOf, tags } from '../asn1/read-der.ts'
import type { SignedData } from '../cms/read-signed-data.ts'

/** What is known of one certificate's revocation (T7, T8). */
export type RevocationStatus =
  | { status: 'good' }
  /** By every source that says so, the earliest first. */
  | { status: 'revoked'; revocations: Revocation[] }
  | { status: 'stale' }
  | { status: 'unknown' }

/** Revocation lists and OCSP responses to judge with; none of them is verified before it is used. */
export interface RevocationData {
  lists: RevocationList[]
  responses: OcspResponse[]
  /** Among them those of responders that did not send their own. */
  certificates?: Certificate[]
}

/** The data of all sources together. */
export function joinRevocation(...sources: RevocationData[]): Required<RevocationData> {
  return {
    lists: sources.flatMap(({ lists }) => lists),
    responses: sources.flatMap(({ responses }) => responses),
    certificates: sources.flatMap(({ certificates = [] }) => certificates),
  }
}

const maximalAge = 30 * 24 * 3600 * 1000
const shortLived = 48 * 3600 * 1000

/** T8: noRevAvail (RFC 9608), and certificates that end before anyone could revoke them. */
export function isExempt(certificate: Certificate): boolean {
  if (certificate.extensions.has(extensionIds.noRevocation)) return true
  return certificate.notAfter - certificate.notBefore <= shortLived
}

/** The best signature time and the present, in milliseconds. */
interface Moment {
  time: number
  now: number
}

/**
 * T7, T8: looks the certificate up in the lists of its issuer, and in what responders of its issuer said of it. One
 * word of revocation outweighs any number of good answers, and counts in whatever list the issuer signed.
 */
export function revocationStatus(
  certificate: Certificate,
  issuer: Certificate,
  data: RevocationData,
  moment: Moment,
): RevocationStatus {
  const lists = data.lists.filter((list) => isUsable(list, issuer, moment.now))
  const answers = verifiedAnswers(certificate, issuer, data, moment.now).filter(
    ({ openResponder }) => !openResponder || stateOfResponder(openResponder, lists, moment) !== 'revoked',
  )
  const revocations = revocationsIn(certificate, lists, answers)
  if (revocations.length > 0) return { status: 'revoked', revocations }
  const good = answers.filter((answer) => answer.state.kind === 'good' && isVouchedFor(answer, lists, moment))
  const complete = lists.filter((list) => isComplete(list, certificate))
  if (complete.length === 0 && good.length === 0) return { status: 'unknown' }
  // RFC 5280 3.3: who has expired is taken off the lists, and no longer spoken of.
  const timely = [...complete, ...good].filter(({ thisUpdate }) => thisUpdate <= certificate.notAfter)
  return { status: timely.some((source) => isFresh(source, moment.time)) ? 'good' : 'stale' }
}

/** T7: the revocation that weighs most at a time (ms): a definitive one before it, then any before it. */
export function decisiveRevocation(revocations: Revocation[], time: number): Revocation | undefined {
  const before = revocations.filter(({ at }) => at <= time)
  return before.find(isDefinitive) ?? before[0] ?? revocations.find(isDefinitive) ?? revocations[0]
}

function revocationsIn(certificate: Certificate, lists: RevocationList[], answers: VerifiedAnswer[]): Revocation[] {
  const serial = certificate.serial.toString('hex')
  const entries = lists.flatMap((list) => list.revoked.get(serial) ?? [])
  const said = answers.flatMap(({ state }) =>
    state.kind === 'revoked' ? [{ at: state.at, reason: state.reason }] : [],
  )
  const standing = [...entries, ...said].filter(({ reason }) => reason !== revocationReasons.removed)
  return standing.toSorted((one, other) => one.at - other.at)
}

/** RFC 6960 4.2.2.2.1: a responder without nocheck may be revoked itself, so its good word needs a list. */
function isVouchedFor({ openResponder }: VerifiedAnswer, lists: RevocationList[], moment: Moment): boolean {
  return !openResponder || stateOfResponder(openResponder, lists, moment) === 'good'
}

function stateOfResponder(
  responder: Certificate,
  lists: RevocationList[],
  { time }: Moment,
): 'good' | 'revoked' | 'unknown' {
  if (revocationsIn(responder, lists, []).length > 0) return 'revoked'
  return lists.some((list) => isComplete(list, responder) && isFresh(list, time)) ? 'good' : 'unknown'
}

/** Signed by the issuer, and not from the future. */
function isUsable(list: RevocationList, issuer: Certificate, now: number): boolean {
  if (!list.issuer.equals(issuer.subject) || list.thisUpdate > now + clockDifference) return false
  return hasKeyUsage(issuer, 6) && isSignedWith(list, issuer)
}

/** Said after the signature, or still in force then and not older than 30 days. */
function isFresh(
  { thisUpdate, nextUpdate }: { thisUpdate: number; nextUpdate: number | undefined },
  time: number,
): boolean {
  if (thisUpdate >= time) return true
  return nextUpdate !== undefined && nextUpdate >= time && time - thisUpdate <= maximalAge
}

/** adbe-revocationInfoArchival (ISO 32000-2 12.8.3.3.2), a signed attribute. */
const archivalAttribute = '1.2.840.113583.1.1.8'

/** Revocation data that a CMS brings: in its `crls` (RFC 5652, RFC 5940), and in Adobe's attribute (C6). */
export function embeddedRevocation(data: SignedData | undefined): RevocationData {
  const archived = (data?.signer.signed.get(archivalAttribute) ?? []).flatMap(
    (value) => attemptDer(() => childrenIn(value, tags.sequence)) ?? [],
  )
  const members = (tag: number) =>
    archived
      .filter((part) => part.tag === tag)
      .flatMap((part) => attemptDer(() => childrenIn(childrenOf(part)[0], tags.sequence)) ?? [])
      .map(({ raw }) => raw)
  const lists = [...(data?.revocationLists ?? []), ...members(tags.context0)]
  const responses = [...(data?.responses ?? []), ...members(tags.context1)]
  return {
    lists: lists.flatMap((der) => attemptDer(() => readRevocationList(der)) ?? []),
    responses: responses.flatMap((der) => attemptDer(() => readOcspResponse(der)) ?? []),
  }
}

import { digestName } from '../cms/check-signature.ts'
import {
  attemptDer,
  childrenIn,
  childrenOf,
  countOf,
  type Der,
  DerFault,
  descend,
  octetsOf,
  oidOf,
  readDer,
  tags,
  timeOf,
} from '../asn1/read-der.ts'
import { readExtensions } from '../chains/certificate.ts'

/** What a time-stamp token says (TSTInfo, RFC 3161 2.4.2). */
export interface TokenInfo {
  /** As node:crypto names it; undefined when it is not known here. */
  digest: string | undefined
  imprint: Buffer
  /** An accuracy that is not stated is 0. */
  proven: ProvenTime
  /** The authority warrants that its tokens are in the order of their times, whatever their accuracy. */
  ordered: boolean
}

/** Reads TSTInfo; throws `DerFault`, also for critical extensions, of which none is known. */
export function readTokenInfo(bytes: Buffer): TokenInfo {
  const [version, policy, imprint, serial, time, ...optional] = childrenIn(readDer(bytes), tags.sequence)
  if (version?.content[0] !== 1 || serial?.tag !== tags.integer) throw new DerFault('TSTInfo')
  oidOf(policy)
  const [algorithm, hash] = childrenIn(imprint, tags.sequence)
  if (time?.tag !== tags.generalizedTime) throw new DerFault('genTime')
  refuseCritical(optional.find(({ tag }) => tag === tags.context1))
  const digest = digestName(oidOf(childrenOf(algorithm ?? time)[0]))
  const accuracy = accuracyOf(optional.find(({ tag }) => tag === tags.sequence))
  return {
    digest,
    imprint: octetsOf(hash),
    proven: { time: timeOf(time), accuracy, ...(digest === undefined ? {} : { digest }) },
    ordered: optional.some(({ tag, content }) => tag === tags.boolean && content[0] !== 0),
  }
}

/** The time (ms) that an authority's answer (DER TimeStampResp) tells; null when it holds no readable time-stamp. */
export function timeOfAnswer(answer: Buffer): number | null {
  const time = attemptDer(() => {
    const [, token] = childrenIn(readDer(answer), tags.sequence)
    return token && timeInToken(token)
  })
  return time ?? null
}

/** The time (ms) that a token tells, whatever it is over and whoever made it; null when it cannot be read. */
export const timeOfToken = (token: Buffer): number | null => attemptDer(() => timeInToken(readDer(token))) ?? null

/** ContentInfo → SignedData → EncapsulatedContentInfo → OCTET STRING → TSTInfo. */
const timeInToken = (token: Der): number => readTokenInfo(octetsOf(descend(token, 1, 0, 2, 1, 0))).proven.time

/** Seconds, milliseconds [0] and microseconds [1], each of which may be absent. */
function accuracyOf(accuracy: Der | undefined): number {
  const parts = accuracy ? childrenOf(accuracy) : []
  const part = (tag: number) => {
    const found = parts.find((one) => one.tag === tag)
    return found ? countOf(found) : 0
  }
  return part(tags.integer) * 1000 + part(0x80) + Math.ceil(part(0x81) / 1000)
}

/** The extensions stand bare under their tag, where a certificate's stand in a list of their own. */
function refuseCritical(extensions: Der | undefined): void {
  if (!extensions) return
  const list = Buffer.from(extensions.raw)
  list[0] = tags.sequence
  for (const { critical } of readExtensions({ ...extensions, tag: tags.context0, content: list }).values()) {
    if (critical) throw new DerFault('critical extension in TSTInfo')
  }
}

/**
 * The time a token proves: genTime, give or take its accuracy (RFC 3161 2.4.2), in milliseconds; `digest` is the hash
 * of its imprint as node:crypto names it.
 */
export interface ProvenTime {
  time: number
  accuracy: number
  digest?: string
}

/** Before this the token was not made. */
export const earliestOf = ({ time, accuracy }: ProvenTime): number => time - accuracy

/** By this at the latest everything the token covers existed. */
export const latestOf = ({ time, accuracy }: ProvenTime): number => time + accuracy

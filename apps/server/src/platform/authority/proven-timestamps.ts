import { childrenOf, descend, readStrictDer } from '@moqi/trust/asn1/read-der'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { type TimestampAuthority, TimestampRefusal } from '@moqi/trust/timestamp/request-token'
import { checkTimestamp } from '@moqi/verify/check-timestamp'

/** What an authority is trusted by: roots (DER), and the time in ms. */
type Trusting = { roots: readonly Buffer[]; now: () => number }

/**
 * An authority whose every time-stamp is verified as whoever receives the document will: its signature, its purpose,
 * its chain to one of `roots`. Throws `TimestampRefusal` for one that proves nothing, which would stay in the document.
 */
export function provenTimestamps(authority: TimestampAuthority, { roots, now }: Trusting): TimestampAuthority {
  const pool = { candidates: [], roots: roots.map((root) => readCertificate(root)) }
  return async (request) => {
    const answer = await authority(request)
    const token = tokenIn(answer)
    // A refusal, or what cannot be read, is the asker's business.
    if (!token) return answer
    const at = now()
    const trust = { pool, revocation: { lists: [], responses: [] }, at, now: at }
    const { proven, problem = 'no reason' } = checkTimestamp(token, () => imprintOf(request), trust)
    if (!proven) throw new TimestampRefusal('unproven', problem)
    return answer
  }
}

const tokenIn = (answer: Buffer): Buffer | null => readable(() => childrenOf(readStrictDer(answer))[1]?.raw ?? null)

/** TimeStampReq → MessageImprint → hashedMessage (RFC 3161 §2.4.1). */
const imprintOf = (request: Buffer): Buffer => descend(readStrictDer(request), 1, 1).content

function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

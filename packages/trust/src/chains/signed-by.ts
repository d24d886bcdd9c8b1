import { createHash } from 'node:crypto'
import { type Der, DerFault } from '../asn1/read-der.ts'
import { checkSignature } from '../cms/check-signature.ts'
import type { Certificate } from './certificate.ts'

/** What is signed as certificates are: lists and responses too. */
export interface Signed {
  readonly algorithm: Der
  readonly tbs: Buffer
  readonly signature: Buffer
}

/** Whether the issuer's key made the certificate's signature, by an algorithm that is not forbidden. */
export function isSignedBy({ signatureAlgorithm, tbs, signature }: Certificate, issuer: Certificate): boolean {
  return isSignedWith({ algorithm: signatureAlgorithm, tbs, signature }, issuer)
}

/**
 * What was found, by the hash of all that it depends on, the newest last: a document asks of the same certificates,
 * lists and responses again and again, and so do documents of the same signers.
 */
const found = new Map<string, boolean>()
const mostFound = 4096

/** The same of anything that is signed as certificates are. What cannot be read is not signed. */
export function isSignedWith(signed: Signed, { key, sha256 }: Certificate): boolean {
  if (!key) return false
  const name = nameOf(signed, sha256)
  const before = found.get(name)
  if (before !== undefined) return before
  const { algorithm, tbs, signature } = signed
  const is = check({ algorithm, key, signed: tbs, value: signature })
  found.set(name, is)
  const [oldest] = found.keys()
  if (found.size > mostFound && oldest !== undefined) found.delete(oldest)
  return is
}

function check(signature: Parameters<typeof checkSignature>[0]): boolean {
  try {
    return checkSignature(signature).ok
  } catch (error) {
    if (error instanceof DerFault) return false
    throw error
  }
}

function nameOf({ algorithm, tbs, signature }: Signed, issuer: string): string {
  const hash = createHash('sha256').update(`${issuer} ${algorithm.strict} `)
  for (const part of [algorithm.raw, tbs, signature]) hash.update(`${part.length}:`).update(part)
  return hash.digest('base64')
}

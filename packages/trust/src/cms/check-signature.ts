import { constants, createHash, type KeyObject, verify } from 'node:crypto'
import { isSm2, type PublicKey } from './keys.ts'
import { childrenOf, countOf, type Der, expectNoParameters, oidOf, readDer, tags } from '../asn1/read-der.ts'
import { judgeSm2 } from './judge-sm2.ts'

/** Hash functions by their object identifier, as node:crypto names them. */
const digests: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
  '2.16.840.1.101.3.4.2.12': 'shake256',
  '2.16.840.1.101.3.4.2.18': 'shake256',
  '1.2.840.113549.2.5': 'md5',
  '1.2.840.113549.2.2': 'md2',
  '1.3.36.3.2.1': 'ripemd160',
  '1.2.156.10197.1.401': 'sm3',
  '1.2.156.10197.1.401.1': 'sm3',
}

type Scheme = 'rsa' | 'pss' | 'ecdsa' | 'ed25519' | 'ed448' | 'dsa' | 'sm2'

/** Signature algorithms: scheme, the hash their identifier fixes, and the name people read. */
const signatures: Record<string, { scheme: Scheme; digest?: string; label: string }> = {
  '1.2.840.113549.1.1.1': { scheme: 'rsa', label: 'RSA' },
  '1.2.840.113549.1.1.5': { scheme: 'rsa', digest: 'sha1', label: 'RSA' },
  '1.2.840.113549.1.1.4': { scheme: 'rsa', digest: 'md5', label: 'RSA' },
  '1.2.840.113549.1.1.14': { scheme: 'rsa', digest: 'sha224', label: 'RSA' },
  '1.2.840.113549.1.1.11': { scheme: 'rsa', digest: 'sha256', label: 'RSA' },
  '1.2.840.113549.1.1.12': { scheme: 'rsa', digest: 'sha384', label: 'RSA' },
  '1.2.840.113549.1.1.13': { scheme: 'rsa', digest: 'sha512', label: 'RSA' },
  '1.2.840.113549.1.1.10': { scheme: 'pss', label: 'RSA-PSS' },
  '1.2.840.10045.2.1': { scheme: 'ecdsa', label: 'ECDSA' },
  '1.2.840.10045.4.1': { scheme: 'ecdsa', digest: 'sha1', label: 'ECDSA' },
  '1.2.840.10045.4.3.1': { scheme: 'ecdsa', digest: 'sha224', label: 'ECDSA' },
  '1.2.840.10045.4.3.2': { scheme: 'ecdsa', digest: 'sha256', label: 'ECDSA' },
  '1.2.840.10045.4.3.3': { scheme: 'ecdsa', digest: 'sha384', label: 'ECDSA' },
  '1.2.840.10045.4.3.4': { scheme: 'ecdsa', digest: 'sha512', label: 'ECDSA' },
  '1.3.101.112': { scheme: 'ed25519', digest: 'sha512', label: 'Ed25519' },
  '1.3.101.113': { scheme: 'ed448', digest: 'shake256', label: 'Ed448' },
  '1.2.840.10040.4.1': { scheme: 'dsa', label: 'DSA' },
  '1.2.840.10040.4.3': { scheme: 'dsa', digest: 'sha1', label: 'DSA' },
  '2.16.840.1.101.3.4.3.2': { scheme: 'dsa', digest: 'sha256', label: 'DSA' },
  '1.2.156.10197.1.301': { scheme: 'sm2', digest: 'sm3', label: 'SM2' },
  '1.2.156.10197.1.301.1': { scheme: 'sm2', digest: 'sm3', label: 'SM2' },
  '1.2.156.10197.1.501': { scheme: 'sm2', digest: 'sm3', label: 'SM2' },
}

/** Reason codes an algorithm can earn (C7). */
export type AlgorithmReason =
  | 'algorithm-forbidden'
  | 'algorithm-weak'
  | 'digest-algorithm-weak'
  | 'rsa-exponent-small'
  | 'algorithm-unsupported'
  | 'sm2-empty-user-id'
  | 'signature-value-wrong'

/** The hash function an AlgorithmIdentifier names, or undefined when this verifier does not know it. */
export function digestName(oid: string): string | undefined {
  // Some signers name a whole signature algorithm where the hash belongs.
  return digests[oid] ?? signatures[oid]?.digest
}

/** The digest of some chunks; `name` as `digestName` gives it. */
export function digestOf(name: string, chunks: Buffer[]): Buffer {
  const hash = name === 'shake256' ? createHash(name, { outputLength: 64 }) : createHash(name)
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest()
}

/** A signature to be checked: the AlgorithmIdentifiers, the key and the bytes. */
export interface SignatureCheck {
  algorithm: Der
  /** Hash the signer declared beside the algorithm; absent in certificates and revocation lists. */
  digest?: string
  key: PublicKey
  signed: Buffer
  value: Buffer
}

/** What a check found; `ok` with reasons means verified by an algorithm that no longer convinces. */
export interface SignatureResult {
  ok: boolean
  label: string
  reasons: AlgorithmReason[]
}

/** Verifies a signature value and judges its algorithm (C7). Throws only `DerFault`. */
export function checkSignature(check: SignatureCheck): SignatureResult {
  const [identifier, parameters] = childrenOf(check.algorithm)
  const oid = oidOf(identifier)
  const known = signatures[oid]
  if (!known) return { ok: false, label: oid, reasons: ['algorithm-unsupported'] }
  if (known.scheme !== 'pss' && known.scheme !== 'dsa') expectNoParameters(parameters)
  const digest = agreedDigest(known, parameters, check.digest)
  const label = labelOf(known.label, digest?.name ?? known.digest)
  const failed = (code: AlgorithmReason): SignatureResult => ({ ok: false, label, reasons: [code] })
  if (isForbidden(known, digest?.name)) return failed('algorithm-forbidden')
  if (!digest) return failed('signature-value-wrong')
  const reasons = remarks(known.scheme, digest, check)
  if (!reasons) return failed('signature-value-wrong')
  return reasons.includes('algorithm-forbidden') ? failed('algorithm-forbidden') : { ok: true, label, reasons }
}

type Digest = { name: string; saltLength?: number }

/** What is to be said of a right signature or a forbidden key; undefined for a wrong signature. */
function remarks(scheme: Scheme, digest: Digest, check: SignatureCheck): AlgorithmReason[] | undefined {
  const { key, signed, value } = check
  if (scheme === 'sm2' || isSm2(key)) {
    const found = scheme === 'sm2' && isSm2(key) ? judgeSm2(key, signed, value) : 'wrong'
    return sm2Remarks[found]
  }
  const reasons = keyReasons(key, digest.name)
  return reasons.includes('algorithm-forbidden') || verifyValue(scheme, digest, key, check) ? reasons : undefined
}

const sm2Remarks: Record<ReturnType<typeof judgeSm2>, AlgorithmReason[] | undefined> = {
  right: [],
  'empty-user-id': ['sm2-empty-user-id'],
  wrong: undefined,
}

/** RFC 8933: the hash in the signature algorithm and the declared one are the same; undefined when they are not. */
function agreedDigest(
  known: { scheme: Scheme; digest?: string },
  parameters: Der | undefined,
  declared: string | undefined,
): Digest | undefined {
  const pss = known.scheme === 'pss' ? pssParameters(parameters) : undefined
  if (known.scheme === 'pss' && !pss) return undefined
  const name = pss?.digest ?? known.digest ?? declared
  if (name === undefined || (declared ?? name) !== name) return undefined
  return pss ? { name, saltLength: pss.saltLength } : { name }
}

function isForbidden({ scheme, digest }: { scheme: Scheme; digest?: string }, agreed: string | undefined): boolean {
  return scheme === 'dsa' || brokenDigests.has(agreed ?? digest ?? '')
}

const brokenDigests = new Set(['md5', 'md2', 'ripemd160'])

/** Whether two inputs of one hash are easily made: it proves nothing, and need not even be available. */
export const isBrokenDigest = (name: string): boolean => brokenDigests.has(name)

/** The Edwards algorithms name their hash themselves. */
function labelOf(algorithm: string, digest: string | undefined): string {
  return digest === undefined || algorithm.startsWith('Ed') ? algorithm : `${algorithm} / ${digestLabel(digest)}`
}

function digestLabel(name: string): string {
  return name
    .toUpperCase()
    .replace(/^SHA(\d)/, 'SHA-$1')
    .replace('SHA-3-', 'SHA3-')
}

const keyTypes: Record<Exclude<Scheme, 'sm2'>, string[]> = {
  rsa: ['rsa'],
  pss: ['rsa', 'rsa-pss'],
  ecdsa: ['ec'],
  ed25519: ['ed25519'],
  ed448: ['ed448'],
  dsa: ['dsa'],
}

function verifyValue(
  scheme: Exclude<Scheme, 'sm2'>,
  { name: digest, saltLength }: Digest,
  key: KeyObject,
  { signed, value }: SignatureCheck,
): boolean {
  if (!keyTypes[scheme].includes(key.asymmetricKeyType ?? '')) return false
  try {
    if (scheme === 'ed25519' || scheme === 'ed448') return verify(null, signed, key, value)
    if (scheme === 'rsa') return verify(digest, signed, { key, padding: constants.RSA_PKCS1_PADDING }, value)
    if (scheme === 'ecdsa') return isStrictPair(value) && verify(digest, signed, key, value)
    const padding = constants.RSA_PKCS1_PSS_PADDING
    return saltLength !== undefined && verify(digest, signed, { key, padding, saltLength }, value)
  } catch {
    // OpenSSL refuses malformed signature values by an exception.
    return false
  }
}

/** r and s as DER integers, nothing behind them. */
function isStrictPair(value: Buffer): boolean {
  const pair = readDer(value)
  return pair.tag === tags.sequence && pair.raw.length === value.length && childrenOf(pair).length === 2
}

/** What is to be said of an algorithm and a key, whatever they signed; nothing of those that sign nothing here. */
export function weaknessOf(algorithm: Der, key: PublicKey): AlgorithmReason[] {
  const [identifier, parameters] = childrenOf(algorithm)
  const known = signatures[oidOf(identifier)]
  const digest = known && agreedDigest(known, parameters, undefined)
  return digest && !isSm2(key) ? keyReasons(key, digest.name) : []
}

function keyReasons(key: KeyObject, digest: string): AlgorithmReason[] {
  const { namedCurve, modulusLength: bits, publicExponent: exponent } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec' && namedCurve === undefined) return ['algorithm-forbidden']
  const reasons: AlgorithmReason[] = digest === 'sha1' ? ['digest-algorithm-weak'] : []
  if (bits === undefined || exponent === undefined) return reasons
  // With 1 every value is its own signature.
  if (bits < 1024 || exponent < 3n || exponent % 2n === 0n) return ['algorithm-forbidden']
  if (bits < 2048) reasons.push('algorithm-weak')
  if (exponent < usualExponent) reasons.push('rsa-exponent-small')
  return reasons
}

const usualExponent = 65_537n

/** RSASSA-PSS-params (RFC 4055 3.1): explicit, one hash for both, salt of at least 20 bytes, trailer 1. */
function pssParameters(parameters: Der | undefined): { digest: string; saltLength: number } | undefined {
  if (parameters?.tag !== tags.sequence) return undefined
  const fields = new Map(childrenOf(parameters).map((field) => [field.tag, childrenOf(field)[0]]))
  const [hash, mask, salt, trailer] = [0xa0, 0xa1, 0xa2, 0xa3].map((tag) => fields.get(tag))
  if (!hash || !mask || !salt) return undefined
  const maskHash = childrenOf(mask)[1]
  const digest = digestName(oidOf(childrenOf(hash)[0]))
  if (!maskHash || !digest || digestName(oidOf(childrenOf(maskHash)[0])) !== digest) return undefined
  const saltLength = countOf(salt)
  const usualTrailer = trailer === undefined || trailer.content[0] === 1
  return saltLength >= 20 && usualTrailer ? { digest, saltLength } : undefined
}

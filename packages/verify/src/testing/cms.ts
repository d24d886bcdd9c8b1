import { createHash, type KeyObject, sign } from 'node:crypto'
import { keyPair } from '@moqi/trust/testing/authority-scene'
import type { Authority } from '@moqi/trust/certificates/authority'
import {
  encode,
  explicit,
  generalizedTime,
  integer,
  octets,
  oid,
  sequence,
  set,
  setOf,
} from '@moqi/trust/asn1/write-der'
import type { Identity } from '@moqi/trust/cms/signing-key'
import { extension, makeSigner, named } from '@moqi/trust/testing/chain'

/** Hashes as other tools use them, whatever became of them. */
export const hashes = {
  md2: '1.2.840.113549.2.2',
  md5: '1.2.840.113549.2.5',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const

/** The name of one. */
export type Hash = keyof typeof hashes

/** The digest; of MD2, which nothing here can work out, any bytes. */
export const digest = (name: Hash, bytes: Buffer): Buffer =>
  name === 'md2' ? Buffer.alloc(16, 1) : createHash(name).update(bytes).digest()

const tokenInfo = '1.2.840.113549.1.9.16.1.4'
/** ECDSA with the hash that is declared, or with its own. */
const ecdsa = {
  md2: '1.2.840.10045.2.1',
  md5: '1.2.840.10045.2.1',
  sha1: '1.2.840.10045.4.1',
  sha256: '1.2.840.10045.4.3.2',
}

/** A P-256 key whose hash is not settled, and its certificate. */
export interface Maker {
  privateKey: KeyObject
  identity: Identity
}

/** One that an authority certified, with more extensions. */
export async function maker(authority: Authority, name: string, more: Buffer[] = []): Promise<Maker> {
  const keys = keyPair()
  const { identity } = await makeSigner(authority, named('甲认证', name), more, keys)
  return { privateKey: keys.privateKey, identity }
}

const timeStamping = (critical: boolean) => extension('2.5.29.37', critical, sequence(oid('1.3.6.1.5.5.7.3.8')))

/** One certified for time-stamps. */
export const clockMaker = (authority: Authority, critical = true): Promise<Maker> =>
  maker(authority, '时间戳', [timeStamping(critical)])

/** How a SignedData differs from what ours look like. */
export interface Oddities {
  /** Of the message digest and the signature. */
  hash?: Hash
  /** Declared as the signature's. */
  algorithm?: string
  /** The ESS attribute, or none. */
  ess?: Buffer | false
  withCertificates?: boolean
  /** Signs the content itself. */
  bare?: boolean
  /** More signed attributes. */
  attributes?: Buffer[]
}

/** An Attribute in DER. */
export const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), set(value))

/**
 * SignedData over some bytes, detached unless they have a type; `stamp` makes a time-stamp over the signature value.
 */
export function oddCms(by: Maker, bytes: Buffer, odd: Odd = {}): Buffer {
  const { type, hash = 'sha256', withCertificates = true } = odd
  const { certificate, chain } = by.identity
  const contentType = oid(type ?? detached)
  const body = sequence(
    integer(type === undefined ? 1 : 3),
    set(sequence(oid(hashes[hash]))),
    sequence(contentType, ...(type === undefined ? [] : [explicit(0, octets(bytes))])),
    ...(withCertificates ? [encode(0xa0, certificate, ...chain)] : []),
    set(signerInfo(by, bytes, odd)),
  )
  return sequence(oid('1.2.840.113549.1.7.2'), explicit(0, body))
}

type Odd = Oddities & { type?: string; stamp?: (value: Buffer) => Buffer }
const detached = '1.2.840.113549.1.7.1'

function signerInfo({ privateKey, identity }: Maker, bytes: Buffer, { type = detached, stamp, ...odd }: Odd): Buffer {
  const { hash = 'sha256', ess = identity.signingCertificate, bare = false } = odd
  const attributes = setOf(
    attribute('1.2.840.113549.1.9.3', oid(type)),
    attribute('1.2.840.113549.1.9.4', octets(digest(hash, bytes))),
    ...(ess ? [ess] : []),
    ...(odd.attributes ?? []),
  )
  const value = sign(hash === 'md2' ? 'sha256' : hash, bare ? bytes : attributes, privateKey)
  return sequence(
    integer(1),
    identity.issuerAndSerial,
    sequence(oid(hashes[hash])),
    ...(bare ? [] : [Buffer.concat([Buffer.of(0xa0), attributes.subarray(1)])]),
    sequence(oid(odd.algorithm ?? ecdsa[hash])),
    octets(value),
    ...(stamp ? [explicit(1, attribute('1.2.840.113549.1.9.16.2.14', stamp(value)))] : []),
  )
}

/** A time-stamp token over some bytes. */
export function oddToken(
  clock: Maker,
  bytes: Buffer,
  { at, imprint = 'sha256', ...odd }: Oddities & { at: Date; imprint?: Hash },
): Buffer {
  const covered = sequence(sequence(oid(hashes[imprint])), octets(digest(imprint, bytes)))
  const info = sequence(integer(1), oid('2.999.1.2'), covered, integer(7), generalizedTime(at))
  return oddCms(clock, info, { ...odd, type: tokenInfo })
}

import { UnsupportedKey } from '../cms/keys.ts'
import { bits, octets, oid, sequence } from '../asn1/write-der.ts'
import { type Der, DerFault, readStrictDer } from '../asn1/read-der.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import { bytesOf, encodeSealInfo, expectSame, fieldsOf, readSealInfo, type SealInfo } from './seal-info.ts'

/** SM2 with SM3, the only algorithm of GB/T 38540-2020 that is written and accepted here. */
export const sm2WithSm3: Buffer = oid('1.2.156.10197.1.501')

/** An electronic seal (SESeal, GB/T 38540-2020), signed by its maker. */
export interface Seal {
  /** DER of the whole. */
  bytes: Buffer
  info: SealInfo
  /** DER of the maker's certificate. */
  certificate: Buffer
  /** DER of the OBJECT IDENTIFIER. */
  algorithm: Buffer
  /** DER of r and s. */
  signature: Buffer
}

/** Makes a seal (DER); throws `UnsupportedKey` unless the maker's key is of SM2. */
export async function makeSeal(maker: SigningKey, info: SealInfo): Promise<Buffer> {
  expectSm2(maker)
  const signed = encodeSealInfo(info)
  return encodeSeal(signed, maker.identity.certificate, sm2WithSm3, await maker.sign(signed))
}

const encodeSeal = (info: Buffer, certificate: Buffer, algorithm: Buffer, signature: Buffer) =>
  sequence(info, octets(certificate), algorithm, bits(signature))

/** Reads a seal of version 4; throws `DerFault` for anything but its very DER. Nothing is verified. */
export function readSeal(bytes: Buffer): Seal {
  const [info, certificate, algorithm, signature] = fieldsOf(readStrictDer(bytes), 4)
  const seal: Seal = {
    bytes,
    info: readSealInfo(info?.raw ?? bytes),
    certificate: bytesOf(certificate),
    algorithm: identifierOf(algorithm),
    signature: wholeBits(signature),
  }
  expectSame(encodeSeal(signedPart(seal), seal.certificate, seal.algorithm, seal.signature), bytes)
  return seal
}

/** The bytes that the maker signed. */
export const signedPart = (seal: Seal): Buffer => encodeSealInfo(seal.info)

/** DER of an OBJECT IDENTIFIER; throws `DerFault`. */
export function identifierOf(value: Der | undefined): Buffer {
  if (value?.tag !== 0x06) throw new DerFault('no object identifier')
  return value.raw
}

/** Contents of a BIT STRING of whole bytes; throws `DerFault`. */
export function wholeBits(value: Der | undefined): Buffer {
  if (value?.tag !== 0x03 || value.content[0] !== 0) throw new DerFault('no whole bytes')
  return value.content.subarray(1)
}

/** Throws `UnsupportedKey` for a key of another kind: the standard knows SM2 alone. */
export function expectSm2({ identity }: SigningKey): void {
  if (identity.keyType !== 'SM2') throw new UnsupportedKey(`a seal takes SM2, not ${identity.keyType}`)
}

import { UnsupportedKey } from '../cms/keys.ts'
import { bits, encode, explicit, generalizedTime, integer, octets, oid, sequence, setOf } from '../asn1/write-der.ts'
import { DerFault, childrenOf, readStrictDer, type Der } from '../asn1/read-der.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import {
  bytesOf,
  encodeExtensions,
  encodeSealInfo,
  expectSame,
  fieldsOf,
  numberOf,
  readExtensions,
  readSealInfo,
  readTime,
  textOf,
  type SealExtension,
  type SealInfo,
} from './seal-info.ts'
import { requestToken, type TimestampAuthority } from '../timestamp/request-token.ts'

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

/** What is signed with a seal (TBS_Sign, GB/T 38540-2020). */
export interface SealedContent {
  /** DER of the seal. */
  seal: Buffer
  /** timeInfo: the claimed time, to the second. */
  at: Date
  /** SM3 of the protected bytes. */
  dataHash: Buffer
  /** Where the protected bytes are, ASCII; for OFD the path of the signature's file. */
  propertyInfo: string
  extensions: SealExtension[]
}

/** A signature with a seal (SES_Signature, version 4). */
export interface SealSignature extends Omit<SealedContent, 'seal'> {
  seal: Seal
  /** DER of the signer's certificate. */
  certificate: Buffer
  /** DER of the OBJECT IDENTIFIER. */
  algorithm: Buffer
  /** DER of r and s. */
  signature: Buffer
  /** RFC 3161 token (DER) over the signature. */
  timestamp?: Buffer
}

const version = 4

/** The bytes that are signed: TBS_Sign in DER. */
export function encodeSealedContent({ seal, at, dataHash, propertyInfo, extensions }: SealedContent): Buffer {
  return sequence(
    integer(version),
    seal,
    generalizedTime(at),
    bits(dataHash),
    encode(0x16, Buffer.from(propertyInfo, 'latin1')),
    ...encodeExtensions(extensions),
  )
}

/**
 * Signs with a seal (DER), with a time-stamp when an authority is given. Throws `UnsupportedKey` unless the key is of
 * SM2, and `TimestampRefusal`.
 */
export async function signWithSeal(
  { key, timestamps }: { key: SigningKey; timestamps?: TimestampAuthority },
  content: SealedContent,
): Promise<Buffer> {
  expectSm2(key)
  const toSign = encodeSealedContent(content)
  const signature = await key.sign(toSign)
  const timestamp = timestamps && (await requestToken(timestamps, signature, 'SM3'))
  return encodeSignature(toSign, {
    certificate: key.identity.certificate,
    algorithm: sm2WithSm3,
    signature,
    ...(timestamp ? { timestamp } : {}),
  })
}

function encodeSignature(
  toSign: Buffer,
  parts: Pick<SealSignature, 'certificate' | 'algorithm' | 'signature' | 'timestamp'>,
): Buffer {
  const { certificate, algorithm, signature, timestamp } = parts
  const stamped = timestamp ? [explicit(0, bits(timestamp))] : []
  return sequence(toSign, octets(certificate), algorithm, bits(signature), ...stamped)
}

/** Reads SES_Signature of version 4; throws `DerFault` for anything but its very DER. */
export function readSealSignature(bytes: Buffer): SealSignature {
  const [toSign, certificate, algorithm, signature, stamped] = fieldsOf(readStrictDer(bytes), 4, 5)
  const [number, seal, at, dataHash, propertyInfo, extensions] = fieldsOf(toSign, 5, 6)
  if (numberOf(number) !== version) throw new DerFault('no signature of version 4')
  if (stamped && stamped.tag !== 0xa0) throw new DerFault('unknown field')
  const read: SealSignature = {
    seal: readSeal(seal?.raw ?? bytes),
    at: readTime(at),
    dataHash: wholeBits(dataHash),
    propertyInfo: textOf(propertyInfo),
    extensions: readExtensions(extensions),
    certificate: bytesOf(certificate),
    algorithm: identifierOf(algorithm),
    signature: wholeBits(signature),
    ...(stamped ? { timestamp: wholeBits(childrenOf(stamped)[0]) } : {}),
  }
  expectSame(encodeSignature(signedContent(read), read), bytes)
  return read
}

/** The bytes that the signer signed. */
export function signedContent(signature: SealSignature): Buffer {
  return encodeSealedContent({ ...signature, seal: signature.seal.bytes })
}

/**
 * The signed attribute of a PDF signature that holds its SES_Signatures. No standard names one for PDF: this number
 * lies in the arc kept for examples (RFC 5612), so nobody can take it for something else.
 */
export const sealAttributeType = '1.3.6.1.4.1.32473.1.2'

/** Where the protected bytes of a SES_Signature are (propertyInfo): what /ByteRange of the same signature covers. */
export const sealedRange = '/ByteRange'

/** The attribute: one SES_Signature by `key` with each seal (DER) over the same digest. Throws `UnsupportedKey`. */
export async function sealAttribute(
  key: SigningKey,
  seals: Buffer[],
  { dataHash, at }: { dataHash: Buffer; at: Date },
): Promise<Buffer> {
  const signatures: Buffer[] = []
  for (const seal of seals) {
    // The time-stamp over the whole signature covers this one as well.
    signatures.push(await signWithSeal({ key }, { seal, at, dataHash, propertyInfo: sealedRange, extensions: [] }))
  }
  return sequence(oid(sealAttributeType), setOf(...signatures))
}

/** Room a seal takes in a CMS, in bytes: the seal, the signer's certificate, a signature and what wraps them. */
export const roomForSeal = ({ identity }: SigningKey, seal: Buffer): number =>
  seal.length + identity.certificate.length + 256

import { attemptDer, bitsOf, childrenOf, type Der, DerFault, oidOf, readDer, tags, timeOf } from '../asn1/read-der.ts'
import { octets, sequence } from '../asn1/write-der.ts'
import { timeOfToken } from '../timestamp/read-token-info.ts'
import { bytesOf, fieldsOf, numberOf, type SealExtension, type SealInfo } from './seal-info.ts'
import { identifierOf, type SealSignature, wholeBits } from './seal.ts'

/** A signature with a seal as GM/T 0031-2014 has it (version 1), and the very bytes that were signed. */
export interface OldSealSignature extends SealSignature {
  /** What the maker signed: seal, certificate and algorithm. */
  sealPart: Buffer
  /** What the signer signed: TBS_Sign. */
  contentPart: Buffer
}

/** IA5String, PrintableString, UTF8String: writers differ. */
const textTags: ReadonlySet<number> = new Set([0x16, 0x13, 0x0c])

/** Whether bytes have the outline of version 1: content and signature alone. Throws `DerFault`. */
export function isOldSealSignature(bytes: Buffer): boolean {
  return childrenOf(readDer(bytes)).length === 2
}

/** Reads SES_Signature of version 1; throws `DerFault`. Its writers kept to BER, so what is signed stays as it is. */
export function readOldSealSignature(bytes: Buffer): OldSealSignature {
  const outer = readDer(bytes)
  if (outer.raw.length !== bytes.length) throw new DerFault('bytes behind the signature')
  const [toSign, signature] = fieldsOf(outer, 2)
  const [number, seal, timeInfo, dataHash, propertyInfo, certificate, algorithm] = fieldsOf(toSign, 7)
  if (numberOf(number) !== 1 || !toSign) throw new DerFault('no signature of version 1')
  const { sealPart, ...read } = readOldSeal(seal)
  return {
    seal: read,
    sealPart,
    contentPart: toSign.raw,
    at: claimedTime(timeInfo),
    dataHash: wholeBits(dataHash),
    propertyInfo: anyText(propertyInfo),
    extensions: [],
    certificate: bytesOf(certificate),
    algorithm: identifierOf(algorithm),
    signature: wholeBits(signature),
  }
}

function readOldSeal(seal: Der | undefined): SealSignature['seal'] & { sealPart: Buffer } {
  const [info, signed] = fieldsOf(seal, 2)
  const [certificate, algorithm, signature] = fieldsOf(signed, 3)
  if (!seal || !info) throw new DerFault('no seal')
  const identifier = identifierOf(algorithm)
  return {
    bytes: seal.raw,
    info: readOldInfo(info),
    certificate: bytesOf(certificate),
    algorithm: identifier,
    signature: wholeBits(signature),
    sealPart: sequence(info.raw, octets(bytesOf(certificate)), identifier),
  }
}

function readOldInfo(info: Der): SealInfo {
  const [header, id, property, picture, extensions] = fieldsOf(info, 4, 5)
  const [mark, number, vendor] = fieldsOf(header, 3)
  if (anyText(mark) !== 'ES' || numberOf(number) > 3) throw new DerFault('no seal of an older version')
  const [type, name, list, createdAt, validFrom, validTo] = fieldsOf(property, 6)
  const [pictureType, data, width, height] = fieldsOf(picture, 4)
  return {
    vendor: anyText(vendor),
    id: anyText(id),
    type: numberOf(type),
    name: anyText(name),
    signers: { kind: 'certificates', certificates: fieldsOf(list, 0, Infinity).map(bytesOf) },
    createdAt: new Date(timeOf(createdAt)),
    validFrom: new Date(timeOf(validFrom)),
    validTo: new Date(timeOf(validTo)),
    picture: { type: anyText(pictureType), data: bytesOf(data), width: numberOf(width), height: numberOf(height) },
    extensions: oldExtensions(extensions),
  }
}

/** A critical extension is one whose flag says so; version 1 writes the flag always. */
function oldExtensions(wrapper: Der | undefined): SealExtension[] {
  if (!wrapper) return []
  const list = wrapper.tag === tags.context0 ? childrenOf(wrapper)[0] : wrapper
  return fieldsOf(list, 0, Infinity).map((extension) => {
    const [id, ...rest] = fieldsOf(extension, 2, 3)
    const critical = rest.length === 2 && rest[0]?.content[0] !== 0
    return { id: oidOf(id), critical, value: bytesOf(rest.at(-1)) }
  })
}

function anyText(value: Der | undefined): string {
  if (!value || !textTags.has(value.tag)) throw new DerFault('no text')
  return value.content.toString('utf8')
}

/** A time, or a time-stamp over something that GM/T 0031 does not say: its word is the signer's, no more. */
function claimedTime(timeInfo: Der | undefined): Date {
  const content = bitsOf(timeInfo)
  const time = attemptDer(() => timeOf(readDer(content))) ?? timeOfToken(content)
  if (time === null) throw new DerFault('timeInfo')
  return new Date(time)
}

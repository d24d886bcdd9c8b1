import {
  boolean,
  encode,
  explicit,
  generalizedTime,
  integer,
  octets,
  oid,
  printable,
  sequence,
  utf8,
} from '../asn1/write-der.ts'
import { childrenOf, type Der, DerFault, oidOf, readStrictDer, timeOf } from '../asn1/read-der.ts'

/** A further datum of a seal or of a signature with it (ExtData). */
export interface SealExtension {
  /** Dotted. */
  id: string
  critical: boolean
  value: Buffer
}

/** Who may sign with a seal: certificates (DER) themselves, or their digests with the digest's name. */
export type SealSigners =
  | { kind: 'certificates'; certificates: Buffer[] }
  | { kind: 'digests'; digests: { type: string; value: Buffer }[] }

/** SES_SealInfo of GB/T 38540-2020: what the maker of a seal signs. */
export interface SealInfo {
  /** Vid, ASCII. */
  vendor: string
  /** esID, ASCII, the seal's own number. */
  id: string
  /** 1 for an organisation's seal, 2 for a person's. */
  type: number
  name: string
  signers: SealSigners
  createdAt: Date
  validFrom: Date
  validTo: Date
  /** `type` as a file suffix (`png`, `ofd`); sizes in whole millimetres. */
  picture: { type: string; data: Buffer; width: number; height: number }
  extensions: SealExtension[]
}

const version = 4
const certListTypes = { certificates: 1, digests: 2 } as const
const tags = { ia5: 0x16, utf8: 0x0c, printable: 0x13, octets: 0x04, explicit0: 0xa0 } as const

const ia5 = (text: string) => encode(tags.ia5, Buffer.from(text, 'latin1'))

/** SES_SealInfo in DER; times are kept to the second. */
export function encodeSealInfo(info: SealInfo): Buffer {
  const { picture } = info
  return sequence(
    sequence(ia5('ES'), integer(version), ia5(info.vendor)),
    ia5(info.id),
    sequence(
      integer(info.type),
      utf8(info.name),
      integer(certListTypes[info.signers.kind]),
      encodeSigners(info.signers),
      generalizedTime(info.createdAt),
      generalizedTime(info.validFrom),
      generalizedTime(info.validTo),
    ),
    sequence(ia5(picture.type), octets(picture.data), integer(picture.width), integer(picture.height)),
    ...encodeExtensions(info.extensions),
  )
}

function encodeSigners(signers: SealSigners): Buffer {
  if (signers.kind === 'certificates') return sequence(...signers.certificates.map(octets))
  return sequence(...signers.digests.map(({ type, value }) => sequence(printable(type), octets(value))))
}

/** extDatas with its context tag, or nothing when there are none. */
export function encodeExtensions(extensions: SealExtension[]): Buffer[] {
  if (extensions.length === 0) return []
  // DER leaves out what is false by default.
  const encoded = extensions.map(({ id, critical, value }) =>
    sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value)),
  )
  return [explicit(0, sequence(...encoded))]
}

/** Reads SES_SealInfo of version 4; throws `DerFault` for anything that is not the very DER it should be. */
export function readSealInfo(bytes: Buffer): SealInfo {
  const [header, id, property, picture, extensions] = fieldsOf(readStrictDer(bytes), 4, 5)
  const [mark, number, vendor] = fieldsOf(header, 3)
  if (textOf(mark, tags.ia5) !== 'ES' || numberOf(number) !== version) throw new DerFault('no seal of version 4')
  const [type, name, listType, list, createdAt, validFrom, validTo] = fieldsOf(property, 7)
  const [pictureType, data, width, height] = fieldsOf(picture, 4)
  const info: SealInfo = {
    vendor: textOf(vendor, tags.ia5),
    id: textOf(id, tags.ia5),
    type: numberOf(type),
    name: textOf(name, tags.utf8),
    signers: readSigners(numberOf(listType), list),
    createdAt: readTime(createdAt),
    validFrom: readTime(validFrom),
    validTo: readTime(validTo),
    picture: {
      type: textOf(pictureType, tags.ia5),
      data: bytesOf(data),
      width: numberOf(width),
      height: numberOf(height),
    },
    extensions: readExtensions(extensions),
  }
  expectSame(encodeSealInfo(info), bytes)
  return info
}

function readSigners(listType: number, list: Der | undefined): SealSigners {
  const items = fieldsOf(list, 0, Infinity)
  if (listType === certListTypes.certificates) return { kind: 'certificates', certificates: items.map(bytesOf) }
  if (listType !== certListTypes.digests) throw new DerFault(`certListType ${listType}`)
  const digests = items.map((item) => {
    const [type, value] = fieldsOf(item, 2)
    return { type: textOf(type, tags.printable), value: bytesOf(value) }
  })
  return { kind: 'digests', digests }
}

/** extDatas as `encodeExtensions` wrote it; none when absent. */
export function readExtensions(wrapper: Der | undefined): SealExtension[] {
  if (!wrapper) return []
  if (wrapper.tag !== tags.explicit0) throw new DerFault('unknown field')
  return fieldsOf(childrenOf(wrapper)[0], 1, Infinity).map((extension) => {
    const [id, ...rest] = fieldsOf(extension, 2, 3)
    return { id: oidOf(id && { ...id, indefinite: false }), critical: rest.length === 2, value: bytesOf(rest.at(-1)) }
  })
}

/** The values of a SEQUENCE with at least `least` of them; throws `DerFault` for another count or another type. */
export function fieldsOf(value: Der | undefined, least: number, most: number = least): Der[] {
  const fields = value?.tag === 0x30 ? childrenOf(value) : []
  if (value?.tag !== 0x30 || fields.length < least || fields.length > most) throw new DerFault('other fields expected')
  return fields
}

/** Contents of an OCTET STRING; throws `DerFault`. */
export function bytesOf(value: Der | undefined): Buffer {
  if (value?.tag !== tags.octets) throw new DerFault('no octets')
  return value.content
}

/** Text of a string type; throws `DerFault` for another type. Odd characters fail when encoded again. */
export function textOf(value: Der | undefined, tag: number = tags.ia5): string {
  if (value?.tag !== tag) throw new DerFault('no text of that type')
  if (tag !== tags.utf8 && value.content.some((byte) => byte > 0x7f)) throw new DerFault('text is not ASCII')
  return value.content.toString('utf8')
}

/** A small INTEGER; throws `DerFault` for another type or more than four bytes. */
export function numberOf(value: Der | undefined): number {
  const size = value?.tag === 0x02 ? value.content.length : 0
  if (!value || size < 1 || size > 4) throw new DerFault('no small number')
  return value.content.readUIntBE(0, size)
}

/** A GeneralizedTime; throws `DerFault`. */
export function readTime(value: Der | undefined): Date {
  if (value?.tag !== 0x18) throw new DerFault('no GeneralizedTime')
  return new Date(timeOf({ ...value, indefinite: false }))
}

/** What was read must be what would have been written; throws `DerFault` when not. */
export function expectSame(written: Buffer, read: Buffer): void {
  if (!written.equals(read)) throw new DerFault('not the DER of this structure')
}

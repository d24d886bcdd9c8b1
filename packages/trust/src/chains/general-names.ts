import { childrenIn, childrenOf, type Der, DerFault, expect, oidOf, readDer, tags } from '../asn1/read-der.ts'
import { type Certificate, extensionIds } from './certificate.ts'

/** One name of a certificate or of a constraint (RFC 5280 4.2.1.6), by its form. */
export type GeneralName =
  | { form: 'directory'; name: NameParts }
  | { form: 'mail' | 'dns' | 'uri'; text: string }
  | { form: 'address'; bytes: Buffer }
  /** A form whose names are not compared here; other names are told apart by their type. */
  | { form: `other ${string}` }

/** A distinguished name as comparable text: one sorted list of attributes for each of its parts, the broadest first. */
export type NameParts = string[][]

const mailAttribute = '1.2.840.113549.1.9.1'
/** Strings that are compared as text: UTF8, Numeric, Printable, Teletex, IA5, Visible, Universal, BMP. */
const textTags = new Set([0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1c, 0x1e])

/**
 * Every name a certificate bears: its subject, mail addresses in that, and its alternative names. Throws `DerFault`.
 */
export function namesOf(certificate: Certificate): GeneralName[] {
  const parts = namePartsOf(readDer(certificate.subject))
  const names: GeneralName[] = parts.length > 0 ? [{ form: 'directory', name: parts }] : []
  for (const text of mailIn(certificate.subject)) names.push({ form: 'mail', text })
  const alternative = certificate.extensions.get(extensionIds.subjectAlternativeName)
  if (alternative) names.push(...childrenIn(readDer(alternative.value), tags.sequence).map(generalNameOf))
  return names
}

/** Reads a GeneralName; throws `DerFault`. */
export function generalNameOf(element: Der): GeneralName {
  switch (element.tag) {
    case 0x81:
      return { form: 'mail', text: element.content.toString('latin1') }
    case 0x82:
      return { form: 'dns', text: element.content.toString('latin1') }
    case 0x86:
      return { form: 'uri', text: element.content.toString('latin1') }
    case 0x87:
      return { form: 'address', bytes: element.content }
    case 0xa4:
      return { form: 'directory', name: namePartsOf(childrenOf(element)[0]) }
    case 0xa0:
      return { form: `other ${oidOf(childrenOf(element)[0])}` }
    default:
      return { form: `other ${element.tag}` }
  }
}

/** RFC 5280 7.1: attributes as text that is equal where the names are. */
function namePartsOf(name: Der | undefined): NameParts {
  return childrenIn(name, tags.sequence).map((set) =>
    childrenIn(set, tags.set)
      .map((attribute) => {
        const [type, value] = childrenIn(attribute, tags.sequence)
        if (!value) throw new DerFault('a name without value')
        return `${oidOf(type)}=${comparable(value)}`
      })
      .toSorted(),
  )
}

/** Case and blanks make no difference; what is no text is compared byte by byte. */
function comparable(value: Der): string {
  if (!textTags.has(value.tag)) return `#${value.raw.toString('hex')}`
  return textIn(value).normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}

function textIn({ tag, content }: Der): string {
  if (tag === 0x0c) return content.toString('utf8')
  if (tag !== 0x1e && tag !== 0x1c) return content.toString('latin1')
  const width = tag === 0x1e ? 2 : 4
  const points: number[] = []
  for (let at = 0; at + width <= content.length; at += width) points.push(content.readUIntBE(at, width))
  if (points.some((point) => point > 0x10ffff)) throw new DerFault('a character beyond Unicode')
  return String.fromCodePoint(...points)
}

function mailIn(subject: Buffer): string[] {
  return childrenIn(readDer(subject), tags.sequence)
    .flatMap((set) => childrenIn(set, tags.set))
    .flatMap((attribute) => {
      const [type, value] = childrenIn(attribute, tags.sequence)
      return oidOf(type) === mailAttribute && value ? [textIn(value)] : []
    })
}

/** A name for people, as short as it can be told. */
export function generalNameText(name: GeneralName): string {
  if (name.form === 'directory') return name.name.flat().join(', ')
  if (name.form === 'address') return name.bytes.toString('hex')
  return 'text' in name ? name.text : name.form
}

/** The elements of an extension's SEQUENCE; throws `DerFault`. */
export function sequenceIn(value: Buffer): Der[] {
  return childrenOf(expect(readDer(value), tags.sequence))
}

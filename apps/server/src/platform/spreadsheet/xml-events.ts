/** What stands in an XML file, in order; names without their prefix. An empty element opens and closes. */
export type XmlEvent =
  | { kind: 'open'; name: string; attribute: (name: string) => string | undefined }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string }

/** Bytes that are not the XML they should be. */
export class XmlFault extends Error {
  override name = 'XmlFault'
}

/** Where what begins at `from` is passed over: comments and instructions. */
const passedOver: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<?', '?>'],
]

/**
 * Reads the XML of an office file. Entities beyond the five of XML are not known and a document type is refused, so
 * nothing expands. Throws XmlFault.
 */
export function* xmlEvents(xml: string): Generator<XmlEvent> {
  for (let at = 0; at < xml.length;) {
    const tag = xml.indexOf('<', at)
    if (tag === -1) return
    if (tag > at) yield { kind: 'text', text: decoded(xml.slice(at, tag)) }
    const skipped = passedOver.find(([start]) => xml.startsWith(start, tag))
    if (skipped) {
      at = after(xml, skipped[1], tag)
    } else if (xml.startsWith('<![CDATA[', tag)) {
      at = after(xml, ']]>', tag)
      yield { kind: 'text', text: xml.slice(tag + 9, at - 3) }
    } else {
      const end = tagEnd(xml, tag + 1)
      yield* tagEvents(xml.slice(tag + 1, end))
      at = end + 1
    }
  }
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  if (at === -1) throw new XmlFault(`no ${end}`)
  return at + end.length
}

/** The bracket that ends a tag: one inside quotes does not. */
function tagEnd(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const character = xml.charAt(at)
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  throw new XmlFault('a tag has no end')
}

function* tagEvents(tag: string): Generator<XmlEvent> {
  if (tag.startsWith('!')) throw new XmlFault('a document type')
  if (tag.startsWith('/')) {
    yield { kind: 'close', name: localName(tag.slice(1).trim()) }
    return
  }
  const body = tag.endsWith('/') ? tag.slice(0, -1) : tag
  const name = localName(/^[^\s]*/.exec(body)?.[0] ?? '')
  yield { kind: 'open', name, attribute: (asked) => attributeOf(body, asked) }
  if (body !== tag) yield { kind: 'close', name }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** An attribute by its name without prefix; `r:id` is asked for as `id`. */
function attributeOf(body: string, asked: string): string | undefined {
  for (const [, name = '', double, single] of body.matchAll(/\s([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (localName(name) === asked) return decoded(double ?? single ?? '')
  }
  return undefined
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.includes('&') ? text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, reference) : text

function reference(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name] ?? whole
  const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
  return isCharacter ? String.fromCodePoint(point) : '\uFFFD'
}

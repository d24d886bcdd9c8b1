import type { Budget } from '../limits.ts'
import { decodeStream } from './decode-stream.ts'
import type { PdfStream } from './values.ts'

/** What XMP (ISO 16684-1) says of a document; empty where it says nothing. */
export interface Properties {
  title: string
  author: string
}

const roots = new Set(['x:xmpmeta', 'x:xapmeta', 'rdf:RDF'])
const deepest = 100
/** A comment, an instruction, characters as they are, a tag, or text: what XMP is made of, document types left out. */
const token =
  /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|<(\/?)([A-Za-z_\u0080-\uffff][\w:.\u0080-\uffff-]*)((?:\s+[\w:.\u0080-\uffff-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/y

/**
 * Reads a stream of XMP; undefined for anything that is not well-formed or has another root (D14). Throws `PdfFault`
 * where nobody can decode it, `BudgetExceeded`.
 */
export function readXmp(stream: PdfStream, budget: Budget): Properties | undefined {
  const bytes = decodeStream(stream, budget)
  budget.scanned(bytes.length)
  return readSource(textOf(bytes))
}

/** In UTF-16 by its mark or by how a tag begins in it, else in UTF-8. What is no text in it stands for itself. */
function textOf(bytes: Buffer): string {
  const [first, second] = bytes
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)
  const isLittle = (first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)
  const encoding = isBig ? 'utf-16be' : isLittle ? 'utf-16le' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
}

interface Reading extends Properties {
  /** Names of title and author, whatever their namespace is called here. */
  names: { title: Set<string>; author: Set<string> }
  /** Names of the elements that are open. */
  open: string[]
  root?: string
}

function readSource(source: string): Properties | undefined {
  const reading: Reading = { title: '', author: '', open: [], names: namesIn(source) }
  for (let at = 0; at < source.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(source)
    if (!found || !(found[2] === undefined ? takeText(reading, found[0]) : takeTag(reading, found))) return undefined
  }
  const { open, root, title, author } = reading
  return open.length === 0 && root !== undefined && roots.has(root) ? { title, author } : undefined
}

/** Text stands within elements, comments and instructions anywhere. */
function takeText(reading: Reading, text: string): boolean {
  if (text.startsWith('<!--') || text.startsWith('<?') || text.trim() === '') return true
  const plain = text.startsWith('<![CDATA[') ? text.slice(9, -3) : text.trim()
  if (reading.open.some((name) => reading.names.title.has(name))) reading.title += plain
  if (reading.open.some((name) => reading.names.author.has(name))) reading.author += plain
  return reading.open.length > 0
}

/** One element holds all the others; what is opened is closed. */
function takeTag(reading: Reading, [, closing, name = '', attributes = '', empty]: RegExpExecArray): boolean {
  const { open } = reading
  if (closing) return open.pop() === name
  if ((open.length === 0 && reading.root !== undefined) || open.length >= deepest) return false
  reading.root ??= name
  noteAttributes(reading, attributes)
  if (!empty) open.push(name)
  return true
}

const attribute = /([A-Za-z_\u0080-\uffff][\w:.\u0080-\uffff-]*)\s*=\s*(["'])(.*?)\2/gs

function noteAttributes(reading: Reading, attributes: string): void {
  for (const [, name = '', , value = ''] of attributes.matchAll(attribute)) {
    if (reading.names.title.has(name)) reading.title += value
    if (reading.names.author.has(name)) reading.author += value
  }
}

/** Dublin Core may go by any prefix, and by none. */
const dublinCore = /xmlns(?::([\w.-]+))?\s*=\s*["']http:\/\/purl\.org\/dc\/elements\/1\.1\/["']/g

function namesIn(source: string): Reading['names'] {
  const prefixes = new Set([
    'dc:',
    ...[...source.matchAll(dublinCore)].map(([, prefix]) => (prefix ? `${prefix}:` : '')),
  ])
  const named = (name: string) => new Set([...prefixes].map((prefix) => `${prefix}${name}`))
  return { title: named('title'), author: named('creator') }
}

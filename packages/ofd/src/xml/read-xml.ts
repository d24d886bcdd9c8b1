import { OfdFault } from '../bounds/ofd-fault.ts'
import type { OfdLimits } from '../bounds/limits.ts'

/** An element with its namespace; attributes by their names as written, without declarations of namespaces. */
export interface XmlElement {
  name: string
  namespace: string
  attributes: ReadonlyMap<string, string>
  children: XmlElement[]
  /** The character data directly in it, of all pieces together. */
  text: string
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const nameForm = /[A-Za-z_\u00b7-\uffff][\w.\u00b7-\uffff-]*(?::[A-Za-z_\u00b7-\uffff][\w.\u00b7-\uffff-]*)?/y
const blank = /[ \t\r\n]*/y
const declaration = /<\?xml[ \t\r\n]+version=(["'])1\.0\1([ \t\r\n]+encoding=(["'])([\w-]+)\3)?([^?]{0,40})\?>/y
const attributeForm = /[ \t\r\n]+([^\s=<>"'/]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y
// XML 1.0 §2.2.
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * Reads a document in UTF-8 as XML 1.0 with namespaces has it. Throws `OfdFault` for anything that two readers might
 * read in two ways, or that costs more than its bytes: a document type, entities, processing instructions, doubled
 * attributes, other encodings.
 */
export function readXml(bytes: Buffer, limits: OfdLimits): XmlElement {
  if (bytes.length > limits.xml) throw new OfdFault('budget-exceeded', 'XML size')
  const reader = new XmlReader(decode(bytes), limits)
  return reader.document()
}

function decode(bytes: Buffer): string {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    throw new OfdFault('ofd-xml-malformed', 'not UTF-8')
  }
  if (forbidden.test(text)) throw new OfdFault('ofd-xml-malformed', 'forbidden character')
  return text
}

type Open = { element: XmlElement; tag: string; namespaces: ReadonlyMap<string, string> }

class XmlReader {
  readonly #text: string
  readonly #limits: OfdLimits
  #at = 0
  #elements = 0

  constructor(text: string, limits: OfdLimits) {
    this.#text = text
    this.#limits = limits
  }

  document(): XmlElement {
    const head = this.#match(declaration)
    if (head?.[4] !== undefined && !/^utf-?8$/i.test(head[4])) throw this.#fault('encoding')
    this.#misc()
    const root = this.#tree()
    this.#misc()
    if (this.#at < this.#text.length) throw this.#fault('content behind the root')
    return root
  }

  #misc(): void {
    this.#match(blank)
    while (this.#text.startsWith('<!--', this.#at)) {
      this.#comment()
      this.#match(blank)
    }
  }

  /** Iterative, so that no depth of a file is a depth of ours. */
  #tree(): XmlElement {
    const stack: Open[] = []
    const root = this.#open(stack)
    while (stack.length > 0) {
      const next = this.#text.indexOf('<', this.#at)
      const top = stack.at(-1)
      if (next < 0 || !top) throw this.#fault('not closed')
      top.element.text += this.#characters(this.#text.slice(this.#at, next), true)
      this.#at = next
      if (this.#text.startsWith('</', next)) this.#close(stack)
      else if (this.#text.startsWith('<!--', next)) this.#comment()
      else if (this.#text.startsWith('<![CDATA[', next)) top.element.text += this.#cdata()
      else this.#open(stack)
    }
    return root
  }

  #open(stack: Open[]): XmlElement {
    if (this.#text[this.#at] !== '<') throw this.#fault('no element')
    this.#at += 1
    const tag = this.#match(nameForm)?.[0]
    // `<!DOCTYPE`, `<!ENTITY` and `<?…` end here too.
    if (tag === undefined) throw this.#fault('markup other than elements')
    this.#count(stack.length)
    const { attributes, namespaces } = this.#attributes(stack.at(-1)?.namespaces ?? new Map())
    const element = { ...this.#nameOf(tag, namespaces), attributes, children: [], text: '' }
    stack.at(-1)?.element.children.push(element)
    this.#match(blank)
    if (this.#text.startsWith('/>', this.#at)) this.#at += 2
    else if (this.#text[this.#at] === '>') {
      this.#at += 1
      stack.push({ element, tag, namespaces })
    } else throw this.#fault('tag')
    return element
  }

  #count(depth: number): void {
    this.#elements += 1
    if (this.#elements > this.#limits.elements) throw new OfdFault('budget-exceeded', 'XML elements')
    if (depth >= this.#limits.depth) throw new OfdFault('budget-exceeded', 'XML depth')
  }

  #nameOf(tag: string, namespaces: ReadonlyMap<string, string>): Pick<XmlElement, 'name' | 'namespace'> {
    const [first = '', local] = tag.split(':')
    if (local === undefined) return { name: first, namespace: namespaces.get('') ?? '' }
    const namespace = namespaces.get(first)
    if (namespace === undefined) throw this.#fault('undeclared prefix')
    return { name: local, namespace }
  }

  #attributes(outer: ReadonlyMap<string, string>) {
    const attributes = new Map<string, string>()
    let namespaces = outer
    for (let match = this.#match(attributeForm); match; match = this.#match(attributeForm)) {
      const [, name = '', double, single] = match
      const value = this.#characters((double ?? single ?? '').replaceAll(/[\t\r\n]/g, ' '), false)
      const isNamespace = name === 'xmlns' || name.startsWith('xmlns:')
      if (attributes.has(name) || !/^[\w.:\u00b7-\uffff-]+$/.test(name)) throw this.#fault('attribute')
      attributes.set(name, value)
      if (isNamespace) namespaces = new Map([...namespaces, [name.slice(6), value]])
      if (attributes.size > 100) throw new OfdFault('budget-exceeded', 'XML attributes')
    }
    for (const name of attributes.keys()) if (/^xmlns(:|$)/.test(name)) attributes.delete(name)
    return { attributes, namespaces }
  }

  #close(stack: Open[]): void {
    this.#at += 2
    const tag = this.#match(nameForm)?.[0]
    this.#match(blank)
    if (tag === undefined || tag !== stack.pop()?.tag || this.#text[this.#at] !== '>') throw this.#fault('end tag')
    this.#at += 1
  }

  #comment(): void {
    const end = this.#text.indexOf('--', this.#at + 4)
    if (end < 0 || this.#text[end + 2] !== '>') throw this.#fault('comment')
    this.#at = end + 3
  }

  #cdata(): string {
    const end = this.#text.indexOf(']]>', this.#at)
    if (end < 0) throw this.#fault('CDATA')
    const content = this.#text.slice(this.#at + 9, end)
    this.#at = end + 3
    return content
  }

  /** Character references and the five names of XML itself; no other entity is known. */
  #characters(source: string, isContent: boolean): string {
    if (isContent && source.includes(']]>')) throw this.#fault(']]>')
    if (!source.includes('&')) return source.replaceAll(/\r\n?/g, '\n')
    return source.replaceAll(/\r\n?/g, '\n').replaceAll(/&([^;&]{0,12})(;?)/g, (_, name: string, end: string) => {
      const code = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(name)
      const number = code?.[1] === undefined ? Number(code?.[2]) : Number.parseInt(code[1], 16)
      const known = Object.hasOwn(named, name) ? named[name] : undefined
      const text = known ?? (number <= 0x10ffff ? String.fromCodePoint(number) : undefined)
      if (end === '' || text === undefined || forbidden.test(text)) throw this.#fault('entity')
      return text
    })
  }

  #match(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at
    const match = form.exec(this.#text)
    if (match) this.#at = form.lastIndex
    return match
  }

  #fault(detail: string): OfdFault {
    return new OfdFault('ofd-xml-malformed', `${detail} at ${this.#at}`)
  }
}

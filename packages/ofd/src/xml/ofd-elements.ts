import { OfdFault } from '../bounds/ofd-fault.ts'
import type { XmlElement } from './read-xml.ts'

/** GB/T 33190-2016 §7.2; drafts of it and some writers leave out the year. */
const namespaces: ReadonlySet<string> = new Set(['http://www.ofdspec.org/2016', 'http://www.ofdspec.org'])

/** The children of that name; throws `OfdFault` for one of another namespace, which some readers take for the same. */
export function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  const found = parent.children.filter((child) => child.name === name)
  for (const child of found) expectOfd(child, name)
  return found
}

/** The only child of that name, if there is one; throws `OfdFault` for two. */
export function childNamed(parent: XmlElement, name: string): XmlElement | undefined {
  const [child, second] = childrenNamed(parent, name)
  if (second) throw new OfdFault('ofd-xml-malformed', `two ${name}`)
  return child
}

/** The only child of that name; throws `OfdFault` without it. */
export function requiredChild(parent: XmlElement, name: string): XmlElement {
  const child = childNamed(parent, name)
  if (!child) throw new OfdFault('ofd-structure', `${parent.name} without ${name}`)
  return child
}

/** The text of the only child of that name, trimmed; throws `OfdFault` where there is no text. */
export function requiredText(parent: XmlElement, name: string): string {
  const text = requiredChild(parent, name).text.trim()
  if (text === '') throw new OfdFault('ofd-structure', `${name} is empty`)
  return text
}

/** Throws `OfdFault` unless it is the element of OFD of that name. */
export function expectOfd(element: XmlElement, name: string): void {
  if (element.name !== name) throw new OfdFault('ofd-structure', `${element.name} where ${name} is expected`)
  if (!namespaces.has(element.namespace)) throw new OfdFault('ofd-xml-malformed', `namespace of ${name}`)
}

/** An attribute; throws `OfdFault` without it. */
export function requiredAttribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name)?.trim() ?? ''
  if (value === '') throw new OfdFault('ofd-structure', `${element.name} without ${name}`)
  return value
}

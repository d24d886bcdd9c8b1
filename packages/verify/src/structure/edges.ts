import { type IndirectObject, nameOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'

/** A reference out of an object, with the keys that lead to it; array positions are left out. */
export interface Edge {
  to: number
  path: string[]
}

/** References and suspicious keys of one object. */
export interface ObjectLinks {
  edges: Edge[]
  duplicates: string[]
  obfuscated: string[]
  /** Holds an action that runs a script or a program, or sends or fetches data (V4). */
  active: boolean
  /** Holds an action of any kind, written in place, or a list of them. */
  acting: boolean
  /** Can be switched on and off, or is a layer itself (ISO 32000-2 8.11). */
  layered: boolean
}

const activeActions = new Set(['JavaScript', 'Launch', 'SubmitForm', 'ImportData'])

const layers = new Set(['OCG', 'OCMD'])

const isActing = ({ entries }: PdfDict) => entries.has('AA') || entries.has('PA') || isAction(entries.get('A'))

const isLayered = ({ entries }: PdfDict) => entries.has('OC') || layers.has(nameOf(entries.get('Type')) ?? '')

const known = new WeakMap<IndirectObject, ObjectLinks>()

function isAction(value: PdfValue | undefined): boolean {
  const kind = value?.kind === 'dict' ? value.entries.get('S')?.kind : undefined
  return kind === 'name' || kind === 'ref'
}

/** The links of an indirect object, worked out once. */
export function linksOf(object: IndirectObject): ObjectLinks {
  const cached = known.get(object)
  if (cached) return cached
  const links = collectLinks(object.value)
  known.set(object, links)
  return links
}

/** The links of a value. */
export function collectLinks(root: PdfValue): ObjectLinks {
  const links: ObjectLinks = { edges: [], duplicates: [], obfuscated: [], active: false, acting: false, layered: false }
  const waiting: { value: PdfValue; path: string[] }[] = [{ value: root, path: [] }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (value.kind === 'ref') links.edges.push({ to: value.number, path })
    else if (value.kind === 'array') for (const item of value.items) waiting.push({ value: item, path })
    else if (value.kind === 'dict') visit(value, path)
    else if (value.kind === 'stream') visit(value.dict, path)
  }
  return links

  function visit(dict: PdfDict, path: string[]): void {
    links.duplicates.push(...dict.duplicates)
    links.obfuscated.push(...dict.obfuscated)
    const kind = dict.entries.get('S')
    // One that is written elsewhere is as good as any.
    links.active ||= kind?.kind === 'ref' || activeActions.has(nameOf(kind) ?? '')
    links.acting ||= isActing(dict)
    links.layered ||= isLayered(dict)
    for (const [key, value] of dict.entries) {
      if (value.kind === 'ref' || value.kind === 'array' || value.kind === 'dict') {
        waiting.push({ value, path: [...path, key] })
      }
    }
  }
}

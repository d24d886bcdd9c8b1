import { bookkeepingKeys } from '@moqi/pdf/read/revision'
import { collectLinks, type Edge, linksOf } from './edges.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import type { Field } from '@moqi/pdf/graph/fields'
import { structureElements } from './structure-elements.ts'

/** The part an object plays in the document; objects without one belong to those that refer to them. */
export type Role =
  | { kind: 'trailer' }
  | { kind: 'catalog' }
  | { kind: 'pages' }
  | { kind: 'page'; page: number }
  | { kind: 'annotation'; page: number; number: number }
  | { kind: 'field'; field: Field }
  | { kind: 'signature'; field: Field }
  | { kind: 'info' }
  | { kind: 'structure' }

/** One way an object is used: whose it is, and the keys that lead from there to it (D3). */
export interface Context {
  role: Role
  path: string[]
}

interface Referrer {
  from: number
  path: string[]
}

/** Stands for the trailer as a referrer. */
const trailerNumber = -1
const maximalContexts = 10_000
/** Keys of a path that are kept: the first ones say what a use is. */
const longestPath = 24

/** So many keys of a way tell one use from another. */
const tellingKeys = 3

/** Whether an object was climbed from by these keys before: by others it is another use. */
function isKnown(seen: Set<string>, { from, path }: Referrer): boolean {
  const key = `${from} ${path.slice(0, tellingKeys).join('/')}`
  if (seen.has(key)) return true
  seen.add(key)
  return false
}

/** Who refers to what in one revision, from the trailer on; dangling references are remembered (P16). */
export class ObjectGraph {
  readonly roles = new Map<number, Role>()
  /** Whether outlines, links or names lead to elements of the structure, and so to the first of what these hold. */
  leadsToStructure = false
  readonly #model: DocumentModel
  readonly #referrers = new Map<number, Referrer[]>()
  readonly #misuses = new Map<number, Context[]>()

  constructor(model: DocumentModel) {
    this.#model = model
    this.#assignRoles()
    this.#walk()
  }

  /** Whether a number can be reached, also when nothing is defined under it. */
  reaches(number: number): boolean {
    return this.#referrers.has(number)
  }

  /**
   * Every context of an object, found by climbing from referrer to referrer until one has a role. Where that one is
   * itself used as something it is not, what it holds is in use there too.
   */
  contexts(number: number): Context[] {
    const found = new Map<string, Context>()
    const seen = new Set<string>()
    const waiting: Referrer[] = [...(this.#referrers.get(number) ?? [])]
    // The shortest way to each use comes first.
    for (const next of waiting) {
      this.#model.view.file.budget.step()
      const { from, path } = next
      const role = this.roles.get(from)
      if (role) {
        found.set(`${from} ${path.join('/')}`, { role, path })
        for (const use of this.misuses(from)) {
          const whole = [...use.path, ...path].slice(0, longestPath)
          found.set(`${from} as ${use.role.kind} ${whole.join('/')}`, { role: use.role, path: whole })
        }
        if (found.size < maximalContexts) continue
        // Too many to judge them all: counts as one more use that no rule explains (§10).
        found.set('', { role: { kind: 'trailer' }, path: [] })
        break
      }
      if (isKnown(seen, next)) continue
      waiting.push(...this.#beyond(from, path))
    }
    return [...found.values()]
  }

  /** Where an object with a role is read as something that it is not (`isPlainLink`). */
  misuses(number: number): Context[] {
    const known = this.#misuses.get(number)
    if (known) return known
    const role = this.roles.get(number)
    const uses = role ? this.#uses(number).filter((use) => !isPlainLink(role.kind, use)) : []
    this.#misuses.set(number, uses)
    return uses
  }

  /** Every way that leads to an object from the next ones with a role. */
  #uses(number: number): Context[] {
    const uses: Context[] = []
    const seen = new Set<string>()
    const waiting = [...(this.#referrers.get(number) ?? [])]
    for (const next of waiting) {
      this.#model.view.file.budget.step()
      const { from, path } = next
      const role = this.roles.get(from)
      if (role) uses.push({ role, path })
      if (role || isKnown(seen, next)) continue
      waiting.push(...this.#beyond(from, path))
    }
    return uses
  }

  #beyond(from: number, path: string[]): Referrer[] {
    return (this.#referrers.get(from) ?? []).map((one) => ({
      from: one.from,
      path: [...one.path, ...path].slice(0, longestPath),
    }))
  }

  #assignRoles(): void {
    const { catalog, catalogNumber, pages, pageNodes, annotations, fields, view } = this.#model
    for (const number of structureElements(view, catalog)) this.roles.set(number, { kind: 'structure' })
    this.roles.set(trailerNumber, { kind: 'trailer' })
    const info = view.trailer.entries.get('Info')
    const isDict = ['dict', 'null'].includes(view.resolve(info).kind)
    if (info?.kind === 'ref' && isDict) this.roles.set(info.number, { kind: 'info' })
    for (const [number, page] of annotations) this.roles.set(number, { kind: 'annotation', page, number })
    for (const field of fields) {
      for (const widget of field.widgets) this.roles.set(widget.number, { kind: 'field', field })
      if (field.type === 'Sig' && field.value.kind === 'ref') {
        this.roles.set(field.value.number, { kind: 'signature', field })
      }
      this.roles.set(field.number, { kind: 'field', field })
    }
    for (const page of pages) this.roles.set(page.number, { kind: 'page', page: page.index })
    for (const number of pageNodes) this.roles.set(number, { kind: 'pages' })
    this.roles.set(catalogNumber, { kind: 'catalog' })
    this.roles.delete(0)
  }

  #walk(): void {
    const { view } = this.#model
    const waiting: number[] = []
    const follow = (from: number, edges: Edge[]) => {
      for (const { to, path } of edges) {
        this.leadsToStructure ||= isDestination(path) && this.roles.get(to)?.kind === 'structure'
        const known = this.#referrers.get(to)
        if (known) known.push({ from, path })
        else {
          this.#referrers.set(to, [{ from, path }])
          waiting.push(to)
        }
      }
    }
    follow(
      trailerNumber,
      collectLinks(view.trailer).edges.filter(
        ({ path: [key = ''] }) => !bookkeepingKeys.has(key) && !inertKeys.has(key),
      ),
    )
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      view.file.budget.step()
      const object = view.object(number)
      if (object) follow(number, linksOf(object).edges)
    }
  }
}

/** P10: what LibreOffice writes beside its pages; no reader follows it, and its numbers are given away anew. */
const inertKeys = new Set(['AdditionalStreams'])

/** Of outline items, actions and names (ISO 32000-2 12.3.2.3, Table 151). */
const destinationKeys = new Set(['SE', 'SD', 'D', 'Dest'])

const isDestination = (path: string[]) => destinationKeys.has(path.at(-1) ?? '')

/** Keys whose value is read as resources or as appearances, whatever object stands there. */
const drawingKeys = new Set(
  'Resources DR ExtGState ColorSpace Pattern Shading XObject Font ProcSet Properties CharProcs AP MK'.split(' '),
)
const actionKeys = ['A', 'AA', 'PA', 'Dest']
const ofAnnotations = ['Parent', 'P', 'Popup', 'IRT', 'Kids', ...actionKeys]

/**
 * By which first keys, or pairs of them, owners of each kind lead to fields, annotations, elements of the structure and
 * the catalog.
 */
const links: Partial<Record<Role['kind'], Set<string>>> = {
  trailer: new Set(['Root']),
  catalog: new Set([
    'AcroForm Fields',
    'AcroForm CO',
    'StructTreeRoot',
    'Outlines',
    'OpenAction',
    'AA',
    'Threads',
    'Dests',
    'Names Dests',
    'Names JavaScript',
  ]),
  page: new Set(['Annots', 'AA', 'B']),
  annotation: new Set(ofAnnotations),
  field: new Set(ofAnnotations),
  signature: new Set(['Reference']),
  structure: new Set(['K', 'P', 'Ref']),
}

/**
 * Whether a way to an object of the kind `to` uses it as what it is: its place in the document, or a pointer at it. Any
 * other way may read its entries as something else, such as resources, states of an appearance, a layer (D3). Pages
 * and their nodes are pointed at by destinations and private data of every kind; nothing but drawing misuses them.
 */
function isPlainLink(to: Role['kind'], { role, path }: Context): boolean {
  if (to === 'signature' || to === 'trailer') return true
  if (to === 'info') return role.kind === 'trailer' && path.join(' ') === 'Info'
  return to === 'page' || to === 'pages' ? !path.some((key) => drawingKeys.has(key)) : leadsPlainly(role, path)
}

function leadsPlainly({ kind }: Role, path: string[]): boolean {
  const [first = '', second = ''] = path
  // Annotations that stand in their page's array themselves lead on as any other.
  if (kind === 'page' && first === 'Annots' && path.length > 1) return ofAnnotations.includes(second)
  const known = links[kind]
  return known !== undefined && (known.has(first) || known.has(`${first} ${second}`))
}

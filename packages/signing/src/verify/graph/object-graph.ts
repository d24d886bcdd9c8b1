import { collectLinks, type Edge, linksOf } from './edges.ts'
import type { DocumentModel } from './document-model.ts'
import type { Field } from './fields.ts'

/** The part an object plays in the document; objects without one belong to those that refer to them. */
export type Role =
  | { kind: 'trailer' }
  | { kind: 'catalog' }
  | { kind: 'pages' }
  | { kind: 'page'; page: number }
  | { kind: 'annotation'; page: number }
  | { kind: 'field'; field: Field }
  | { kind: 'signature'; field: Field }
  | { kind: 'info' }

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

/** Keys of the trailer and of a cross-reference stream that lead to nothing of the document. */
export const bookkeepingKeys = new Set([
  'Size',
  'Prev',
  'XRefStm',
  'Type',
  'W',
  'Index',
  'Filter',
  'DecodeParms',
  'Length',
])

/** Keys by which objects with a role are found or merely pointed at: no use of their content. */
const linkKeys = new Set(
  (
    'Parent P Pg Kids Fields Annots CO Obj Popup IRT D Dest Dests Names OpenAction Root AcroForm Pages Info V ' +
    'DocMDP First Last Next Prev Ref SD A AA T B Threads K'
  ).split(' '),
)

/** Keys whose value is read as resources, whatever object stands there: of a page, a form, a field, a Type 3 font. */
const resourceKeys = new Set(
  'Resources DR ExtGState ColorSpace Pattern Shading XObject Font ProcSet Properties CharProcs AP'.split(' '),
)

/** Who refers to what in one revision, from the trailer on; dangling references are remembered (P16). */
export class ObjectGraph {
  readonly roles = new Map<number, Role>()
  readonly #model: DocumentModel
  readonly #referrers = new Map<number, Referrer[]>()

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
    const seen = new Set([number])
    const disguised = new Set<number>()
    const waiting: Referrer[] = [...(this.#referrers.get(number) ?? [])]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { from, path } = next
      const role = this.roles.get(from)
      if (role) {
        found.set(`${from} ${path.join('/')}`, { role, path })
        const disguises = disguised.has(from) ? [] : this.disguises(from)
        disguised.add(from)
        waiting.push(...disguises.map((use) => ({ from: use.from, path: [...use.path, ...path].slice(0, 24) })))
        if (found.size < maximalContexts) continue
        // Too many to judge them all: counts as one more use that no rule explains (§10).
        found.set('', { role: { kind: 'trailer' }, path: [] })
        break
      }
      if (seen.has(from)) continue
      seen.add(from)
      for (const referrer of this.#referrers.get(from) ?? []) {
        waiting.push({ from: referrer.from, path: [...referrer.path, ...path].slice(0, 24) })
      }
    }
    return [...found.values()]
  }

  /** Where an object with a role is read as something else: as resources, or the information dictionary at all. */
  disguises(number: number): Referrer[] {
    const referrers = this.#referrers.get(number) ?? []
    if (this.roles.get(number)?.kind === 'info') {
      return referrers.filter(({ from, path }) => from !== trailerNumber || path.join('/') !== 'Info')
    }
    return referrers.filter(({ path }) => resourceKeys.has(path.at(-1) ?? ''))
  }

  /** Uses of an object with a role other than its place in the document and plain links to it. */
  strangeUses(number: number): string[][] {
    const uses: string[][] = []
    const seen = new Set([number])
    const waiting = [...(this.#referrers.get(number) ?? [])]
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const key = next.path.at(-1)
      if (key === undefined && !seen.has(next.from)) {
        seen.add(next.from)
        waiting.push(...(this.#referrers.get(next.from) ?? []))
      } else if (key !== undefined && !linkKeys.has(key)) uses.push(next.path)
    }
    return uses
  }

  #assignRoles(): void {
    const { catalogNumber, pages, pageNodes, annotations, fields, view } = this.#model
    this.roles.set(trailerNumber, { kind: 'trailer' })
    const info = view.trailer.entries.get('Info')
    const isDict = ['dict', 'null'].includes(view.resolve(info).kind)
    if (info?.kind === 'ref' && isDict) this.roles.set(info.number, { kind: 'info' })
    for (const [number, page] of annotations) this.roles.set(number, { kind: 'annotation', page })
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
      collectLinks(view.trailer).edges.filter((edge) => !bookkeepingKeys.has(edge.path[0] ?? '')),
    )
    for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
      view.file.budget.step()
      const object = view.object(number)
      if (object) follow(number, linksOf(object).edges)
    }
  }
}

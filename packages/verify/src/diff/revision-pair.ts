import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { equalValues, type IndirectObject, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import type { Field } from '@moqi/pdf/graph/fields'
import { ObjectGraph } from '../structure/object-graph.ts'
import type { View } from '@moqi/pdf/read/pdf-file'
import type { Fact, FactKind, FactPlace } from './facts.ts'

/** One revision with its graph. */
export interface Side {
  view: View
  model: DocumentModel
  graph: ObjectGraph
}

/** Builds the side of a model. */
export function sideOf(model: DocumentModel): Side {
  return { view: model.view, model, graph: new ObjectGraph(model) }
}

/** A dictionary as both revisions have it. */
export interface Versions {
  before: PdfDict
  after: PdfDict
}

/** What became of an object number that the older revision could reach. */
export interface ChangedObject {
  number: number
  before: PdfValue | undefined
  after: PdfValue | undefined
}

/**
 * Two adjacent revisions, the objects that differ, and the facts found so far (D1).
 */
export class RevisionPair {
  readonly older: Side
  readonly newer: Side
  readonly changed: Map<number, ChangedObject>
  readonly facts: Fact[] = []
  readonly #known = new Set<string>()
  readonly #newFields: Map<number, Field>
  readonly #newFieldsByName: Map<string, Field>

  constructor(older: Side, newer: Side) {
    this.older = older
    this.newer = newer
    this.changed = changedObjects(older, newer)
    this.#newFields = new Map(newer.model.fields.map((field) => [field.number, field]))
    this.#newFieldsByName = new Map(newer.model.fields.map((field) => [field.name, field]))
  }

  /** The field in the newer revision, by object number or, for direct ones, by name. */
  newField(old: Field): Field | undefined {
    return old.number === 0 ? this.#newFieldsByName.get(old.name) : this.#newFields.get(old.number)
  }

  /** Records a fact once; throws `BudgetExceeded` when there are too many. */
  add(kind: FactKind, place: FactPlace = {}): void {
    const fact = { kind, revision: this.newer.view.revision.index, ...place }
    const key = `${kind} ${fact.page ?? ''} ${fact.field ?? '\0'}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.newer.view.file.budget.fact()
    this.facts.push(fact)
  }

  /** The objects of the newer revision's increment that it can reach. */
  *written(): Generator<[number: number, object: IndirectObject]> {
    const { view, graph } = this.newer
    for (const [number, live] of view.table) {
      if (live.revision !== view.revision.index || !graph.reaches(number)) continue
      view.file.budget.step()
      const object = view.object(number)
      if (object) yield [number, object]
    }
  }
}

/** D4, D5: what is equal is no change; what the older revision cannot reach is new. */
function changedObjects(older: Side, newer: Side): Map<number, ChangedObject> {
  const changed = new Map<number, ChangedObject>()
  for (const [number, live] of newer.view.table) {
    if (live.revision !== newer.view.revision.index || !older.graph.reaches(number)) continue
    const before = older.view.object(number)?.value
    const after = newer.view.object(number)?.value
    if (before === undefined && after === undefined) continue
    if (before && after && equalValues(before, after)) continue
    changed.set(number, { number, before, after })
  }
  return changed
}

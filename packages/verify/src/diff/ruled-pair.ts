import { RevisionPair, type Side } from './revision-pair.ts'
import type { Change, Part, Rule } from './rule.ts'

/** Two adjacent revisions with the rules they are held against. */
export class RuledPair extends RevisionPair {
  readonly #rules = new Map<Part, readonly Rule[]>()

  constructor(older: Side, newer: Side, rules: readonly Rule[]) {
    super(older, newer)
    for (const rule of rules) for (const part of rule.parts) this.#rules.set(part, [...this.rulesOn(part), rule])
  }

  /** The rules on a part, in the order of the grammar. */
  rulesOn(part: Part): readonly Rule[] {
    return this.#rules.get(part) ?? []
  }
}

/** A change together with the rules it is judged by. */
export interface RuledChange extends Change {
  pair: RuledPair
}

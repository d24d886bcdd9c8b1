import { ruleOn, type Site } from './rule-on.ts'
import type { FactPlace } from './facts.ts'
import type { Change, Part, Rule } from './rule.ts'
import type { RuledChange } from './ruled-pair.ts'

/** Records what the grammar says of one change. */
export function tellChange(part: Part, site: Site, change: RuledChange, place: FactPlace = {}): void {
  tellRules(change, ruleOn(part, site, change).told, place)
}

/** Records what rules say that apply to a change. */
export function tellRules({ pair }: Pick<Change, 'pair'>, rules: readonly Rule[], place: FactPlace = {}): void {
  for (const { kind } of rules) if (kind !== 'none') pair.add(kind, place)
}

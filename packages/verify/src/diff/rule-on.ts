import type { Part, Place, Rule } from './rule.ts'
import type { RuledChange } from './ruled-pair.ts'

/** Where a change is met; whether an object has leave to change is for the rules to say. */
export type Site = Exclude<Place, 'objects' | 'behind'>

/** What the grammar says of one change. */
export interface Ruling {
  /** The first rule that applies, those of the very key before those of any key. */
  first: Rule | undefined
  /** That one and those that are told besides, in the order of the grammar. */
  told: Rule[]
  /** D3: whether an object has leave to change with its part. */
  isExplained: boolean
}

/** Judges a change of a part: of an entry, of an object that keys lead to, or of the part as a whole. */
export function ruleOn(part: Part, site: Site, change: RuledChange): Ruling {
  const rules = change.pair.rulesOn(part).filter((rule) => isAt(rule, site, change.path))
  const applies = ({ condition }: Rule) => condition?.(change) ?? true
  const inOrder = [...rules.filter((rule) => !isGeneral(rule)), ...rules.filter(isGeneral)]
  const first = inOrder.find((rule) => !rule.isBesides && applies(rule))
  return {
    first,
    told: rules.filter((rule) => rule === first || (rule.isBesides && applies(rule))),
    isExplained: first?.places.some((place) => place === 'object' || place === 'objects') ?? false,
  }
}

const isGeneral = ({ keys }: Rule) => keys[0] === '*'

function isAt(rule: Rule, site: Site, path: readonly string[]): boolean {
  const { places, keys } = rule
  const isKey = isGeneral(rule) || keys.includes(path[0] ?? '')
  if (site !== 'object') return places.includes(site) && isKey
  if (places.includes('object')) return keys.some((key) => leadsTo(key === '' ? [] : key.split('/'), path))
  return path.length > 0 && isKey && (places.includes('objects') || places.includes('behind'))
}

function leadsTo(keys: readonly string[], path: readonly string[]): boolean {
  return keys.length === path.length && keys.every((key, at) => key === '*' || key === path[at])
}

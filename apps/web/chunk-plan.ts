/** What is known of a module: its code, and what it imports at once and only when it is wanted. */
export type Module = {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
/** A module by its id; null for none. */
export type Graph = (id: string) => Module | null

/** Modules that are asked for together: by which files, and about how many bytes they are on the wire. */
type Group = { askers: ReadonlySet<string>; modules: readonly string[]; bytes: number }
/** How much the bytes of a file that begins something matter, 1 or more; Infinity where none may be in vain. */
type Weight = (asker: string) => number
type Holder = { modules: readonly string[] }
type Needs<H extends Holder> = ReadonlyMap<H, ReadonlySet<H>>

/** What minifying and compressing leave of a module's code. */
const left = 0.11
/** Bytes that one file more costs: headers of question and answer, and what compressing alone loses. */
export const worthAFile = 1000

/** About how many bytes of a module go over the wire. */
export const bytesOf = (id: string, graph: Graph): number => (graph(id)?.code?.length ?? 0) * left

/**
 * Which modules that several files need lie together: one list a file. `begins` are the modules that begin a file of
 * their own; what `known` says is there already, or goes elsewhere, is left out.
 *
 * The bundler would give every set of askers a file: dozens of requests. Two sets are put together when the requests
 * that this spares outweigh the bytes that somebody then loads in vain.
 */
export function planChunks(
  begins: readonly string[],
  weight: Weight,
  known: (id: string) => boolean,
  graph: Graph,
): (readonly string[])[] {
  const askersOf = new Map<string, Set<string>>()
  for (const asker of begins)
    for (const id of reachOf(asker, graph))
      if (!known(id) && !begins.includes(id)) askersOf.set(id, (askersOf.get(id) ?? new Set()).add(asker))
  const groups = new Map<string, Group>()
  for (const [id, askers] of askersOf) {
    if (askers.size < 2) continue
    const key = [...askers].toSorted().join('\n')
    const one: Group = { askers, modules: [id], bytes: bytesOf(id, graph) }
    const before = groups.get(key)
    groups.set(key, before ? both(before, one) : one)
  }
  return merged([...groups.values()], weight, graph).map(({ modules }) => modules)
}

/** What a module imports, and what that imports, without what is imported only when it is wanted. */
export function reachOf(root: string, graph: Graph): ReadonlySet<string> {
  const reach = new Set<string>()
  const visit = (id: string) => {
    if (reach.has(id)) return
    reach.add(id)
    for (const imported of graph(id)?.importedIds ?? []) visit(imported)
  }
  visit(root)
  return reach
}

const both = (a: Group, b: Group): Group => ({
  askers: a.askers.union(b.askers),
  modules: [...a.modules, ...b.modules],
  bytes: a.bytes + b.bytes,
})

type Pair = { a: Group; b: Group; gain: number }

/** Two at a time, those whose putting together gains most, while one gains; of equal ones the first. */
function merged(groups: readonly Group[], weight: Weight, graph: Graph): Group[] {
  let all = [...groups]
  let pairs = all.flatMap((a, index) => gaining(a, all.slice(index + 1), weight)).toSorted(byGain)
  for (;;) {
    const needs = needsOf(all, graph)
    const best = pairs.find(({ a, b }) => !isBetween(a, b, needs) && !isBetween(b, a, needs))
    if (!best) return all
    const isLeft = (one: Group) => one !== best.a && one !== best.b
    const joined = both(best.a, best.b)
    all = all.filter(isLeft)
    const others = all.flatMap((one) => gaining(one, [joined], weight))
    all.push(joined)
    pairs = [...pairs.filter(({ a, b }) => isLeft(a) && isLeft(b)), ...others].toSorted(byGain)
  }
}

const byGain = (one: Pair, other: Pair) => other.gain - one.gain

/** The pairs of one with others that are worth putting together. */
const gaining = (a: Group, others: readonly Group[], weight: Weight): Pair[] =>
  others.map((b) => ({ a, b, gain: gainOf(a, b, weight) })).filter(({ gain }) => gain > 0)

/** Bytes that putting two together spares, over those that who asked for one of them loads in vain. */
function gainOf(a: Group, b: Group, weight: Weight): number {
  const sum = (askers: ReadonlySet<string>) => [...askers].reduce((total, asker) => total + weight(asker), 0)
  const inVain = sum(a.askers.difference(b.askers)) * b.bytes + sum(b.askers.difference(a.askers)) * a.bytes
  return inVain === Infinity ? -1 : sum(a.askers.intersection(b.askers)) * worthAFile - inVain
}

/** Which groups each imports from. */
function needsOf<H extends Holder>(groups: readonly H[], graph: Graph): Needs<H> {
  const home = new Map(groups.flatMap((group) => group.modules.map((id) => [id, group] as const)))
  const needs = (group: H) =>
    new Set(
      group.modules
        .flatMap((id) => graph(id)?.importedIds ?? [])
        .flatMap((id) => home.get(id) ?? [])
        .filter((one) => one !== group),
    )
  return new Map(groups.map((group) => [group, needs(group)]))
}

/** Whether `from` needs something that needs `to`: put together they would need it, and it them. */
function isBetween(from: Group, to: Group, needs: Needs<Group>): boolean {
  const seen = new Set<Group>()
  const reaches = (group: Group): boolean => {
    if (group === to) return true
    if (seen.has(group)) return false
    seen.add(group)
    return [...(needs.get(group) ?? [])].some(reaches)
  }
  return [...(needs.get(from) ?? [])].some((next) => next !== to && reaches(next))
}

/** The lists of modules, each behind those that it imports from. */
export function inOrder(lists: readonly (readonly string[])[], graph: Graph): (readonly string[])[] {
  const groups = lists.map((modules) => ({ modules }))
  const needs = needsOf(groups, graph)
  const order = new Set<Holder>()
  const visit = (group: Holder) => {
    if (order.has(group)) return
    for (const needed of needs.get(group) ?? []) visit(needed)
    order.add(group)
  }
  for (const group of groups) visit(group)
  return [...order].map(({ modules }) => modules)
}

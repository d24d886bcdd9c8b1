import { basename } from 'node:path'
import { bytesOf, type Graph, inOrder, type Module, planChunks, reachOf, worthAFile } from './chunk-plan.ts'
import { firstModules } from './prerender-plugin.ts'
import { documentScripts } from './sites.ts'

type Bundle = { getModuleInfo: (id: string) => Module | null }

/** More than there ever are: the bundler wants to know the files before it knows the modules. */
const most = 128
/** How much more the bytes of a page matter that one opens with an empty cache than those of one reached from there. */
const ofFirst = 25
/** And of what a follower would load in vain, on the poorest of lines. */
const ofFollower = 200
const plans = new WeakMap<Bundle, ReadonlyMap<string, string>>()

/**
 * The shared files, whatever sites there are: what the documents' scripts share; what their main parts share (React);
 * what one main part has, which is there before any page; and of what pages share, what goes best together.
 */
export const chunkGroups = Array.from({ length: most }, (_, index) => ({
  name: (id: string, bundle: Bundle) => {
    const name = id.includes('rolldown/runtime') ? '0-entry' : planOf(bundle).get(id)
    return name?.startsWith(`${index}-`) ? name.slice(`${index}-`.length) : null
  },
  debugName: `shared ${index}`,
  priority: most - index,
}))

function planOf(bundle: Bundle): ReadonlyMap<string, string> {
  const plan = plans.get(bundle) ?? makePlan((id) => bundle.getModuleInfo(id))
  plans.set(bundle, plan)
  return plan
}

/**
 * What takes the others' files as they are cut: a document that few people open, which shall cost the others nothing,
 * and the page that phones open on the poorest of lines, which shall bring nothing of the others' along.
 */
const followers: ReadonlySet<string> = new Set(['handwrite-document', 'signing-page'])
/** What people open who open nothing else, or a few times a year: it has what is left, and changes nothing. */
const apart: ReadonlySet<string> = new Set([
  'company-console',
  'operator-room',
  'sign-visit-page',
  'invoice-page',
  'key-agent',
  'face-document',
  'face-desk',
  'reverse-payment',
  'flag-warning',
  'company-exists',
  'platform-log-page',
  'space-entry-page',
  'archive-page',
  'contracts-page',
  'filing-sheet',
  'viewings-sheet',
  'security-page',
  'sign-ins-page',
  'roles-page',
  'export-page',
  'close-page',
  'ended-by-platform',
])

/** A follower takes files as they are cut, but gets next to nothing that others want beside what it wants. */
const weightOf = (id: string) => (followers.has(nameOf(id)) ? ofFollower : firstModules.includes(id) ? ofFirst : 1)

/** The name of the file each shared module goes into, after its place in the order. */
function makePlan(graph: Graph): ReadonlyMap<string, string> {
  const every = [...new Set(documentScripts.flatMap((id) => graph(id)?.dynamicallyImportedIds ?? []))]
  const all = every.filter((id) => !apart.has(nameOf(id)))
  const mains = all.filter((id) => !followers.has(nameOf(id)))
  const others = every.filter((id) => apart.has(nameOf(id)))
  const wanted = wantedFrom([...documentScripts, ...all], [...mains, ...others], graph)
  const pages = [...wanted].filter((id) => !apart.has(nameOf(id)))
  const initial = new Set(documentScripts.flatMap((script) => [...reachOf(script, graph)]))
  const named = nameOwn({ mains, pages, initial }, graph)
  joinTiny(named, mains, graph)
  joinStyles(named)
  const known = Map.groupBy(named.keys(), (id) => named.get(id) ?? '')
  const weight = (id: string) => (mains.includes(id) ? Infinity : weightOf(id))
  const shared = planChunks([...mains, ...pages], weight, (id) => named.has(id), graph)
  const order = inOrder([...known.values(), ...shared], graph)
  return new Map(
    order.flatMap((modules, index) => modules.map((id) => [id, `${index}-${named.get(id) ?? 'shared'}`] as const)),
  )
}

/** What documents ask for at once (`initial`), then (`mains`), and when it is wanted (`pages`). */
type Roots = { mains: readonly string[]; pages: readonly string[]; initial: ReadonlySet<string> }

/** The files of what is there before any page, by its modules. */
function nameOwn({ mains, pages, initial }: Roots, graph: Graph): Map<string, string> {
  const reached = new Map([...mains, ...pages].map((id) => [id, reachOf(id, graph)] as const))
  const behind = new Map(mains.map((main) => [main, wantedFrom([main], mains, graph)] as const))
  const [widest = ''] = [...behind].toSorted(([, a], [, b]) => b.size - a.size).map(([main]) => main)
  const named = new Map<string, string>([...initial].map((id) => [id, 'entry']))
  for (const main of mains) {
    const elsewhere = [...mains, ...pages].filter((one) => one !== main && !behind.get(main)?.has(one))
    for (const id of reached.get(main) ?? []) {
      const others = elsewhere.filter((one) => reached.get(one)?.has(id))
      const also = mains.filter((one) => one === main || others.includes(one))
      // Styles are few and short: what a document needs before any page has no file of its own; what shows the most
      // pages has it too, for its pages want it.
      const early = isStyle(id) && others.length > 0 && !also.includes(widest)
      if (named.has(id) || (!early && also.length === 1 && others.length > 0)) continue
      named.set(id, fileOf(early ? [...also, widest] : also, mains))
    }
  }
  return named
}

const isStyle = (id: string) => id.endsWith('.css')

/** The file of what these main parts share. */
const fileOf = (some: readonly string[], mains: readonly string[]) =>
  mains.every((main) => some.includes(main)) ? 'base' : some.map(nameOf).toSorted().join('-')

/** A file that some main parts share is not worth its headers when it is tiny: all of them get it. */
function joinTiny(named: Map<string, string>, mains: readonly string[], graph: Graph): void {
  const single = new Set(['entry', 'base', ...mains.map(nameOf)])
  for (const [name, ids] of Map.groupBy(named.keys(), (id) => named.get(id) ?? '')) {
    const bytes = ids.reduce((sum, id) => sum + bytesOf(id, graph), 0)
    if (!single.has(name) && bytes < worthAFile / 2) for (const id of ids) named.set(id, 'base')
  }
}

/** Styles that all have lie with those the documents name, and no file is made for styles alone. */
function joinStyles(named: Map<string, string>): void {
  const scripted = new Set([...named].filter(([id]) => !isStyle(id)).map(([, name]) => name))
  for (const [id, name] of named) if (isStyle(id) && (name === 'base' || !scripted.has(name))) named.set(id, 'entry')
}

const nameOf = (main: string) => basename(main).replace(/\..*$/, '')

/** Everything that is imported only when it is wanted, from these on, without what begins another document. */
function wantedFrom(roots: readonly string[], mains: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (root: string) => {
    for (const id of reachOf(root, graph))
      for (const wanted of graph(id)?.dynamicallyImportedIds ?? []) {
        if (found.has(wanted) || mains.includes(wanted)) continue
        found.add(wanted)
        visit(wanted)
      }
  }
  for (const root of roots) visit(root)
  return found
}

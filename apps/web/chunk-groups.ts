import { basename } from 'node:path'
import { type Graph, inOrder, type Module, planChunks, reachOf } from './chunk-plan.ts'
import { documentScripts } from './sites.ts'

type Bundle = { getModuleInfo: (id: string) => Module | null }

/** More than there ever are: the bundler wants to know the files before it knows the modules. */
const most = 48
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

/** The name of the file each shared module goes into, after its place in the order. */
function makePlan(graph: Graph): ReadonlyMap<string, string> {
  const mains = [...new Set(documentScripts.flatMap((id) => graph(id)?.dynamicallyImportedIds ?? []))]
  const pages = [...wantedFrom([...documentScripts, ...mains], mains, graph)]
  const reached = new Map([...mains, ...pages].map((id) => [id, reachOf(id, graph)] as const))
  const initial = new Set(documentScripts.flatMap((script) => [...reachOf(script, graph)]))
  const named = new Map<string, string>()
  for (const id of initial) if (!documentScripts.includes(id)) named.set(id, 'entry')
  for (const main of mains) {
    const behind = wantedFrom([main], mains, graph)
    const elsewhere = [...mains, ...pages].filter((one) => one !== main && !behind.has(one))
    for (const id of reached.get(main) ?? []) {
      if (named.has(id)) continue
      const others = elsewhere.filter((one) => reached.get(one)?.has(id))
      const also = mains.filter((one) => one === main || others.includes(one))
      // Styles are few and short: what all main parts need is one file, which every document names.
      if (also.length === mains.length) named.set(id, id.endsWith('.css') ? 'entry' : 'base')
      else if (also.length > 1) named.set(id, also.map(nameOf).toSorted().join('-'))
      else if (others.length === 0) named.set(id, nameOf(main))
    }
  }
  const known = Map.groupBy(named.keys(), (id) => named.get(id) ?? '')
  const first = new Set([...initial].flatMap((id) => graph(id)?.dynamicallyImportedIds ?? []))
  const weight = (id: string) => (mains.includes(id) ? Infinity : first.has(id) ? 5 : 1)
  const shared = planChunks([...mains, ...pages], weight, (id) => named.has(id), graph)
  const order = inOrder([...known.values(), ...shared], graph)
  return new Map(
    order.flatMap((modules, index) => modules.map((id) => [id, `${index}-${named.get(id) ?? 'shared'}`] as const)),
  )
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

import { join } from 'node:path'
import { sources } from './sites.ts'

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const source = (path: string) => join(sources, path)
const entries = ['home/main.tsx', 'home/login.tsx'].map(source)
const login = source('home/login-document.tsx')
const application = source('home/application.tsx')
const frame = source('kit/frame/page-frame.tsx')
const detail = source('home/contract-detail/temp-info-page.tsx')
const signing = ['home/signing/signing-page.tsx', 'home/open-sign/open-sign-page.tsx'].map(source)

/** The shared chunks; each takes what it imports along unless one before it has that. */
export const chunkGroups = ['entry', 'base', 'application', 'form', 'contract', 'frame', 'signing'].map(
  (group, index, all) => ({
    name: (id: string, graph: Graph) => (groupOf(id, graph) === group ? group : null),
    debugName: group,
    priority: all.length - index,
  }),
)

/**
 * Names the chunk of a module that several pages share, or null to leave it to the bundler, which would give every
 * small module a file of its own: dozens of requests, and a quarter more bytes since each is compressed alone. Nobody
 * gets what he does not need: a group holds what all who load it build on.
 */
function groupOf(id: string, graph: Graph): string | null {
  const within = (...roots: string[]) => roots.filter((root) => reachOf(root, graph).has(id)).length
  // What begins a page keeps a file of its own, by which the build's manifest knows it.
  if ([...entries, login, application, frame, detail, ...signing].includes(id)) return null
  if (within(...entries) > 0) return 'entry'
  if (within(application) > 0) return within(login) > 0 ? 'base' : 'application'
  if (within(login) > 0) return within(frame, detail, ...signing) > 0 ? 'form' : null
  if (within(frame, detail) > 0 && within(...signing) > 0) return 'contract'
  if (within(frame) > 0) return 'frame'
  return within(...signing) > 1 ? 'signing' : null
}

const reaches = new WeakMap<Graph, Map<string, Set<string>>>()

/** What a module imports, and what that imports, without what is imported only when it is wanted. */
function reachOf(root: string, graph: Graph): ReadonlySet<string> {
  const known = reaches.get(graph) ?? new Map<string, Set<string>>()
  reaches.set(graph, known)
  const reach = known.get(root) ?? new Set<string>()
  if (known.has(root)) return reach
  known.set(root, reach)
  const visit = (id: string) => {
    if (reach.has(id)) return
    reach.add(id)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported)
  }
  visit(root)
  return reach
}

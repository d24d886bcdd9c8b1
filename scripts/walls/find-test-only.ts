import { isForTests, isSource } from './file-kind.ts'
import type { Finding } from './finding.ts'
import { importedPaths } from './imported-paths.ts'
import type { Source } from './source.ts'
import { resolveImport, type Workspace } from './workspaces.ts'

/** Exports that are reached otherwise than by an import, or wait for what is not built yet: each with its reason. */
const waiting: Readonly<Record<string, string>> = {
  'packages/signing/src/append/two-step.ts prepareExternalSignature': 'the library, packages/signing/README.md',
  'packages/signing/src/append/two-step.ts completeExternalSignature': 'the library, packages/signing/README.md',
  'packages/sdk/src/verify-webhook.ts verifyWebhook': 'the library, packages/sdk/README.md',
  'packages/evidence/src/merkle-tree.ts consistencyProof': 'for whoever kept an earlier tree head (ADR 0010)',
  'packages/evidence/src/merkle-tree.ts isConsistent': 'for whoever kept an earlier tree head (ADR 0010)',
  'packages/trust/src/hsm/cryptoki.ts hasBinding': 'tells tests whether this machine can have a token at all',
  'packages/evidence/src/evidence.ts evidenceCodes': 'the closed set, which tests go through whole',
  'packages/verify/src/reasons/reasons.ts reasonCodes': 'the closed set, which tests go through whole',
  'packages/domain/src/account/guess-bound.ts guessBound': 'what the limits of codes come to, held by a test',
  'apps/web/src/ui/lucide-icon.ts createIcon': 'lucide-react imports it by the alias in vite.config.ts',
}

/** A name of a module that another uses; `*` when it may use all of them. */
type Use = { file: string; name: string }

/** Exports of sources that tests use and nothing else does. Tools that run beside the product are no tests. */
export function findTestOnly(sources: readonly Source[], workspaces: ReadonlyMap<string, Workspace>): Finding[] {
  const used = new Set<string>()
  const tested = new Set<string>()
  for (const source of sources) {
    const uses = isForTests(source.path) ? tested : used
    for (const { file, name } of usesOf(source, workspaces)) uses.add(`${file} ${name}`)
  }
  return sources
    .filter(({ path }) => isSource(path))
    .flatMap((source) => {
      const { path, lineAt } = source
      const has = (uses: ReadonlySet<string>, name: string) => uses.has(`${path} ${name}`) || uses.has(`${path} *`)
      return exportsOf(source).flatMap(({ name, offset }) => {
        if (has(used, name) || !has(tested, name) || `${path} ${name}` in waiting) return []
        if (usedInside(source, name)) return []
        return [{ file: path, line: lineAt(offset), rule: 'test-only', text: `${name} is exported for tests alone` }]
      })
    })
}

function usesOf(source: Source, workspaces: ReadonlyMap<string, Workspace>): Use[] {
  const { record, path } = source
  const named = [
    ...record.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName }) => ({ specifier: moduleRequest.value, name: importName.name ?? '*' })),
    ),
    ...record.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, name: importName.name ?? '*' }] : [],
      ),
    ),
  ]
  const byName = new Set(named.map(({ specifier }) => specifier))
  const whole = importedPaths(source).filter(({ specifier }) => !byName.has(specifier))
  return [...named, ...whole.map(({ specifier }) => ({ specifier, name: '*' }))].flatMap(({ specifier, name }) => {
    const end = resolveImport(path, specifier, workspaces)
    return 'file' in end ? [{ file: end.file, name }] : []
  })
}

function exportsOf({ record }: Source): { name: string; offset: number }[] {
  return record.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, start }) =>
      exportName.name && exportName.kind === 'Name' ? [{ name: exportName.name, offset: start }] : [],
    ),
  )
}

/** A part that its own module uses may be tried by itself: it is shipped either way. */
const usedInside = ({ text }: Source, name: string): boolean =>
  text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '').split(new RegExp(`\\b${name}\\b`)).length > 2

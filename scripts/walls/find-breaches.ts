import { arrowsFrom, findArrows } from './find-arrows.ts'
import { findCircles } from './find-circles.ts'
import { findTestOnly } from './find-test-only.ts'
import type { Finding } from './finding.ts'
import { findCasts } from './rules/casts.ts'
import { findComments } from './rules/comments.ts'
import { findUndocumented } from './rules/documented-exports.ts'
import { declaredTables, findDoors } from './rules/doors.ts'
import { findOutsideWorld } from './rules/outside-world.ts'
import { findStyleBreaches } from './rules/style-sheets.ts'
import { findWireWords } from './rules/wire-words.ts'
import { readSource } from './source.ts'
import type { Workspace } from './workspaces.ts'

const rules = [findOutsideWorld, findCasts, findComments, findUndocumented, findWireWords]

const isSheet = ([path]: readonly [string, string]) => path.endsWith('.css')

/** Every breach of a rule in these files, by path from the root and text, ordered by place. */
export function findBreaches(
  files: ReadonlyMap<string, string>,
  workspaces: ReadonlyMap<string, Workspace>,
): Finding[] {
  const sheets = [...files].filter(isSheet)
  const sources = [...files].filter((file) => !isSheet(file)).map(([path, text]) => readSource(path, text))
  const arrows = sources.map((source) => ({ path: source.path, from: arrowsFrom(source, workspaces) }))
  const declared = declaredTables(sources)
  const found = [
    ...arrows.flatMap(({ path, from }) => findArrows(path, from)),
    ...findCircles(arrows.flatMap(({ from }) => from)),
    ...findTestOnly(sources, workspaces),
    ...findStyleBreaches(sheets),
    ...sources.flatMap((source) => [...rules.flatMap((rule) => rule(source)), ...findDoors(source, declared)]),
  ]
  return found.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

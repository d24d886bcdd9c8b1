import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import type { Change, Condition } from '../rule.ts'

/** D26: only a certification made in this very increment may enter itself; B12 judges that it comes late. */
export function isCertificationNow({ pair, before, after }: Change): boolean {
  const permissions = dictOf(after)
  const named = permissions?.entries.get('DocMDP')
  if (before?.kind !== 'null' || permissions?.entries.size !== 1 || named?.kind !== 'ref') return false
  return pair.newer.graph.roles.get(named.number)?.kind === 'signature' && !pair.older.graph.reaches(named.number)
}

/** D13: the newer of header and catalog counts (ISO 32000-2 7.5.2), and does not fall. */
export function isHigherVersion({ pair, before, after }: Change): boolean {
  const { bytes } = pair.older.view.file
  const header = /%PDF-(\d\.\d)/.exec(bytes.toString('latin1', 0, 1024))?.[1] ?? '1.0'
  const declared = nameOf(before) ?? header
  const version = nameOf(after)
  return version !== undefined && /^[12]\.\d$/.test(version) && version >= (declared > header ? declared : header)
}

/** D13: developer entries may come and rise, none may go or fall. */
export function keepsExtensions({ pair: { older, newer } }: Change): boolean {
  const before = older.view.dict(older.model.catalog, 'Extensions')
  const after = newer.view.get(newer.model.catalog, 'Extensions')
  return (
    after.kind === 'dict' &&
    [...(before?.entries ?? [])].every(([developer, was]) =>
      levelsOf(older.view, was).every((level) =>
        levelsOf(newer.view, after.entries.get(developer)).some((now) => now >= level),
      ),
    )
  )
}

/** What one developer's entry declares, or its several (ISO 32000-2 7.12): base version and level, to be compared. */
function levelsOf(view: View, value: PdfValue | undefined): string[] {
  const resolved = view.resolve(value)
  const entries = resolved.kind === 'array' ? resolved.items.map((item) => view.resolve(item)) : [resolved]
  return entries.flatMap((entry) => {
    const dict = dictOf(entry)
    if (!dict) return []
    const level = integerOf(view.get(dict, 'ExtensionLevel')) ?? 0
    return [`${view.name(dict, 'BaseVersion') ?? ''} ${String(level).padStart(10, '0')}`]
  })
}

/** P7: whether the object is there no more. */
export const isFreed: Condition = ({ pair, number = 0, before }) =>
  before !== undefined && pair.newer.view.table.get(number)?.entry.type === 'free'

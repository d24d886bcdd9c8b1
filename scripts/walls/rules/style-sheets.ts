import { breakpoints } from '../../../apps/web/src/ui/breakpoints.ts'
import type { Finding } from '../finding.ts'

const kinds: readonly number[] = Object.values(breakpoints)

/** Widths in a style sheet that are none of `breakpoints`: windows of a kind that no other page knows. */
export function findStyleBreaches(path: string, text: string): Finding[] {
  return [...text.matchAll(/\((min|max)-width: (\d+)px\)/g)].flatMap(({ 0: query, 1: end, 2: px, index }) => {
    const from = Number(px) + (end === 'max' ? 1 : 0)
    if (kinds.includes(from)) return []
    const line = text.slice(0, index).split('\n').length
    return [{ file: path, line, rule: 'breakpoint', text: `${query}: windows change at ${kinds.join(', ')} px` }]
  })
}

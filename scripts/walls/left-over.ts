import type { Finding } from './finding.ts'
import type { Pending } from './pending.ts'

/**
 * Breaches that are not pending, and a note for each that is pending, or is no more. A pending count that is exceeded
 * covers nothing.
 */
export function leftOver(
  found: readonly Finding[],
  pending: readonly Pending[],
): { breaches: Finding[]; notes: string[] } {
  const covered = new Set<Finding>()
  const notes: string[] = []
  for (const { rule, under, count } of pending) {
    const here = found.filter((finding) => finding.rule === rule && finding.file.startsWith(under))
    if (here.length <= count) for (const finding of here) covered.add(finding)
    notes.push(`pending: ${rule} under ${under}: ${here.length} of ${count}`)
  }
  return { breaches: found.filter((finding) => !covered.has(finding)), notes }
}

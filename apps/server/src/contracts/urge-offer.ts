import type { TaskRow } from '@moqi/api/shapes'
import { type Urging, urgeWaitIn } from '#src/cores/contract/urge-waits.ts'

/**
 * A told row that offers 催签 with how long that would be refused yet, ms, and without the offer where nobody but the
 * person is waited for.
 */
export function withUrge<R extends Pick<TaskRow, 'operationArray' | 'urgeWait'>>(
  row: R,
  urging: Urging | null,
  now: number,
): R {
  if (!row.operationArray.includes('urge')) return row
  const wait = urgeWaitIn(urging, now)
  if (wait !== null) return { ...row, urgeWait: wait }
  return { ...row, operationArray: row.operationArray.filter((operation) => operation !== 'urge') }
}

import type { TaskRow } from '@moqi/api/shapes'
import { urgeWaits } from '#src/cores/contract/urge-waits.ts'
import type { Deps } from '#src/platform/deps.ts'

type Offer = Pick<TaskRow, 'taskId' | 'operationArray' | 'urgeWait'>

/** How long each row's 催签 would refuse yet, ms, by contract; of whom nobody but the person is waited for, none. */
export async function urgeOffers(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: { tenantId: string; accountId: string },
  rows: readonly Offer[],
): Promise<ReadonlyMap<string, number>> {
  const offering = rows.filter(({ operationArray }) => operationArray.includes('urge')).map(({ taskId }) => taskId)
  if (offering.length === 0) return new Map()
  return db.read(person.tenantId, (home) => urgeWaits(home, person, offering, now()))
}

/** A row that offers 催签 with how long it waits, and not at all where there is nobody to urge. */
export function withUrge<R extends Offer>(row: R, offers: ReadonlyMap<string, number>): R {
  if (!row.operationArray.includes('urge')) return row
  const urgeWait = offers.get(row.taskId)
  if (urgeWait !== undefined) return { ...row, urgeWait }
  return { ...row, operationArray: row.operationArray.filter((operation) => operation !== 'urge') }
}

import type { ContractRow } from '../contract/contract-row.ts'

/** What a list shows, how many rows wait above it, and how many of the shown stand in it no more. */
export type SteadyRows = { rows: ContractRow[]; fresh: number; left: number }

/** What a list row has become, as it was told; null when it has left every list. */
export type ToldStatus = ReadonlyMap<string, ContractRow['status'] | null>

/**
 * The rows that stand under somebody's pointer, brought up to date in their places by what was just read: nothing is
 * put between them. What is new waits above; what no longer belongs stays, with its new status and nothing to press
 * but its page. `pushed` says of a row that is not there any more whether new ones only pushed it off the page.
 */
export function steadyRows(
  shown: readonly ContractRow[],
  read: readonly ContractRow[],
  { told, pushed }: { told: ToldStatus; pushed: (row: ContractRow, last: ContractRow) => boolean },
): SteadyRows {
  const now = new Map(read.map((row) => [row.signId, row]))
  const known = new Set(shown.map(({ signId }) => signId))
  const last = read.at(-1)
  const left = shown.filter((row) => !now.has(row.signId) && !(last && pushed(row, last)))
  const lastKnown = read.findLastIndex(({ signId }) => known.has(signId))
  // What comes behind the last known row was pulled up from the next page.
  const above = lastKnown === -1 ? read : read.slice(0, lastKnown)
  return {
    rows: shown.map((row) => now.get(row.signId) ?? (left.includes(row) ? departed(row, told) : row)),
    fresh: above.filter(({ signId }) => !known.has(signId)).length,
    left: left.length,
  }
}

function departed(row: ContractRow, told: ToldStatus): ContractRow {
  const status = told.get(row.signId)
  const operationArray = status === null ? [] : row.operationArray.filter((operation) => operation === 'view')
  return { ...row, status: status ?? row.status, operationArray }
}

/** What stands over a list that has changed while it was read: 有6份新合同; empty when it has not. */
export function changeText({ fresh, left }: Pick<SteadyRows, 'fresh' | 'left'>): string {
  if (fresh > 0) return `有${fresh}份新合同`
  return left > 0 ? `${left}份合同已不在此列表` : ''
}

import { useState } from 'react'
import { useOwnChange } from '../contract/contract-keys.ts'
import type { ContractRow } from '../contract/contract-row.ts'
import { changeText, steadyRows } from './steady-rows.ts'
import { useTold } from './told-status.ts'

type Read = {
  /** Which list and page; another one is shown as it is read. */
  key: string
  rows: readonly ContractRow[]
  /** When they were read, ms, and whether they are being read anew. */
  at: number
  reading: boolean
  pushed: (row: ContractRow, last: ContractRow) => boolean
}

/**
 * A list that is looked at: rows keep their places while others change them, until `takeAll` is pressed or the person
 * changes something. `change` says what is different; empty when nothing is.
 */
export function useSteadyRows({ key, rows, at, reading, pushed }: Read) {
  const changedAt = useOwnChange((state) => state.at)
  const told = useTold((state) => state.status)
  // What was kept from an earlier visit is replaced once it has been read again.
  const [shown, setShown] = useState({ key, rows, at, settled: !reading })
  const take = () => setShown({ key, rows, at, settled: !reading })
  const ownChange = changedAt > shown.at && at >= changedAt
  // Nobody points at a row of an empty list.
  const awaited = (!shown.settled && !reading) || (shown.rows.length === 0 && rows.length > 0)
  if (shown.key !== key || ownChange || awaited) take()
  const steady = steadyRows(shown.rows, rows, { told, pushed })
  return { rows: steady.rows, change: changeText(steady), takeAll: take }
}

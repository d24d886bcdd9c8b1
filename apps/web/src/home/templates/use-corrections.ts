import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import type { Batch } from './batch-rows.tsx'

/** A row of a list as it was read. */
export type ListedRow = Batch['rowArray'][number]
/** What has been written into a row since, by column key, and what the server says of it. */
export type Correction = {
  texts: Readonly<Record<string, string>>
  /** Null until the server has answered. */
  faults: ListedRow['faultArray'] | null
  busy: boolean
  /** What keeps it from being kept: it stays written, to be tried again. */
  refused: string | null
}
/** How many rows are listed, and how many of them have faults. */
export type ListCounts = Pick<Output<Table['correctBatchRow']>, 'listedNumber' | 'faultyNumber'>

const untouched: Correction = { texts: {}, faults: null, busy: false, refused: null }

/** Corrections of a list's rows, each kept by the server as soon as its cell is left. */
export function useCorrections(batchId: string) {
  const [byRow, setByRow] = useState<ReadonlyMap<number, Correction>>(new Map())
  const [counts, setCounts] = useState<ListCounts | null>(null)
  const change = (row: number, part: (before: Correction) => Partial<Correction>) =>
    setByRow((before) => {
      const old = before.get(row) ?? untouched
      return new Map(before).set(row, { ...old, ...part(old) })
    })
  const write = (row: number, key: string, text: string) =>
    change(row, ({ texts }) => ({ texts: { ...texts, [key]: text } }))
  const keep = async (row: number, values: Readonly<Record<string, string>>) => {
    change(row, () => ({ busy: true, refused: null }))
    try {
      const { faultArray, ...left } = await call('correctBatchRow', { batchId, row, values }, { quiet: true })
      change(row, () => ({ faults: faultArray, busy: false }))
      setCounts(left)
    } catch (error) {
      const refused = error instanceof CallRefusal ? error.message : '没有保存，请检查网络后再试'
      change(row, () => ({ busy: false, refused }))
    }
  }
  const forget = () => {
    setByRow(new Map())
    setCounts(null)
  }
  const isBusy = [...byRow.values()].some(({ busy }) => busy)
  return { correctionOf: (row: number) => byRow.get(row) ?? untouched, counts, isBusy, write, keep, forget }
}

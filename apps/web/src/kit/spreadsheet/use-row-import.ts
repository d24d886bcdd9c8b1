import { useRef } from 'react'
import { randomKey } from '../../client/request.ts'
import { type CorrectedRow, correctionsOf, type FaultyCells, type RowRules, startCorrecting } from './correcting.ts'
import { useSpreadsheetCheck, whyNot } from './use-spreadsheet-check.ts'

/** What the server says of a spreadsheet's rows. */
export type RowAnswer<F extends string> = {
  total: number
  goodNumber: number
  savedNumber: number
  faultArray: FaultyCells<F>[]
}
type Sending = { signal?: AbortSignal; key?: string; onProgress?: (part: number) => void }

/** How rows of one kind are sent and judged. */
export type RowImport<F extends string, A extends RowAnswer<F>> = {
  limits: { bytes: number; rows: number }
  rules: RowRules<F>
  send: (file: File, fields: { mode: 'check' | 'save'; mendArray?: string }, sending: Sending) => Promise<A>
  /** Reads anew what the rows were added to. */
  onSaved: () => void
}

/** A file whose rows were judged, with those to be corrected; `saved` is what has been taken so far. */
export type CheckedRows<F extends string, A> = {
  is: 'checked'
  file: File
  /** The first answer, which says what the file is. */
  answer: A
  good: number
  saved: number
  rows: readonly CorrectedRow<F>[]
  busy: boolean
  fault: string | null
}

/** Choosing a file, having it judged, correcting its rows and taking them in. */
export function useRowImport<F extends string, A extends RowAnswer<F>>({
  limits,
  rules,
  send,
  onSaved,
}: RowImport<F, A>) {
  const { state, setState, choose, restart } = useSpreadsheetCheck<CheckedRows<F, A>>({
    maxBytes: limits.bytes,
    form: '模板',
    check: async (file, sending) => {
      const answer = await send(file, { mode: 'check' }, sending)
      const rows = answer.faultArray.map((row) => startCorrecting(rules, row))
      return { is: 'checked', file, answer, good: answer.goodNumber, saved: 0, rows, busy: false, fault: null }
    },
  })
  /** One attempt to save keeps its key, so that trying again after a lost answer takes nothing twice. */
  const attempt = useRef<{ what: string; key: string } | null>(null)

  const correct = (row: number, field: F, text: string) =>
    setState((now) => {
      if (now.is !== 'checked' || now.busy) return now
      const rows = now.rows.map((one) =>
        one.from.row === row ? { ...one, texts: rules.withText(one.texts, field, text) } : one,
      )
      return { ...now, rows }
    })

  /** Answers how many were taken, null when it came to nothing. */
  const save = async (): Promise<{ saved: number; left: number } | null> => {
    if (state.is !== 'checked' || state.busy) return null
    setState({ ...state, busy: true, fault: null })
    const { file } = state
    const mendArray = JSON.stringify(correctionsOf(rules, state.rows))
    const what = `${file.name} ${file.size} ${file.lastModified} ${state.saved} ${mendArray}`
    if (attempt.current?.what !== what) attempt.current = { what, key: randomKey() }
    try {
      const answer = await send(file, { mode: 'save', mendArray }, { key: attempt.current.key })
      onSaved()
      const saved = state.saved + answer.savedNumber
      // Rows that were taken before are there by now, which is no fault of theirs.
      const numbers = new Set(state.rows.map(({ from }) => from.row))
      const rows = answer.faultArray.filter(({ row }) => numbers.has(row)).map((row) => startCorrecting(rules, row))
      setState({ ...state, good: 0, saved, rows, busy: false, fault: null })
      return { saved: answer.savedNumber, left: rows.length }
    } catch (error) {
      setState({ ...state, busy: false, fault: whyNot(error) })
      return null
    }
  }
  return { state, choose, correct, save, restart }
}

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { useRef } from 'react'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'
import { type Choosing, useSpreadsheetCheck, whyNot } from '../../kit/spreadsheet/use-spreadsheet-check.ts'
import { refreshContacts } from '../../kit/contacts/contact-keys.ts'
import { correctionsOf, type CorrectedRow, startCorrecting } from './import-rows.ts'

type Answer = Output<Table['importContacts']>

/** A file whose rows were judged, with those to be corrected; `saved` is what has been taken so far. */
type Checked = {
  is: 'checked'
  file: File
  total: number
  good: number
  saved: number
  rows: readonly CorrectedRow[]
  busy: boolean
  fault: string | null
}
/** Where an import stands. */
export type ImportState = Choosing | Checked

/** What an import may be at the most. */
export const importLimits = { bytes: contactLimits.importBytes, rows: contactLimits.importRows }

/** Choosing a file, having it judged, correcting its rows and taking them in. */
export function useImport() {
  const { state, setState, choose, restart } = useSpreadsheetCheck<Checked>({
    maxBytes: importLimits.bytes,
    form: '模板',
    check: async (file, sending) => checked(file, await upload('importContacts', file, { mode: 'check' }, sending)),
  })
  /** One attempt to save keeps its key, so that trying again after a lost answer takes nothing twice. */
  const attempt = useRef<{ what: string; key: string } | null>(null)

  const correct = (row: number, part: Partial<CorrectedRow['texts']>) =>
    setState((now) => {
      if (now.is !== 'checked' || now.busy) return now
      const rows = now.rows.map((one) => (one.from.row === row ? { ...one, texts: { ...one.texts, ...part } } : one))
      return { ...now, rows }
    })

  /** Answers how many were taken, null when it came to nothing. */
  const save = async (): Promise<{ saved: number; left: number } | null> => {
    if (state.is !== 'checked' || state.busy) return null
    setState({ ...state, busy: true, fault: null })
    const { file } = state
    const mendArray = JSON.stringify(correctionsOf(state.rows))
    const what = `${file.name} ${file.size} ${file.lastModified} ${state.saved} ${mendArray}`
    if (attempt.current?.what !== what) attempt.current = { what, key: randomKey() }
    try {
      const answer = await upload('importContacts', file, { mode: 'save', mendArray }, { key: attempt.current.key })
      void refreshContacts()
      const saved = state.saved + answer.savedNumber
      const rows = stillFaulty(state.rows, answer)
      setState({ ...state, good: 0, saved, rows, busy: false, fault: null })
      return { saved: answer.savedNumber, left: rows.length }
    } catch (error) {
      setState({ ...state, busy: false, fault: whyNot(error) })
      return null
    }
  }
  return { state, choose, correct, save, restart }
}

const checked = (file: File, { total, goodNumber, faultArray }: Answer): Checked => ({
  is: 'checked',
  file,
  total,
  good: goodNumber,
  saved: 0,
  rows: faultArray.map(startCorrecting),
  busy: false,
  fault: null,
})

/** Rows that were taken before are in the address book by now, which is no fault of theirs. */
function stillFaulty(rows: readonly CorrectedRow[], { faultArray }: Answer): CorrectedRow[] {
  const numbers = new Set(rows.map(({ from }) => from.row))
  return faultArray.filter(({ row }) => numbers.has(row)).map(startCorrecting)
}

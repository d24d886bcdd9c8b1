import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import { useRef } from 'react'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'
import { type Choosing, useSpreadsheetCheck, whyNot } from '../../kit/spreadsheet/use-spreadsheet-check.ts'

/** What the server says of every row of a sheet. */
export type BatchCheck = Output<Table['checkBatch']>
type Checked = { is: 'checked'; file: File; check: BatchCheck; busy: boolean; fault: string | null }
/** Where a batch stands before it is sent. */
export type CheckState = Choosing | Checked

/** Choosing a spreadsheet, having every row judged, and starting the batch of the good ones. */
export function useBatchCheck(templateId: string) {
  /** One file keeps its key, so that trying again after a lost answer sends nothing twice. */
  const key = useRef(randomKey())
  const { state, setState, choose, restart } = useSpreadsheetCheck<Checked>({
    maxBytes: batchLimits.bytes,
    form: '表格',
    check: async (file, sending) => {
      key.current = randomKey()
      return {
        is: 'checked',
        file,
        check: await upload('checkBatch', file, { templateId }, sending),
        busy: false,
        fault: null,
      }
    },
  })
  /** Answers the batch's id, null when it was refused. */
  const start = async (): Promise<string | null> => {
    if (state.is !== 'checked' || state.busy) return null
    setState({ ...state, busy: true, fault: null })
    try {
      const fields = { templateId, version: String(state.check.version) }
      const { batchId } = await upload('startBatch', state.file, fields, { key: key.current })
      return batchId
    } catch (error) {
      setState({ ...state, busy: false, fault: whyNot(error) })
      return null
    }
  }
  return { state, choose, start, restart }
}

import { type DocumentModel, readModel } from '@moqi/pdf/graph/document-model'
import { checkKeys } from './judge-structure.ts'
import type { Budget } from '@moqi/pdf/limits'
import { accountBytes } from '@moqi/pdf/read/account-bytes'
import { checkIncrements } from './check-increments.ts'
import { checkHybrid } from './check-hybrid.ts'
import { faultOf } from '@moqi/pdf/read/fault'
import type { Revision } from '@moqi/pdf/read/revision'
import { PdfFile } from '@moqi/pdf/read/pdf-file'
import { type Reason, reason } from '../reasons/reasons.ts'

/** The file as far as it can be read. */
export interface Reading {
  file: PdfFile | undefined
  models: (DocumentModel | undefined)[]
  revisions: Revision[]
  reasons: Reason[]
}

/** Reads every revision; a file that cannot be followed has no `file` and a reason instead. Throws `BudgetExceeded`. */
export function readDocument(bytes: Buffer, budget: Budget): Reading {
  try {
    const file = new PdfFile(bytes, budget)
    accountBytes(file)
    checkIncrements(file)
    checkKeys(file)
    checkHybrid(file)
    const models = file.views.map((view) => readModel(view))
    const reasons = file.unreadable ? [reason('encrypted-unreadable')] : []
    return { file, models, revisions: file.revisions, reasons }
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    const detail = `${fault.detail ?? ''}, offset ${fault.offset}`
    return {
      file: undefined,
      models: [],
      revisions: [],
      reasons: [reason(fault.code, { severity: 'indeterminate', detail })],
    }
  }
}

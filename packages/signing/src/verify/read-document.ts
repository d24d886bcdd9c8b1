import { type DocumentModel, readModel } from './graph/document-model.ts'
import { checkKeys, judgeStructure } from './judge-structure.ts'
import { Budget, BudgetExceeded, defaultLimits, type Limits } from './limits.ts'
import { accountBytes } from './read/account-bytes.ts'
import { faultOf } from './read/fault.ts'
import type { Revision } from './read/find-revisions.ts'
import { PdfFile } from './read/pdf-file.ts'
import { type Reason, reason } from './reasons.ts'

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
    checkKeys(file)
    const models = file.views.map((view) => readModel(view))
    const encrypted = file.views.some((view) => view.encrypted)
    return { file, models, revisions: file.revisions, reasons: encrypted ? [reason('encrypted-unreadable')] : [] }
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

/**
 * Structural reasons for which a signature on these bytes would never be judged valid, because readers may differ
 * (P0): whoever freezes an upload asks first, and rewrites or refuses it. Never throws.
 */
export function structuralObstacles(bytes: Buffer, limits: Limits = defaultLimits): Reason[] {
  try {
    const { file, models, reasons } = readDocument(bytes, new Budget(limits))
    const all = file ? [...reasons, ...judgeStructure(file, models, undefined)] : reasons
    return all.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return [reason(error instanceof BudgetExceeded ? 'budget-exceeded' : 'internal-error', { detail })]
  }
}

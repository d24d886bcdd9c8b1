import { type DocumentModel, readModel } from '@moqi/pdf/graph/document-model'
import { checkKeys, judgeStructure } from './judge-structure.ts'
import { Budget, BudgetExceeded, defaultLimits, type Limits } from '@moqi/pdf/limits'
import { findSignatures, orphanSignatures } from '@moqi/form/find-signatures'
import { accountBytes } from '@moqi/pdf/read/account-bytes'
import { checkIncrements } from '@moqi/pdf/read/check-increments'
import { checkHybrid } from '@moqi/pdf/graph/check-hybrid'
import { faultOf } from '@moqi/pdf/read/fault'
import type { Revision } from '@moqi/pdf/read/find-revisions'
import { PdfFile } from '@moqi/pdf/read/pdf-file'
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

/**
 * Reasons for which a signature on these unsigned bytes would never be judged valid: readers may differ (P0), or what
 * lies about presents itself as a signature. Whoever freezes an upload asks first, and rewrites or refuses it. Never
 * throws.
 */
export function structuralObstacles(bytes: Buffer, limits: Limits = defaultLimits): Reason[] {
  try {
    const { file, models, reasons } = readDocument(bytes, new Budget(limits))
    if (!file) return reasons
    const lookalikes = [...findSignatures(models), ...orphanSignatures(file, [])]
    const all = [...reasons, ...judgeStructure(file, models, [])]
    // What we append is not encrypted.
    if (!file.unreadable && file.views.some((view) => view.encrypted)) all.push(reason('encrypted-unreadable'))
    if (lookalikes.length > 0) all.push(reason('signature-lookalike', { severity: 'indeterminate' }))
    return all.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return [reason(error instanceof BudgetExceeded ? 'budget-exceeded' : 'internal-error', { detail })]
  }
}

import { changeReasons } from './change-reasons.ts'
import { documentReasons } from './document-reasons.ts'
import { ofdReasons } from './ofd-reasons.ts'
import type { ReasonRow, Severity } from './reason-row.ts'
import { signatureReasons } from './signature-reasons.ts'

/** What a reason is about. */
export type ReasonFamily = ReasonRow[0]

interface ReasonText {
  family: ReasonFamily
  /** The usual weight; a rule may state another where the table of the reference has two. */
  severity: Severity
  text: string
  textEn: string
  clause: string
}

/** A reason as callers see it: code, weight, one sentence in two languages, the clause, what completes it. */
export interface Reason {
  code: ReasonCode
  severity: Severity
  text: string
  textEn: string
  clause: string
  detail?: string
}

/** The closed set of reasons; clauses named §, B, P, D, T, V are of the verification reference. */
const rows = { ...signatureReasons, ...documentReasons, ...changeReasons, ...ofdReasons }

/** A code of the closed set. */
export type ReasonCode = keyof typeof rows

/** Every code, in the order of the table. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(rows).filter((code) => isReasonCode(code))

function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(rows, code)
}

/** The documented texts of a code. */
export function reasonText(code: ReasonCode): ReasonText {
  const [family, severity, text, textEn, clause] = rows[code]
  return { family, severity, text, textEn, clause }
}

/** A reason with its usual weight unless another is given. */
export function reason(code: ReasonCode, more: { severity?: Severity; detail?: string } = {}): Reason {
  const { severity, text, textEn, clause } = reasonText(code)
  return {
    code,
    severity: more.severity ?? severity,
    text,
    textEn,
    clause,
    ...(more.detail === undefined ? {} : { detail: more.detail }),
  }
}

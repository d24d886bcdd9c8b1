import type { CheckedProof } from '@moqi/evidence/check-log-proof'
import type { LogProof } from '@moqi/evidence/evidence'

/** What a report says beside the contract itself; times in ms, `evidence` the bytes of evidence.json. */
export type ReportFrame = {
  brand: string
  notice: string | null
  /** Of the page that verifies files. */
  address: string
  reportNo: string
  appliedBy: string
  appliedAt: number
  issuedAt: number
  evidence: Buffer
  proof: LogProof
  checked: CheckedProof
}

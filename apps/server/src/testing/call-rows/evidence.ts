import type { evidence } from '@moqi/api/evidence'
import { bySignId, logsTaking, reads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/evidence.ts`. */
export const evidenceRows: CallRows<typeof evidence> = {
  getEvidence: { ...bySignId, again: reads },
  downloadEvidenceReport: { ...bySignId, again: logsTaking },
  downloadEvidenceBundle: { ...bySignId, again: logsTaking },
}

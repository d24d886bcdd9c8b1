import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { downloadEvidenceBundle, downloadEvidenceReport } from './download-evidence.ts'
import { getEvidence } from './get-evidence.ts'

/** The calls of this folder with the functions that answer them. */
export const evidenceCalls = {
  downloadEvidenceBundle,
  downloadEvidenceReport,
  getEvidence,
} satisfies Partial<Handlers<Table>>

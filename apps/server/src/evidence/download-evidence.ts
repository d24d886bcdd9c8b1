import { hash } from 'node:crypto'
import type { evidence } from '@moqi/api/evidence'
import { writeBundle } from '@moqi/evidence/bundle'
import type { Handler } from '#src/platform/handlers.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { issueBundle } from './issue-bundle.ts'
import { issueEvidence } from './issue-evidence.ts'

/** The signing report: a PDF signed by the platform, made at once and free (domain.md 11.3). */
export const downloadEvidenceReport: Handler<typeof evidence.downloadEvidenceReport> = async (
  deps,
  member,
  { signId },
) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { report, facts } = await issueEvidence(deps, member, entry, 'report')
  const fileName = `${facts.contract.subject}-签署报告.pdf`
  return { bytes: report, type: 'application/pdf', etag: hash('sha256', report), fileName }
}

/** The report with the documents, the log's proof and the roots: all that is needed to check them without a server. */
export const downloadEvidenceBundle: Handler<typeof evidence.downloadEvidenceBundle> = async (
  deps,
  member,
  { signId },
) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { subject, ...bundle } = await issueBundle(deps, member, entry)
  const bytes = writeBundle(bundle)
  return { bytes, type: 'application/zip', etag: hash('sha256', bytes), fileName: `${subject}-证据包.zip` }
}

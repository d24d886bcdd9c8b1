import { hash } from 'node:crypto'
import type { Input } from '@moqi/api/call'
import type { evidence } from '@moqi/api/evidence'
import { toPem } from '@moqi/trust/certificates/pem'
import { bundlePath, writeBundle } from '@moqi/evidence/bundle'
import type { Member } from '#src/platform/actor.ts'
import type { BlobAnswer } from '#src/platform/handlers.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { issueEvidence } from './issue-evidence.ts'

/** The signing report: a PDF signed by the platform, made at once and free (domain.md 11.3). */
export async function downloadEvidenceReport(
  deps: Deps,
  member: Member,
  { signId }: Input<typeof evidence.downloadEvidenceReport>,
): Promise<BlobAnswer> {
  const entry = await requireReadableEntry(deps, member, signId)
  const { report, facts } = await issueEvidence(deps, member, entry, 'report')
  const fileName = `${facts.contract.subject}-签署报告.pdf`
  return { bytes: report, type: 'application/pdf', etag: hash('sha256', report), fileName }
}

/** The report with the documents, the log's proof and the roots: all that is needed to check them without a server. */
export async function downloadEvidenceBundle(
  deps: Deps,
  member: Member,
  { signId }: Input<typeof evidence.downloadEvidenceBundle>,
): Promise<BlobAnswer> {
  const entry = await requireReadableEntry(deps, member, signId)
  const issued = await issueEvidence(deps, member, entry, 'bundle')
  const { files, contract } = issued.facts
  const bytes = writeBundle({
    evidence: issued.evidence,
    report: issued.report,
    files: new Map(files.map((file, index) => [bundlePath(index + 1, file.name), file.bytes])),
    roots: new Map(
      deps.authority.roots.map((root, index) => [`root-${index + 1}.pem`, Buffer.from(toPem('CERTIFICATE', root))]),
    ),
  })
  const fileName = `${contract.subject}-证据包.zip`
  return { bytes, type: 'application/zip', etag: hash('sha256', bytes), fileName }
}

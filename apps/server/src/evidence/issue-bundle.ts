import { besidesOf, type Bundle, bundlePath } from '@moqi/evidence/bundle'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Applicant, issueEvidence } from './issue-evidence.ts'

/** The report with the documents, the log's proof and the roots. Throws as `issueEvidence`. */
export async function issueBundle(
  deps: Deps,
  applicant: Applicant,
  entry: Entry,
): Promise<Bundle & { subject: string }> {
  const { evidence, report, facts } = await issueEvidence(deps, applicant, entry, 'bundle')
  return {
    evidence,
    report,
    files: new Map(facts.files.map((file, index) => [bundlePath(index + 1, file.name), file.bytes])),
    besides: besidesOf(deps.authority.roots),
    subject: facts.contract.subject,
  }
}

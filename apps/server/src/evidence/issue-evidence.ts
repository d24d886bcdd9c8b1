import { hash } from 'node:crypto'
import { wireStatus } from '@moqi/api/wire/contract'
import { formatDate } from '@moqi/domain/time/format-date'
import { besidesOf, bundlePath, listBesides } from '@moqi/evidence/bundle'
import { checkLogProof } from '@moqi/evidence/check-log-proof'
import { evidenceKey } from '@moqi/evidence/check-bundle'
import type { Evidence } from '@moqi/evidence/evidence'
import type { ReportRecord } from '@moqi/evidence/log-record'
import type { Person } from '#src/platform/actor.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { anchorSoon } from './anchor-soon.ts'
import { composeReport } from './compose-report.ts'
import { type EvidenceKind, requireEvidence } from './evidence-states.ts'
import { type Facts, readFacts } from './read-facts.ts'
import { readProof } from './read-proof.ts'

/** A report with all it stands on. */
export type Issued = { report: Buffer; evidence: Buffer; facts: Facts; reportNo: string }

/** Who asks for a report, as the log names them. */
export type Applicant = Pick<Person, 'accountId' | 'nickName' | 'address' | 'userAgent'>

const noFields = { signatures: [], stamps: [], crossPageSeals: [], texts: [] }

/**
 * Makes a report as GB/T 39321-2020 asks: applied for and accepted (the log says so, with the documents' hashes),
 * extracted, verified, and signed by the platform. Throws `contract/not-downloadable`, `evidence/not-ready`.
 */
export async function issueEvidence(deps: Deps, member: Applicant, entry: Entry, kind: EvidenceKind): Promise<Issued> {
  const { contract } = await deps.db.read(entry.homeTenantId, (home) => loadContract(home, entry))
  requireEvidence(kind, contract.state)
  const appliedAt = deps.now()
  const reportNo = `BG${formatDate(appliedAt, '{y}{m}{d}')}${deps.random(5).toString('hex').toUpperCase()}`
  const facts = await readFacts(deps, entry)
  const proof = await provenLog(deps, member, entry, { reportNo, facts })
  const checked = checkLogProof(proof, {
    roots: deps.authority.roots,
    crls: await deps.authority.crls(),
    now: deps.now(),
  })
  if (checked.problems.length > 0) throw new Error(`log of ${entry.contractId}: ${JSON.stringify(checked.problems)}`)
  const issuedAt = deps.now()
  const evidence = Buffer.from(
    JSON.stringify(
      evidenceOf({ reportNo, issuedAt, facts, besides: listBesides(besidesOf(deps.authority.roots)), log: proof }),
      null,
      1,
    ),
  )
  const content = composeReport(facts, {
    brand: deps.config.brand,
    notice: deps.authority.notice,
    address: `${deps.config.publicUrl}/home/file-check`,
    reportNo,
    appliedBy: member.nickName,
    appliedAt,
    issuedAt,
    evidence,
    proof,
    checked,
  })
  const pdf = await deps.workshop.typeset({ ...content, catalog: { [evidenceKey]: hash('sha256', evidence) } })
  const { increment, awaitingTimestamp } = await deps.freezer.freeze(pdf, noFields)
  if (awaitingTimestamp) deps.log('report without time-stamp', { reportNo })
  return { report: Buffer.concat([pdf, increment]), evidence, facts, reportNo }
}

/** Writes to the log that the report was asked for, and proves the log up to this line. */
async function provenLog(
  deps: Deps,
  member: Applicant,
  entry: Entry,
  { reportNo, facts }: { reportNo: string; facts: Facts },
): Promise<Evidence['log']> {
  const files = facts.files.map(({ fileId, sha256, sm3, bytes }) => ({ fileId, sha256, sm3, length: bytes.length }))
  const detail = JSON.stringify({ reportNo, files } satisfies ReportRecord)
  const own = { verb: 'downloadReport', detail } as const
  await deps.db.write(entry.homeTenantId, (tx) => addLog(tx, entry, deps.now(), logActor(member), own))
  await anchorSoon(deps)
  const proof = await readProof(deps, entry)
  // Somebody else may have asked meanwhile: the report ends with its own line.
  const last = proof?.lines.find((line) => line.verb === 'downloadReport' && line.detail === detail)
  if (!proof || !last) throw new Error(`log of ${entry.contractId} is not anchored`)
  const lines = proof.lines.filter(({ seq }) => seq <= last.seq)
  return { ...proof, lines, anchors: proof.anchors.filter(({ firstSeq }) => firstSeq <= last.seq) }
}

function evidenceOf({
  reportNo,
  issuedAt,
  facts,
  besides,
  log,
}: Pick<Evidence, 'reportNo' | 'issuedAt' | 'besides' | 'log'> & { facts: Facts }): Evidence {
  const { contract_no: taskNo, subject, state, sent_at: sentAt, finished_at: finishedAt } = facts.contract
  const files = facts.files.map(({ fileId, name, bytes, sha256, sm3 }, index) => {
    return { path: bundlePath(index + 1, name), name, fileId, length: bytes.length, sha256, sm3 }
  })
  const contract = { taskNo, subject, state: wireStatus(state), sentAt, finishedAt }
  return { format: 'moqi evidence 1', reportNo, issuedAt, contract, files, besides, log }
}

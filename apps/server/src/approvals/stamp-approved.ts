import { refusalAnswers } from '@moqi/api/refusal-answers'
import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { isLastingRefusal, Refusal } from '@moqi/domain/refusal'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import {
  type Application,
  findApplication,
  holdApplication,
  storeFields,
  storeHappening,
} from '#src/cores/approval/application.ts'
import { openIntent } from '#src/cores/approval/kept-intent.ts'
import { loadContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { system } from '#src/cores/contract/contract-job.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import { openDocuments } from '#src/cores/signer/sign-files.ts'
import { signerFor } from '#src/cores/signer/signer.ts'
import { stamp } from '#src/cores/signer/stamp.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inTurn } from '#src/platform/documents/document-queue.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { needing } from './apply-for-seal.ts'
import { tellApplicant } from './tell-approval.ts'

/** How often a stamp is tried that fails for no reason of ours; the job store waits longer each time. */
const mostTries = 6

/**
 * Stamps what an application was agreed to for, on the applicant's behalf. Runs as a job; a repeat finds it stamped.
 * Everything is checked as it is now: seals, grants, contract, documents. What is refused waits for the applicant, who
 * is told; what breaks is tried again.
 */
export async function stampApproved(deps: Deps, payload: JobPayloads['stampApproval']): Promise<void> {
  const found = await deps.db.read(payload.tenantId, (own) => findApplication(own, payload))
  if (found?.row.state !== 'approved' || found.row.stamped_at !== null) return
  try {
    await stampNow(deps, found)
  } catch (error) {
    const isRefusal = isLastingRefusal(error)
    if (isRefusal || found.row.stamp_tries + 1 >= mostTries) return fail(deps, found, isRefusal ? error : null)
    await countTry(deps, found)
    throw error
  }
}

type Contract = StoredContract['contract']

async function stampNow(deps: Deps, application: Application): Promise<void> {
  const { row } = application
  const member = await findMember(deps, { accountId: row.applicant_id, tenantId: row.tenant_id })
  if (!member) throw new Refusal('member/not-found')
  const signer = signerFor(member)
  const entry = await requireEntry(deps, member, row.sign_id)
  const intent = openIntent(deps, row)
  await inTurn(entry.contractId, async () => {
    const { signable, seals } = await signableWithSeals(deps, member, entry)
    const [documents, { contract }] = await deps.db.read(entry.homeTenantId, (home) =>
      Promise.all([openDocuments(home, entry), loadContract(home, entry)]),
    )
    const approved = { approvalId: row.approval_id, sealIds: needing(row.seals) }
    await stamp(
      deps,
      signer,
      intent,
      { entry, signable, documents, seals, approved },
      {
        inOwn: (tx) => noteStamped(deps, tx, application, contract),
      },
    )
  })
}

/**
 * With the signature, in the applicant's space, whom it tells. Throws `approval/changed` when it was stamped or ended
 * meanwhile.
 */
async function noteStamped(deps: Deps, tx: Db, { row }: Application, contract: Contract): Promise<void> {
  const held = await holdApplication(tx, { tenantId: row.tenant_id, approvalId: row.approval_id })
  if (held.row.state !== 'approved' || held.row.stamped_at !== null) throw new Refusal('approval/changed')
  const at = deps.now()
  const happening = { set: { stamped_at: at }, seats: held.seats, event: 'stamp' as const }
  await storeHappening(tx, held, happening, { actor: system, at })
  await releaseBlobs(tx, { jobKey: `stamped ${row.approval_id}`, holders: [row.approval_id] })
  await tellApplicant(deps, tx, { row, contract }, { kind: 'approved' })
}

/** Writes down why it could not be stamped, and tells the applicant; nothing of one that has ended meanwhile. */
async function fail(deps: Deps, { row }: Application, refusal: Refusal | null): Promise<void> {
  const place = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  const { contract } = await deps.db.read(row.home_tenant_id, (home) => loadContract(home, place))
  await deps.db.write(row.tenant_id, async (tx) => {
    const held = await holdApplication(tx, { tenantId: row.tenant_id, approvalId: row.approval_id })
    if (held.row.state !== 'approved' || held.row.stamped_at !== null) return
    const reason = refusal ? refusalAnswers[refusal.code].text(refusal.detail) : '签署服务暂时无法使用，请稍后重试'
    const set = { state: approvalLifecycle.after(held.row.state, 'stampFail'), stamp_fault: reason }
    const happening = { set, seats: held.seats, event: 'stampFail' as const, detail: reason }
    await storeHappening(tx, held, happening, { actor: system, at: deps.now() })
    await tellApplicant(deps, tx, { row, contract }, { kind: 'stampFailed', reason })
  })
}

async function countTry(deps: Pick<Deps, 'db'>, { row }: Application): Promise<void> {
  await deps.db.write(row.tenant_id, (tx) => storeFields(tx, row, { stamp_tries: row.stamp_tries + 1 }))
}

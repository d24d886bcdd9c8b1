import type { Input, Output } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { chosenOf } from '@moqi/api/wire/choice'
import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { currentNode } from '@moqi/domain/approvals/course'
import { amountToJudge } from '@moqi/domain/contract/amount'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { type ApprovalRow, insertApplication, type KeptSeat, storeHappening } from '#src/cores/approval/application.ts'
import { noteFlowUsed, type StoredFlow } from '#src/cores/approval/flow-store.ts'
import { sealedIntent } from '#src/cores/approval/kept-intent.ts'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { requirePapers } from '#src/cores/contract/paper-demands.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import { fillAreas } from '#src/cores/signer/chosen-images.ts'
import { intentOf } from '#src/cores/signer/make-intent.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import { checkSignable, type Signable } from '#src/cores/signer/sign-check.ts'
import { openDocuments } from '#src/cores/signer/sign-files.ts'
import { type Signer, signerOf } from '#src/cores/signer/signer.ts'
import type { SigningIntent } from '#src/cores/signer/signing-intent.ts'
import { frozenHashes, withApproved } from '#src/cores/signer/stamp.ts'
import { consentTo, findWill, spendWill, willHashOf } from '#src/cores/signer/will.ts'
import type { Member } from '#src/platform/actor.ts'
import type { AppliedSeal } from '#src/platform/database/approval-tables.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import { submitting } from './application-change.ts'
import { flowFacts } from './flow-facts.ts'
import { chosenFlow, seatsOf } from './lay-course.ts'
import { askApprovers, sealNames } from './tell-approval.ts'

type Call = typeof task.signWithProcess

/**
 * Applies for the use of seals on one contract (checklist C63): keeps the intent that a job stamps when all have
 * agreed, spends the proof of will, and asks the first approvers.
 */
export const signWithProcess: Handler<Call> = (deps, member, input) => applyForSeal(deps, member, input)

/** The same of one contract among several. */
export async function applyForSeal(deps: Deps, member: Member, input: Input<Call>): Promise<Output<Call>> {
  const reason = fieldOf('reason', checkReason(input.reason))
  const token = willHashOf(deps, input.authToken)
  const entry = await requireEntry(deps, member, input.signId)
  const signer = signerOf(member)
  const { signable, seals } = await checkedSignable(deps, signer, entry)
  const amount = amountToJudge(signable.contract.amount, input.amount ?? null)
  const will = await deps.db.read(member.tenantId, (own) => findWill(deps, own, member, token))
  const intent = await intentOf(
    deps,
    { signId: input.signId, chosen: chosenOf(input.positionArray), reading: input.reading ?? null, amount },
    { space: signer.space, signable, seals, will },
  )
  await checkConsent(deps, signer, entry, intent)
  const applied = appliedSeals(seals, intent)
  await fillAreas(deps, withApproved(seals, { sealIds: needing(applied) }), signable.areas, intent.choices)
  const { signId, consent } = intent
  return submit(deps, signer, entry, {
    flowId: input.flowId,
    reason,
    amount,
    applied,
    begin: (flow) => newApplication(deps, { signer, entry, flow, intent, reason, applied, amount }),
    keep: async (tx, row) => {
      if (writings(intent).length > 0) await holdBlobs(tx, row.approval_id, writings(intent))
      await insertApplication(tx, row)
    },
    event: 'submit',
    settle: (tx) => [spendWill(tx, signer, { tokenHash: token, signId, consent })],
  })
}

/** Reads what decides whether the party may sign now, with which seals, and refuses when it may not. */
export async function checkedSignable(
  deps: Deps,
  signer: Signer,
  entry: Entry,
): Promise<{ signable: Signable; seals: UsableSeal[] }> {
  const { signable, seals } = await signableWithSeals(deps, signer, entry)
  checkSignable(deps, signer, signable, seals)
  return { signable, seals }
}

/** Throws `will-auth/required` without consent, `contract/document-changed` when the documents are others since. */
export async function checkConsent(
  deps: Pick<Deps, 'db'>,
  signer: Signer,
  entry: Entry,
  { signId, consent }: SigningIntent,
): Promise<void> {
  if (consent === '') throw new Refusal('will-auth/required')
  const documents = await deps.db.read(entry.homeTenantId, (home) => openDocuments(home, entry))
  if (consentTo(signer, signId, frozenHashes(documents)) !== consent) throw new Refusal('contract/document-changed')
}

/**
 * The company's seals that an intent uses. Throws `seal/not-found` for one that may not even be asked for, and
 * `approval/not-needed` when none must be.
 */
export function appliedSeals(seals: UsableSeal[], { choices }: SigningIntent): AppliedSeal[] {
  const used = [...new Set(choices.flatMap(({ sealId }) => sealId ?? []))]
  const applied = used.flatMap((sealId) => {
    const seal = seals.find(({ seal_id }) => seal_id === sealId)
    if (!seal || seal.permission === 'none') throw new Refusal('seal/not-found')
    const { name, permission, kind } = seal
    return kind === 'company' ? [{ sealId, name, needsApproval: permission === 'needApproval' }] : []
  })
  if (applied.every(({ needsApproval }) => !needsApproval)) throw new Refusal('approval/not-needed')
  return applied
}

/** The ids of the seals that others must agree to. */
export const needing = (seals: readonly AppliedSeal[]): string[] =>
  seals.filter(({ needsApproval }) => needsApproval).map(({ sealId }) => sealId)

const writings = ({ choices }: SigningIntent): string[] => choices.flatMap(({ writing }) => writing ?? [])

function newApplication(
  deps: Pick<Deps, 'newId' | 'now' | 'derivationKey'>,
  given: {
    signer: Signer
    entry: Entry
    flow: StoredFlow
    intent: SigningIntent
    reason: string
    applied: AppliedSeal[]
    amount: number | null
  },
): ApprovalRow {
  const { signer, entry, flow, intent, reason, applied, amount } = given
  const approvalId = deps.newId()
  const { sealed_intent, intent_sha256 } = sealedIntent(deps, { tenantId: signer.tenantId, approvalId }, intent)
  return {
    tenant_id: signer.tenantId,
    approval_id: approvalId,
    home_tenant_id: entry.homeTenantId,
    contract_id: entry.contractId,
    party_no: entry.partyNo ?? 0,
    sign_id: entry.signId,
    applicant_id: signer.accountId,
    applicant_name: signer.personName,
    flow_id: flow.flowId,
    flow_version: flow.version,
    flow_name: flow.name,
    node_number: flow.nodes.length,
    round: 1,
    state: approvalLifecycle.initial,
    reason,
    amount,
    seals: applied,
    sealed_intent,
    intent_sha256,
    submitted_at: deps.now(),
    stamped_at: null,
    stamp_fault: null,
    stamp_tries: 0,
  }
}

/** What is submitted: anew, or an application that had come back. */
export type Submission = {
  flowId: string
  reason: string
  amount: number | null
  applied: readonly AppliedSeal[]
  /** The application as it is before its seats are laid; runs in its space while the contract is held. */
  begin: (flow: StoredFlow, tx: Db) => ApprovalRow | Promise<ApprovalRow>
  /** Keeps it; in its space. */
  keep: (tx: Db, row: ApprovalRow, flow: StoredFlow) => Promise<unknown>
  event: 'submit' | 'resubmit'
  settle?: (tx: Db) => readonly Promise<unknown>[]
}

type Laid = { flow: StoredFlow; row: ApprovalRow; seats: KeptSeat[]; isAgreed: boolean }

/** Lays the course of an application and asks the first approvers, in the transaction that moves the party. */
export async function submit(
  deps: Deps,
  signer: Signer,
  entry: Entry,
  submission: Submission,
): Promise<{ approveId: string; status: ApprovalRow['state'] }> {
  const { tenantId } = signer
  return changeContracts(deps, signer.actor, [entry], {
    facts: async (tx, [stored]) => {
      await requirePapers(tx, { ...entry, partyNo: entry.partyNo ?? 0 })
      return lay(tx, stored, signer, submission)
    },
    decide: ([stored], { row, isAgreed }) => ({
      changes: [
        withJobs(
          submitting(stored, { approvalId: row.approval_id, partyNo: row.party_no, note: sealNames(row) }, deps.now()),
          submissionJobs(row, isAgreed),
        ),
      ],
      answer: () => ({ approveId: row.approval_id, status: stateOf(row, isAgreed) }),
    }),
    writing: ({ flow, row, seats, isAgreed }) => ({
      write: async (tx, { after }) => {
        await inTenant(tx, tenantId, async () => {
          await submission.keep(tx, row, flow)
          await noteFlowUsed(tx, tenantId, flow.flowId)
          const happening = {
            set: { state: stateOf(row, isAgreed) },
            seats,
            event: submission.event,
            detail: submission.reason,
          }
          await storeHappening(tx, { row, seats: [] }, happening, { actor: signer.actor, at: deps.now() })
        })
        await askApprovers(deps, tx, { row, contract: after.contract }, seats)
      },
      along: (tx) => submission.settle?.(tx) ?? [],
    }),
  })
}

async function lay(
  tx: Db,
  stored: StoredContract,
  { tenantId, accountId: applicantId }: Signer,
  { flowId, amount, applied, begin }: Submission,
): Promise<Laid> {
  const sealIds = needing(applied)
  const facts = await flowFacts(tx, stored, { sealIds, amount, tenantId })
  return inTenant(tx, tenantId, async () => {
    const flow = await chosenFlow(tx, tenantId, flowId, facts)
    const row = await begin(flow, tx)
    const seats = await seatsOf(tx, flow, { tenantId, applicantId, sealIds })
    return { flow, row, seats, isAgreed: currentNode(seats) === null }
  })
}

/** An application whose every seat is the applicant's own is agreed to as it is made. */
const stateOf = ({ state }: ApprovalRow, isAgreed: boolean): ApprovalRow['state'] =>
  isAgreed && state === 'pending' ? approvalLifecycle.after(state, 'approveLast') : state

const withJobs = <C extends object>(change: C, jobs: JobRequest[]) => Object.assign(change, { jobs })

function submissionJobs(row: ApprovalRow, isAgreed: boolean): JobRequest[] {
  return isAgreed ? [stampJob(row)] : [reminderJob(row)]
}

/** Stamps what was agreed to. */
export const stampJob = ({ tenant_id: tenantId, approval_id: approvalId }: ApprovalRow): JobRequest => ({
  name: 'stampApproval',
  payload: { tenantId, approvalId },
  when: { key: `stamp ${approvalId}` },
})

/** Tells who has not decided a day from now. */
export const reminderJob = ({ tenant_id: tenantId, approval_id: approvalId, round }: ApprovalRow): JobRequest => ({
  name: 'remindApprovers',
  payload: { tenantId, approvalId, round },
  when: { delayMs: dayMs, key: `approvers ${approvalId}` },
})

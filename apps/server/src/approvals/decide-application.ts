import type { approval } from '@moqi/api/approval'
import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { agree, closeSeats, currentNode, refuse } from '@moqi/domain/approvals/course'
import { type WillDemand, willDemand } from '@moqi/domain/contract/will-demand'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { agreedOf, type Application, type ApprovalRow, type KeptSeat } from '#src/cores/approval/application.ts'
import { consentTo, findWill, type ProvenWill, requireServed, spendWill, willHashOf } from '#src/cores/signer/will.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import type { Member, OwnSpace } from '#src/platform/actor.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { agreeing, recalling, refusing } from './application-change.ts'
import { reminderJob, stampJob } from './apply-for-seal.ts'
import { changeApplication, deciderOf, noFacts } from './change-application.ts'
import { askApprovers, tellApplicant } from './tell-approval.ts'

type Deciding = { opinion: string | null; at: number; will?: ProvenWill }

/** How who agrees to an application must prove the will: by the company's own rule. */
export const demandOnApproval = ({ amount }: Pick<ApprovalRow, 'amount'>, { willRule }: OwnSpace): WillDemand =>
  willDemand({ asked: 'any', rule: willRule, amount })

/** Agrees to the use of the seals (checklist C91), by the approver's own proof of will for this very application. */
export const approve: Handler<typeof approval.approve> = async (deps, member, input) => {
  const opinion = input.opinion ? fieldOf('opinion', checkReason(input.opinion)) : null
  const found = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, input.approveId))
  const token = willHashOf(deps, input.authToken)
  const proven = await deps.db.read(member.tenantId, (own) => findWill(deps, own, member, token))
  const decider = deciderOf(member)
  return changeApplication(deps, decider, found, {
    facts: noFacts,
    decide: ({ application, stored, now }) => {
      const { row, seats } = application
      const own = ownOpen(application, member)
      const consent = consentTo(member, row.approval_id, [agreedOf(application)])
      const will = proven?.consents.get(row.approval_id) === consent ? proven.will : []
      requireServed(demandOnApproval(row, member.space), will)
      const decided = noted(agree(seats, own.seatNo), own.seatNo, { opinion, at: now, will })
      const isLast = currentNode(decided) === null
      const state = approvalLifecycle.after(row.state, isLast ? 'approveLast' : 'approveNode')
      const change = agreeing(stored, { approvalId: row.approval_id, partyNo: row.party_no }, will, now)
      const before = new Set(seats.filter((seat) => seat.state === 'open').map(({ seatNo }) => seatNo))
      return {
        happening: { set: { state }, seats: decided, event: 'approve', detail: opinion },
        change: { log: change.log ?? [], jobs: isLast ? [stampJob(row)] : [reminderJob(row)] },
        answer: { status: state },
        tell: (tx, contract) =>
          askApprovers(
            deps,
            tx,
            { row, contract },
            decided.filter(({ seatNo }) => !before.has(seatNo)),
          ),
        settle: (tx) => [spendWill(tx, member, { tokenHash: token, signId: row.approval_id, consent })],
      }
    },
  })
}

/** Sends an application back (checklist C73): the applicant may apply again, sign otherwise or refuse. */
export const returnApprove: Handler<typeof approval.returnApprove> = async (deps, member, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const found = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, input.approveId))
  const decider = deciderOf(member)
  return changeApplication(deps, decider, found, {
    facts: noFacts,
    decide: ({ application, stored, now }) => {
      const { row, seats } = application
      const own = ownOpen(application, member)
      return {
        happening: {
          set: { state: approvalLifecycle.after(row.state, 'refuse') },
          seats: noted(refuse(seats, own.seatNo), own.seatNo, { opinion: reason, at: now }),
          event: 'refuse',
          detail: reason,
        },
        change: refusing(stored, { approvalId: row.approval_id, partyNo: row.party_no }),
        answer: null,
        tell: (tx, contract) =>
          tellApplicant(deps, tx, { row, contract }, { kind: 'approvalRefused', name: decider.name, reason }),
      }
    },
  })
}

/** Withdraws an application that nobody has decided to the end (checklist C71). The applicant only. */
export const recallApprove: Handler<typeof approval.recallApprove> = async (deps, member, { approveId }) => {
  const found = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, approveId))
  if (found.row.applicant_id !== member.accountId) throw new Refusal('approval/applicant-only')
  return changeApplication(deps, deciderOf(member), found, {
    facts: noFacts,
    decide: ({ application: { row, seats }, stored }) => {
      const state = approvalLifecycle.after(row.state, 'recall')
      return {
        happening: { set: { state }, seats: closeSeats(seats), event: 'recall' },
        change: recalling(stored, { approvalId: row.approval_id, partyNo: row.party_no }),
        answer: { status: state },
      }
    },
  })
}

/** Has the server try once more what it could not stamp. The applicant only. */
export const retryApprove: Handler<typeof approval.retryApprove> = async (deps, member, { approveId }) => {
  const found = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, approveId))
  if (found.row.applicant_id !== member.accountId) throw new Refusal('approval/applicant-only')
  return changeApplication(deps, deciderOf(member), found, {
    facts: noFacts,
    decide: ({ application: { row, seats } }) => {
      const state = approvalLifecycle.after(row.state, 'retryStamp')
      return {
        happening: { set: { state, stamp_fault: null, stamp_tries: 0 }, seats, event: 'retryStamp' },
        change: { jobs: [stampJob(row)] },
        answer: { approveId, status: state },
      }
    },
  })
}

/** The member's seat while it is theirs to decide. Throws `approval/changed` when there is none. */
function ownOpen({ row, seats }: Application, { accountId }: Pick<Member, 'accountId'>): KeptSeat {
  const own = seats.find((seat) => seat.accountId === accountId && seat.state === 'open')
  if (!own || row.state !== 'pending') throw new Refusal('approval/changed')
  return own
}

const noted = (seats: readonly KeptSeat[], seatNo: number, { opinion, at, will = [] }: Deciding): KeptSeat[] =>
  seats.map((seat) => (seat.seatNo === seatNo ? Object.assign(seat, { opinion, decidedAt: at, will }) : seat))

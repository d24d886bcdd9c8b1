import type { approval } from '@moqi/api/approval'
import { handSeat } from '@moqi/domain/approvals/course'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Application, KeptSeat } from '#src/cores/approval/application.ts'
import { type Colleague, colleaguesById, mayDecide } from '#src/cores/approval/approvers.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import type { Member } from '#src/platform/actor.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { changeApplication, deciderOf, type Outcome } from './change-application.ts'
import { claimOf } from './lay-course.ts'
import { needing } from './apply-for-seal.ts'
import { askApprovers } from './tell-approval.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Hands an approver's seat to a colleague with the right to approve: the approver's own, or for who manages flows
 * anybody's, as of who is away.
 */
export const delegateApprove: Handler<typeof approval.delegateApprove> = async (deps, member, input) => {
  const reason = input.reason ? fieldOf('reason', checkReason(input.reason)) : null
  const found = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, input.approveId))
  const { tenantId } = member
  return changeApplication(deps, deciderOf(member), found, {
    facts: async (own) => {
      const { applicant_id: applicantId, seals } = found.row
      const colleagues = await colleaguesById(own, tenantId)
      return { colleagues, claim: await claimOf(own, { tenantId, applicantId, sealIds: needing(seals) }) }
    },
    decide: ({ application, facts: { colleagues, claim } }) => {
      const from = handedSeat(application, member, input.fromMemberId ?? null)
      const to = colleagues.get(input.memberId)
      if (!to || !mayDecide(to)) throw new Refusal('member/not-found')
      if (claim.needsAnother && to.accountId === claim.applicantId) throw new Refusal('field/invalid', ownSeal)
      return handed(deps, application, from, { to, reason })
    },
  })
}

const ownSeal = { field: 'memberId', message: '公章须由申请人以外的人审批，请选择其他同事' }

function handedSeat({ row, seats }: Application, { accountId, space }: Member, fromId: string | null): KeptSeat {
  const isOthers = fromId !== null && fromId !== accountId
  if (isOthers && !space.rights.includes('manageFlows')) throw new Refusal('approval/not-found')
  const found = seats.find((seat) => seat.accountId === (fromId ?? accountId) && seat.state === 'open')
  if (!found || row.state !== 'pending') throw new Refusal('approval/changed')
  return found
}

/** What handing one seat over does: the colleague has the seat in its place, and is asked. */
export function handed(
  deps: Deps,
  { row, seats }: Application,
  from: KeptSeat,
  { to, reason }: { to: Pick<Colleague, 'accountId' | 'name'>; reason: string | null },
): Outcome<null> {
  const after = handSeat(seats, from.seatNo, to.accountId).map((seat): KeptSeat => {
    const isNew = !seats.some(({ seatNo }) => seatNo === seat.seatNo)
    return isNew
      ? Object.assign(seat, {
          name: to.name,
          openedAt: null,
          decidedAt: null,
          opinion: null,
          will: [],
          delegatedFrom: from.name,
        })
      : seat
  })
  return {
    happening: {
      set: {},
      seats: after,
      event: 'delegate',
      detail: [`${from.name} → ${to.name}`, reason].filter(Boolean).join('：'),
    },
    change: {},
    answer: null,
    tell: (tx, contract) =>
      askApprovers(
        deps,
        tx,
        { row, contract },
        after.filter(({ seatNo }) => !seats.some((seat) => seat.seatNo === seatNo)),
      ),
  }
}

import type { approval } from '@moqi/api/approval'
import { urgeWait, urgeWaitText, type UrgeFacts } from '@moqi/domain/contract/after-sending'
import { Refusal } from '@moqi/domain/refusal'
import type { ApprovalRow, KeptSeat } from '#src/cores/approval/application.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { changeApplication, deciderOf } from './change-application.ts'
import { askApprovers } from './tell-approval.ts'

/**
 * Reminds whoever still has to decide on an application. The applicant only, and no sooner or more often than a party
 * of a contract is urged.
 */
export const urgeApprove: Handler<typeof approval.urgeApprove> = async (deps, member, { approveId }) => {
  const found = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, approveId))
  if (found.row.applicant_id !== member.accountId) throw new Refusal('approval/applicant-only')
  return changeApplication(deps, deciderOf(member), found, {
    facts: (own) => lastUrge(own, found.row),
    decide: ({ application: { row, seats }, now, facts: urgedAt }) => {
      const facts = approverUrge(seats, urgedAt)
      if (row.state !== 'pending' || !facts) throw new Refusal('approval/changed')
      const wait = urgeWait(facts, now)
      if (wait > 0)
        throw new Refusal('field/invalid', { field: 'approveId', message: urgeWaitText(facts, wait, 'approver') })
      const urgedArray = openSeats(seats).map(({ name }) => name)
      return {
        happening: { set: {}, seats, event: 'urge', detail: urgedArray.join('、') },
        change: {},
        answer: { urgedArray },
        tell: (tx, contract) => askApprovers(deps, tx, { row, contract }, seats, String(now)),
      }
    },
  })
}

const openSeats = (seats: readonly KeptSeat[]) => seats.filter(({ state }) => state === 'open')

/** Since when the approvers whose turn it is are waited for; null where nobody is. `urgedAt` in ms. */
export function approverUrge(seats: readonly KeptSeat[], urgedAt: number | null): UrgeFacts | null {
  const opened = openSeats(seats).flatMap(({ openedAt }) => openedAt ?? [])
  if (opened.length === 0) return null
  const openedAt = Math.max(...opened)
  return { openedAt, urgedAt: urgedAt !== null && urgedAt >= openedAt ? urgedAt : null }
}

async function lastUrge(own: Db, { tenant_id, approval_id }: ApprovalRow): Promise<number | null> {
  const last = await own
    .selectFrom('approval_event')
    .where('tenant_id', '=', tenant_id)
    .where('approval_id', '=', approval_id)
    .where('event', '=', 'urge')
    .orderBy('event_no', 'desc')
    .select('at')
    .limit(1)
    .executeTakeFirst()
  return last?.at ?? null
}

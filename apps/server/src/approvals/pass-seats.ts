import { isLive } from '@moqi/domain/approvals/course'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { findApplication, liveSeatsOf } from '#src/cores/approval/application.ts'
import { type Colleague, colleaguesById, mayDecide } from '#src/cores/approval/approvers.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { HandOver } from '#src/platform/jobs/jobs.ts'
import { changeApplication, noFacts } from './change-application.ts'
import { handed } from './delegate-approval.ts'

/**
 * Gives what a former member still had to decide to the colleague who takes over, or to an administrator when that one
 * may not approve. Runs as a job behind the contracts; a repeat finds nothing left, and who came back keeps it.
 */
export async function passSeats(deps: Deps, { tenantId, from, toAccountId, by }: HandOver): Promise<void> {
  const { colleagues, approvalIds } = await deps.db.read(tenantId, async (own) => ({
    colleagues: await colleaguesById(own, tenantId),
    approvalIds: await liveSeatsOf(own, tenantId, from.accountId),
  }))
  if (colleagues.get(from.accountId)?.isPresent) return
  for (const approvalId of approvalIds) {
    const found = await deps.db.read(tenantId, (own) => findApplication(own, { tenantId, approvalId }))
    if (!found) continue
    const { row, seats } = found
    for (const { seatNo, nodeNo } of seats.filter((one) => one.accountId === from.accountId && isLive(one))) {
      const atNode = seats.filter((one) => one.nodeNo === nodeNo && isLive(one)).map(({ accountId }) => accountId)
      const to = successor(colleagues, { named: toAccountId, but: [row.applicant_id, ...atNode] })
      if (!to) continue
      await changeApplication(deps, { accountId: by.accountId, name: by.name }, found, {
        facts: noFacts,
        decide: ({ application }) => {
          const seat = application.seats.find((one) => one.seatNo === seatNo && isLive(one))
          if (!seat) throw new Refusal('approval/changed')
          return handed(deps, application, seat, { to, reason: '成员已离开企业' })
        },
      }).catch(nullWhenRefused)
    }
  }
}

/** Whoever takes over if they may approve, else an administrator; nobody who applied or decides there anyway. */
function successor(
  colleagues: ReadonlyMap<string, Colleague>,
  { named, but }: { named: string; but: readonly string[] },
): Colleague | undefined {
  const able = [...colleagues.values()].filter((one) => mayDecide(one) && !but.includes(one.accountId))
  return able.find(({ accountId }) => accountId === named) ?? able.find(({ isAdministrator }) => isAdministrator)
}

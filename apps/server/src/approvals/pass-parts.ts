import { isLive } from '@moqi/domain/approvals/course'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { findApplication, partsOf } from '#src/cores/approval/application.ts'
import { type Colleague, colleaguesById, mayDecide } from '#src/cores/approval/approvers.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { HandOver } from '#src/platform/jobs/jobs.ts'
import { changeApplication, noFacts } from './change-application.ts'
import { handed } from './delegate-approval.ts'

/**
 * Gives what a former member still had to decide to the colleague who takes over, or to an administrator when that one
 * may not approve. Runs as a job behind the contracts; a repeat finds nothing left, and who came back keeps it.
 */
export async function passParts(deps: Deps, { tenantId, from, toAccountId, by }: HandOver): Promise<void> {
  const { colleagues, approvalIds } = await deps.db.read(tenantId, async (own) => ({
    colleagues: await colleaguesById(own, tenantId),
    approvalIds: await partsOf(own, tenantId, from.accountId),
  }))
  if (colleagues.get(from.accountId)?.isPresent) return
  for (const approvalId of approvalIds) {
    const found = await deps.db.read(tenantId, (own) => findApplication(own, { tenantId, approvalId }))
    if (!found) continue
    const to = successor(colleagues, { named: toAccountId, applicantId: found.row.applicant_id })
    const parts = found.seats.filter((seat) => seat.accountId === from.accountId && isLive(seat))
    for (const { seatNo } of to ? parts : []) {
      await changeApplication(deps, { accountId: by.accountId, name: by.name }, found, {
        facts: noFacts,
        decide: ({ application }) => {
          const part = application.seats.find((seat) => seat.seatNo === seatNo && isLive(seat))
          if (!part || !to) throw new Refusal('approval/changed')
          return handed(deps, application, part, { to, reason: '成员已离开企业' })
        },
      }).catch(nullWhenRefused)
    }
  }
}

/** Whoever takes over if they may approve and did not apply, else an administrator who did not. */
function successor(
  colleagues: ReadonlyMap<string, Colleague>,
  { named, applicantId }: { named: string; applicantId: string },
): Colleague | undefined {
  const able = [...colleagues.values()].filter((one) => mayDecide(one) && one.accountId !== applicantId)
  return able.find(({ accountId }) => accountId === named) ?? able.find(({ isAdministrator }) => isAdministrator)
}

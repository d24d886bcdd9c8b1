import type { companySeal } from '@moqi/api/company-seal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { freezeSeals as freezeAll, thawSeals as thawAll } from '#src/cores/seal/freeze-seals.ts'
import { tellSealChanged } from '#src/cores/seal/tell-seal-changed.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/** From now on no seal of the company signs, whatever was begun. */
export const freezeSeals: Handler<typeof companySeal.freezeSeals> = (deps, member, { reason }) =>
  change(deps, member, reason, freezeAll)

/** The company's seals sign again. */
export const thawSeals: Handler<typeof companySeal.thawSeals> = (deps, member, { reason }) =>
  change(deps, member, reason, thawAll)

function change(deps: Deps, member: Member, reason: string, apply: typeof freezeAll): Promise<null> {
  if (member.space.kind !== 'company') throw new Refusal('session/forbidden')
  const checked = checkReason(reason)
  if (!checked.ok) throw new Refusal('field/invalid', { field: 'reason', message: checked.message })
  return deps.db.write(member.tenantId, async (tx) => {
    await apply(deps, tx, member, checked.value)
    await tellSealChanged(deps, tx, member, '全部企业印章')
    return keepAnswer(tx, deps, member, null)
  })
}

import type { companySeal } from '@moqi/api/company-seal'
import { Refusal } from '@moqi/domain/refusal'
import { watchFault } from '@moqi/domain/seals/seal-watch'
import { setWatch, watchOf } from '#src/cores/seal/watch-seals.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/** When and how often the company expects its seals to be used. */
export const getSealWatch: Handler<typeof companySeal.getSealWatch> = async ({ db }, { tenantId, space }) => {
  if (space.kind !== 'company') throw new Refusal('session/forbidden')
  const { enabled, days, from, until, perHour, perDay } = await db.read(tenantId, (tenant) => watchOf(tenant, tenantId))
  return { enabled: enabled ? 1 : 0, dayArray: [...days], fromMinute: from, untilMinute: until, perHour, perDay }
}

/** Says what is usual from now on. Throws `field/invalid`. */
export const saveSealWatch: Handler<typeof companySeal.saveSealWatch> = async (deps, member, input) => {
  const { tenantId, space } = member
  if (space.kind !== 'company') throw new Refusal('session/forbidden')
  const { dayArray, fromMinute: from, untilMinute: until, perHour, perDay } = input
  const watch = { enabled: input.enabled === 1, days: [...new Set(dayArray)].toSorted(), from, until, perHour, perDay }
  const message = watchFault(watch)
  if (message !== null) throw new Refusal('field/invalid', { message })
  return deps.db.write(tenantId, async (tx) => {
    await setWatch(deps, tx, { tenantId, who: member, watch })
    return keepAnswer(tx, deps, member, null)
  })
}

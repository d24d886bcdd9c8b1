import type { members } from '@moqi/api/members'
import { usualWillRule, willRuleInWords } from '@moqi/domain/contract/will-demand'
import { Refusal } from '@moqi/domain/refusal'
import { setWillRule } from '#src/cores/identity/will-rule.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeCompany } from './change-company.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'

/** When the company's members prove their will twice. */
export const getWillRule: Handler<typeof members.getWillRule> = (_, { space }) => {
  const { when, amount } = space.willRule ?? usualWillRule
  return Promise.resolve({ willRule: when, amount })
}

/** Decides it, for every signature, application and agreement from the next request on. */
export const saveWillRule: Handler<typeof members.saveWillRule> = async (
  deps,
  member,
  { willRule: when, ...given },
) => {
  const { tenantId } = member
  const amount = when === 'above' ? (given.amount ?? null) : null
  if (when === 'above' && amount === null)
    throw new Refusal('field/invalid', { field: 'amount', message: '请输入金额' })
  const rule = { when, amount }
  return changeCompany(deps, tenantId, async (tx) => {
    await setWillRule(tx, tenantId, rule)
    await addMemberLog(deps, tx, member, { tenantId, verb: 'saveWillRule', detail: willRuleInWords(rule) })
    return keepAnswer(tx, deps, member, null)
  })
}

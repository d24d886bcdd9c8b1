import type { companyGroup } from '@moqi/api/company-group'
import { type GroupRules, heldTo, isTighter, rulesInWords } from '@moqi/domain/groups/group-rules'
import { Refusal } from '@moqi/domain/refusal'
import { logInGroup, tellOfGroup } from '#src/cores/group/end-group.ts'
import { companiesOf, putRules, rulesOf } from '#src/cores/group/group-store.ts'
import { hasSecond, setGroupHold } from '#src/cores/identity/entry-rule.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { actorOf, groupLed, lockLed, requireActive } from './require-lead.ts'

/** Sets what the group asks of everybody in its companies, the own one too; companies are told of what is tighter. */
export const saveGroupRules: Handler<typeof companyGroup.saveGroupRules> = async (deps, member, input) => {
  const rules: GroupRules = { graceDays: input.graceDays, longestHours: input.longestHours }
  requireActive(member)
  await deps.db.directory(async (directory) => {
    await groupLed(directory, member)
    await requireRecentProof(deps, directory, member)
  })
  return deps.db.write(member.tenantId, async (tx) => {
    const group = await lockLed(tx, member)
    if (group.version !== input.version) throw new Refusal('group/changed')
    if (rules.graceDays !== null && !(await hasSecond(tx, member))) throw new Refusal('space/second-step-first')
    const version = await putRules(tx, group, rules)
    const who = actorOf(member)
    const words = rulesInWords(rules).join('；')
    const tells = isTighter(rulesOf(group), rules)
    for (const company of await companiesOf(tx, group)) {
      const { tenant_id: tenantId, name } = company
      const held = heldTo(rules, company.group_hold?.secondFrom ?? null, deps.now())
      await setGroupHold(tx, tenantId, { groupId: group.group_id, groupName: group.name, ...held })
      await logInGroup(deps, tx, who, { tenantId, verb: 'saveGroupRules', detail: words })
      if (tells) await tellOfGroup(deps, tx, who, group, { tenantId, event: 'tightened', company: name, words })
    }
    return keepAnswer(tx, deps, member, { version })
  })
}

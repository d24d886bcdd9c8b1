import type { companyGroup } from '@moqi/api/company-group'
import { checkGroupName } from '@moqi/domain/groups/group-rules'
import { Refusal } from '@moqi/domain/refusal'
import { logInGroup, tellOfGroup } from '#src/cores/group/end-group.ts'
import { companiesOf, putName } from '#src/cores/group/group-store.ts'
import { setGroupHold } from '#src/cores/identity/entry-rule.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { actorOf, lockLed, requireActive } from './require-lead.ts'

/** Gives the group another name, by which its companies' people know whose rules hold them; all are told. */
export const renameGroup: Handler<typeof companyGroup.renameGroup> = async (deps, member, input) => {
  const name = fieldOf('groupName', checkGroupName(input.groupName))
  requireActive(member)
  return deps.db.write(member.tenantId, async (tx) => {
    const group = await lockLed(tx, member)
    if (group.version !== input.version) throw new Refusal('group/changed')
    if (group.name === name) return keepAnswer(tx, deps, member, { version: group.version })
    const version = await putName(tx, group, name)
    const who = actorOf(member)
    for (const { tenant_id: tenantId, name: company, group_hold: held } of await companiesOf(tx, group)) {
      if (held) await setGroupHold(tx, tenantId, { ...held, groupName: name })
      await logInGroup(deps, tx, who, { tenantId, verb: 'renameGroup', detail: `${group.name} → ${name}` })
      if (tenantId !== member.tenantId)
        await tellOfGroup(deps, tx, who, group, { tenantId, event: 'renamed', company, words: name })
    }
    return keepAnswer(tx, deps, member, { version })
  })
}

import type { companyGroup } from '@moqi/api/company-group'
import { checkGroupName } from '@moqi/domain/groups/group-rules'
import { logInGroup } from '#src/cores/group/end-group.ts'
import { beginGroup } from '#src/cores/group/group-store.ts'
import { lockMembers } from '#src/cores/identity/lock-members.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { actorOf, requireActive } from './require-lead.ts'

/** Founds a group whose lead is the own company. */
export const foundGroup: Handler<typeof companyGroup.foundGroup> = async (deps, member, input) => {
  const name = fieldOf('groupName', checkGroupName(input.groupName))
  requireActive(member)
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockMembers(tx, tenantId)
    const groupId = deps.newId()
    await beginGroup(tx, { groupId, name, tenantId, at: deps.now() })
    await logInGroup(deps, tx, actorOf(member), { tenantId, verb: 'foundGroup', detail: name })
    return keepAnswer(tx, deps, member, { groupId })
  })
}

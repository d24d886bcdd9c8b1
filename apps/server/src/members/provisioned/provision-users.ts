import type { ProvisionUsers } from '#src/cores/provisioning/provided-user.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { switchMember } from '#src/members/change-member.ts'
import { changeCompany } from '#src/members/change-company.ts'
import { requireAuthenticated } from '#src/members/invite-user.ts'
import { memberOf } from '#src/members/member-rows.ts'
import { part } from '#src/members/remove-member.ts'
import { listUsers, readUser, requireKnown } from './known-users.ts'
import { dropProvisioned } from './provisioned-rows.ts'
import { settleUser, takeBack } from './settle-user.ts'
import { isSame, wantedUser } from './wanted-user.ts'

/** Somebody whom the provider names anew: a member of that phone, or whoever is invited by it. */
const createUser: ProvisionUsers['create'] = async (deps, provisioner, user) => {
  requireAuthenticated(provisioner)
  const { tenantId } = provisioner
  return changeCompany(deps, tenantId, async (tx) => {
    const wanted = wantedUser(user, true)
    const userId = await settleUser(deps, tx, provisioner, { before: null, wanted })
    // An invitation says for itself whom it is to.
    if (!wanted.active)
      await addMemberLog(deps, tx, provisioner, { tenantId, verb: 'syncMember', detail: user.userName })
    return requireKnown(tx, tenantId, userId)
  })
}

/** What the provider says of somebody anew; what changes nothing leaves no trace. */
const changeUser: ProvisionUsers['change'] = async (deps, provisioner, { userId, make }) => {
  requireAuthenticated(provisioner)
  const { tenantId } = provisioner
  return changeCompany(deps, tenantId, async (tx) => {
    const before = await requireKnown(tx, tenantId, userId)
    const wanted = wantedUser(await make(before), before.active)
    const present = wantedUser(before, before.active)
    if (isSame(wanted, present)) return before
    const saysMore = !isSame({ ...wanted, active: present.active }, present)
    // Whom the provider has not named it may still disable, and name later.
    if (!saysMore && before.accountId !== null && before.userName === before.userId) {
      const target = await memberOf(tx, tenantId, before.accountId)
      await switchMember(deps, tx, provisioner, { target, verb: wanted.active ? 'enable' : 'disable' })
      return requireKnown(tx, tenantId, userId)
    }
    await settleUser(deps, tx, provisioner, { before, wanted })
    // To be active or not is told by what comes of it.
    if (saysMore) await addMemberLog(deps, tx, provisioner, { tenantId, verb: 'syncMember', detail: wanted.userName })
    return requireKnown(tx, tenantId, userId)
  })
}

/** Ends a membership as an administrator would, without naming a colleague; whoever is no member yet is forgotten. */
const removeUser: ProvisionUsers['remove'] = async (deps, provisioner, userId) => {
  const { tenantId } = provisioner
  return changeCompany(deps, tenantId, async (tx) => {
    const known = await requireKnown(tx, tenantId, userId)
    if (known.accountId !== null) {
      const target = await memberOf(tx, tenantId, known.accountId)
      await part(deps, tx, provisioner, { target, successorId: null, event: 'remove' })
    } else {
      if (known.active && known.phone !== null) await takeBack(deps, tx, provisioner, known.phone)
      await addMemberLog(deps, tx, provisioner, { tenantId, verb: 'forgetUser', detail: known.userName })
    }
    await dropProvisioned(tx, tenantId, userId)
  })
}

/** What a company's identity provider may do with its members. */
export const provisionUsers: ProvisionUsers = {
  list: listUsers,
  read: readUser,
  create: createUser,
  change: changeUser,
  remove: removeUser,
}

import type { companyGroup } from '@moqi/api/company-group'
import { Refusal } from '@moqi/domain/refusal'
import { dissolve, leave, logInGroup, takeOut, tellOfGroup } from '#src/cores/group/end-group.ts'
import { companiesOf, lockGroupOf } from '#src/cores/group/group-store.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { actorOf, lockLed } from './require-lead.ts'

type Calls = typeof companyGroup

/** Takes the own company out of its group, at any time; the lead company stays as long as there is a group. */
export const leaveGroup: Handler<Calls['leaveGroup']> = async (deps, member, { groupId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    const group = await lockGroupOf(tx, member.tenantId)
    if (group.group_id !== groupId) throw new Refusal('group/not-found')
    if (group.lead_tenant_id === member.tenantId) throw new Refusal('group/lead-stays')
    await leave(deps, tx, actorOf(member), group)
    return keepAnswer(tx, deps, member, null)
  })

/** Takes another company out of the group that the own one leads. */
export const removeGroupCompany: Handler<Calls['removeGroupCompany']> = async (deps, member, { tenantId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    const group = await lockLed(tx, member)
    if (tenantId === member.tenantId) throw new Refusal('group/lead-stays')
    const company = (await companiesOf(tx, group)).find((one) => one.tenant_id === tenantId)
    if (!company) throw new Refusal('group/not-found')
    const who = actorOf(member)
    await takeOut(tx, group, tenantId)
    await logInGroup(deps, tx, who, { tenantId, verb: 'removeFromGroup', detail: group.name })
    await logInGroup(deps, tx, who, { tenantId: member.tenantId, verb: 'removeFromGroup', detail: company.name })
    await tellOfGroup(deps, tx, who, group, { tenantId, event: 'removed', company: company.name })
    return keepAnswer(tx, deps, member, null)
  })

/** Ends the group that the own company leads. */
export const dissolveGroup: Handler<Calls['dissolveGroup']> = async (deps, member, { groupId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    const group = await lockLed(tx, member)
    if (group.group_id !== groupId) throw new Refusal('group/not-found')
    await dissolve(deps, tx, actorOf(member), group)
    return keepAnswer(tx, deps, member, null)
  })

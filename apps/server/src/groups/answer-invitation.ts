import type { companyGroup } from '@moqi/api/company-group'
import { groupLimits, heldTo, rulesInWords } from '@moqi/domain/groups/group-rules'
import { Refusal } from '@moqi/domain/refusal'
import { logInGroup, tellOfGroup } from '#src/cores/group/end-group.ts'
import {
  companiesOf,
  enterGroup,
  type GroupRow,
  lockGroup,
  openInvitation,
  rulesOf,
} from '#src/cores/group/group-store.ts'
import { endInvitation } from '#src/cores/group/invitations.ts'
import { hasSecond, setGroupHold } from '#src/cores/identity/entry-rule.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { actorOf, requireActive } from './require-lead.ts'

/** Agrees that the own company joins a group, with the rules it was shown, or refuses. */
export const answerGroupInvitation: Handler<typeof companyGroup.answerGroupInvitation> = async (
  deps,
  member,
  { invitationId, answer, version },
) => {
  if (!isUuid(invitationId)) throw new Refusal('group/not-found')
  const { tenantId } = member
  const which = { invitationId, tenantId }
  if (answer === 'agree') requireActive(member)
  return deps.db.write(tenantId, async (tx) => {
    // The group first, as whoever leads it locks it; the invitation may have ended while one waited.
    const { group_id: groupId } = await openInvitation(tx, { ...which, at: deps.now() }, 'read')
    const group = await lockGroup(tx, groupId)
    await openInvitation(tx, { ...which, at: deps.now() })
    if (answer === 'agree') await enter(deps, tx, member, { group, version })
    await endInvitation(tx, { ...which, event: answer, at: deps.now() })
    const who = actorOf(member)
    const verb = answer === 'agree' ? 'joinGroup' : 'refuseGroup'
    const words = answer === 'agree' ? `${group.name}；${rulesInWords(rulesOf(group)).join('；')}` : group.name
    const lead = group.lead_tenant_id
    await logInGroup(deps, tx, who, { tenantId, verb, detail: words })
    await logInGroup(deps, tx, who, { tenantId: lead, verb, detail: who.company })
    const event = answer === 'agree' ? 'agreed' : 'refused'
    await tellOfGroup(deps, tx, who, group, { tenantId: lead, event, company: who.company })
    return keepAnswer(tx, deps, member, null)
  })
}

async function enter(deps: Deps, tx: Db, member: Member, { group, version }: { group: GroupRow; version: number }) {
  const { tenantId } = member
  const at = deps.now()
  const rules = rulesOf(group)
  if (group.version !== version) throw new Refusal('group/changed')
  // Whoever agrees to it for others has one: so there is always an administrator whom the rule lets in.
  if (rules.graceDays !== null && !(await hasSecond(tx, member))) throw new Refusal('space/second-step-first')
  await enterGroup(tx, { tenantId, groupId: group.group_id, at })
  if ((await companiesOf(tx, group)).length > groupLimits.companies) throw new Refusal('group/full')
  await setGroupHold(tx, tenantId, { groupId: group.group_id, groupName: group.name, ...heldTo(rules, null, at) })
}

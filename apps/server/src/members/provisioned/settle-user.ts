import { checkPassportName } from '@moqi/domain/identity/person-name'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { fullName, provisioningLimits } from '@moqi/domain/spaces/provisioning'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { Provisioner } from '#src/cores/provisioning/find-provisioner.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { switchMember } from '#src/members/change-member.ts'
import { endInvitation, newestInvitation } from '#src/members/invitation-rows.ts'
import { invite } from '#src/members/invite-user.ts'
import { memberByPhone, memberOf, type MemberRow } from '#src/members/member-rows.ts'
import { type KnownRow, nameKey } from './known-users.ts'
import { hasRow, holderOf, putProvisioned } from './provisioned-rows.ts'
import type { WantedUser } from './wanted-user.ts'

/**
 * Makes somebody what the provider wants, by the company's own rules: whoever is no member is invited and decides
 * oneself, whoever is one is disabled or enabled. Answers the id.
 */
export async function settleUser(
  deps: Deps,
  tx: Db,
  provisioner: Provisioner,
  { before, wanted }: { before: KnownRow | null; wanted: WantedUser },
): Promise<string> {
  const { tenantId } = provisioner
  await requireFree(tx, tenantId, { before, wanted })
  const member = await memberMeant(tx, tenantId, { before, wanted })
  if (member) {
    if (!(await hasRow(tx, tenantId, { accountId: member.accountId }))) await adopt(deps, tx, provisioner, member)
    if (wanted.active !== (member.state === 'accepted'))
      await switchMember(deps, tx, provisioner, { target: member, verb: wanted.active ? 'enable' : 'disable' })
  } else {
    await settleInvitation(deps, tx, provisioner, { before, wanted })
  }
  const userId = before?.userId ?? (await idOf(deps, tx, tenantId, member))
  await putProvisioned(tx, {
    tenant_id: tenantId,
    user_id: userId,
    account_id: member?.accountId ?? null,
    user_name: wanted.userName,
    name_key: nameKey(wanted.userName),
    external_id: wanted.externalId,
    phone: wanted.phone,
    active: wanted.active,
    details: wanted.details,
    created_at: before?.createdAt ?? deps.now(),
    changed_at: deps.now(),
  })
  return userId
}

type Change = { before: KnownRow | null; wanted: WantedUser }

/** Throws `provisioning/taken` for a name or a phone of somebody else whom the provider has named. */
async function requireFree(tx: Db, tenantId: string, { before, wanted }: Change): Promise<void> {
  const besides = before?.userId ?? null
  const { userName, phone } = wanted
  if (await holderOf(tx, tenantId, { nameKey: nameKey(userName) }, besides))
    throw new Refusal('provisioning/taken', { message: `userName“${userName}”已存在` })
  if (phone !== null && (await holderOf(tx, tenantId, { phone }, besides)))
    throw new Refusal('provisioning/taken', { message: `手机号${maskPhone(phone)}已由另一个账号使用` })
}

/** The member that it is: from before, or now by the phone. */
async function memberMeant(tx: Db, tenantId: string, { before, wanted }: Change): Promise<MemberRow | null> {
  if (before?.accountId) return memberOf(tx, tenantId, before.accountId)
  const found = wanted.phone === null ? null : await memberByPhone(tx, tenantId, wanted.phone)
  if (found && (await hasRow(tx, tenantId, { accountId: found.accountId }))) throw new Refusal('provisioning/taken')
  return found
}

const adopt = (deps: Deps, tx: Db, provisioner: Provisioner, { name, phone }: MemberRow) =>
  addMemberLog(deps, tx, provisioner, {
    tenantId: provisioner.tenantId,
    verb: 'adoptMember',
    detail: `${name} ${maskPhone(phone)}`,
  })

/** A member is known by its number, before the provider has named it and after. */
async function idOf({ newId }: Deps, tx: Db, tenantId: string, member: MemberRow | null): Promise<string> {
  if (!member || (await hasRow(tx, tenantId, { userId: member.accountId }))) return newId()
  return member.accountId
}

/** Invites whom the provider wants from now on, and takes back what it wants no more. */
async function settleInvitation(
  deps: Deps,
  tx: Db,
  provisioner: Provisioner,
  { before, wanted }: Change,
): Promise<void> {
  const was = before?.active ? before.phone : null
  if (wanted.active && wanted.phone === null) {
    const message = '请在 phoneNumbers 中提供11位手机号，成员按手机号邀请'
    throw new Refusal('field/invalid', { field: 'phoneNumbers', message })
  }
  const is = wanted.active ? wanted.phone : null
  if (was === is) return
  if (was !== null) await takeBack(deps, tx, provisioner, was)
  if (is !== null) await inviteAs(deps, tx, provisioner, { phone: is, wanted })
}

async function inviteAs(
  deps: Deps,
  tx: Db,
  provisioner: Provisioner,
  { phone, wanted }: { phone: string; wanted: WantedUser },
): Promise<void> {
  const { displayName, name } = wanted.details
  const memberName = fieldOf('displayName', checkPassportName(fullName(displayName ?? null, name ?? null)))
  const before = await newestInvitation(tx, { tenantId: provisioner.tenantId, phone }, deps.now())
  // Whom an administrator has invited meanwhile has a message already.
  if (before?.state === 'invited') return
  const message = await invite(deps, tx, provisioner, { memberName, phone })
  if (message === null) return
  throw new Refusal('request/too-often', { message, retryAfter: provisioningLimits.inviteAgainMs / 1000 })
}

/** Takes back the invitation to a phone, if one is open. */
export async function takeBack(deps: Deps, tx: Db, provisioner: Provisioner, phone: string): Promise<void> {
  const { tenantId } = provisioner
  const open = await newestInvitation(tx, { tenantId, phone }, deps.now())
  if (open?.state !== 'invited') return
  await endInvitation(tx, open, 'cancel', deps.now())
  await addMemberLog(deps, tx, provisioner, { tenantId, verb: 'cancel', detail: `${open.name} ${maskPhone(phone)}` })
}

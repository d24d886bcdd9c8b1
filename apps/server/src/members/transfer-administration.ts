import type { members } from '@moqi/api/members'
import { Refusal } from '@moqi/domain/refusal'
import { administrationTransfer, type AdministrationTransferState } from '@moqi/domain/spaces/administration-transfer'
import { revokeGrants } from '#src/cores/seal/revoke-grants.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { inOwnSpace } from '#src/platform/messages/own-space.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { changeCompany } from './change-company.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { memberOf, type MemberRow } from './member-rows.ts'
import { type OpenTransfer, transfersOf, wireTransfer } from './administration-transfers.ts'

/** The transfer the company waits for, if any. */
export const getTransfer: Handler<typeof members.getTransfer> = async ({ db }, { tenantId }) => {
  const [open] = await db.directory((directory) => transfersOf(directory, { tenantId }))
  return { transfer: open ? wireTransfer(open) : null }
}

/**
 * Asks a real-named member to become the administrator, by a code to the present one's phone; one request of a company
 * at a time. Whoever is asked is told.
 */
export const requestTransfer: Handler<typeof members.requestTransfer> = async (deps, member, { memberId, smsCode }) => {
  const { tenantId, accountId, nickName, space } = member
  // Before the code is used up: whom one cannot ask must not cost it.
  await deps.db.directory((directory) => targetOf(directory, member, memberId))
  await useCode(deps, ownPhone(member, 'transfer'), smsCode)
  return changeCompany(deps, tenantId, async (tx) => {
    const target = await targetOf(tx, member, memberId)
    const transferId = deps.newId()
    await tx
      .insertInto('administration_transfer')
      .values({
        tenant_id: tenantId,
        transfer_id: transferId,
        from_account_id: accountId,
        to_account_id: target.accountId,
        state: administrationTransfer.initial,
        created_at: deps.now(),
        ended_at: null,
      })
      .execute()
    const to = await inOwnSpace(tx, { accountId: target.accountId })
    const facts = { admin: nickName, company: space.name }
    const telling = { kind: 'administrationOffered', facts, senderTenantId: tenantId } as const
    if (to) await notify(deps, tx, { ...telling, to, once: `transfer ${transferId}` })
    await addMemberLog(deps, tx, member, { tenantId, verb: 'requestTransfer', detail: target.name })
    return keepAnswer(tx, deps, member, { transferId })
  })
}

/** The member who may be asked now. */
async function targetOf(db: Db, { tenantId, accountId }: Member, memberId: string): Promise<MemberRow> {
  const target = await memberOf(db, tenantId, memberId)
  if (target.accountId === accountId) throw new Refusal('member/self', { message: '您已是管理员' })
  if (target.isOwner || target.state !== 'accepted' || !(await isRealNamed(db, target.accountId))) {
    throw new Refusal('transfer/target')
  }
  if ((await transfersOf(db, { tenantId })).length > 0) throw new Refusal('transfer/pending')
  return target
}

/** Takes the request back before it is answered. */
export const cancelTransfer: Handler<typeof members.cancelTransfer> = async (deps, member, { transferId }) => {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const open = await openTransfer(tx, transferId)
    if (open.tenant_id !== tenantId) throw new Refusal('transfer/not-found')
    await end(deps, tx, open, administrationTransfer.after('requested', 'cancel'))
    await addMemberLog(deps, tx, member, { tenantId, verb: 'cancelTransfer', detail: open.to_name })
    return keepAnswer(tx, deps, member, null)
  })
}

/**
 * The asked member takes the administration over, or does not. The request, with a code to the present
 * administrator's phone, was the confirmation, so that agreeing makes it effective: the one becomes administrator, the
 * other 经办人.
 */
export const answerTransfer: Handler<typeof members.answerTransfer> = async (
  deps,
  person,
  { transferId, replyFlag },
) => {
  const asked = await deps.db.directory((directory) => openTransfer(directory, transferId))
  if (asked.to_account_id !== person.accountId) throw new Refusal('transfer/not-found')
  const tenantId = asked.tenant_id
  return changeCompany(deps, tenantId, async (tx) => {
    const open = await openTransfer(tx, transferId)
    if (replyFlag === 'agree') {
      await makeEffective(deps, tx, open)
    } else {
      await end(deps, tx, open, administrationTransfer.after('requested', 'decline'))
    }
    const verb = replyFlag === 'agree' ? 'transfer' : 'declineTransfer'
    await addMemberLog(deps, tx, person, { tenantId, verb, detail: `${open.from_name} → ${open.to_name}` })
    return keepAnswer(tx, deps, person, { tenantId })
  })
}

async function openTransfer(db: Db, transferId: string): Promise<OpenTransfer> {
  const [open] = isUuid(transferId) ? await transfersOf(db, { transferId }) : []
  if (!open) throw new Refusal('transfer/not-found')
  return open
}

async function makeEffective(deps: Deps, tx: Db, open: OpenTransfer): Promise<void> {
  const { tenant_id: tenantId, from_account_id: from, to_account_id: to } = open
  const giver = await memberOf(tx, tenantId, from)
  const taker = await memberOf(tx, tenantId, to)
  if (!giver.isOwner || taker.state !== 'accepted') throw new Refusal('transfer/not-found')
  if (!(await isRealNamed(tx, to))) throw new Refusal('space/not-authenticated')
  await end(
    deps,
    tx,
    open,
    administrationTransfer.after(administrationTransfer.after('requested', 'accept'), 'confirm'),
  )
  for (const [accountId, isOwner] of [
    [to, true],
    [from, false],
  ] as const) {
    await tx
      .updateTable('membership')
      .set({ is_owner: isOwner, role_id: null, role_since: deps.now(), role_giver: giver.name })
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .execute()
  }
  // What the old administrator authorised is void: the new one gives it anew (domain 2.5, 5.7).
  await revokeGrants(tx, { tenantId }, { at: deps.now(), by: null, reason: '企业管理员已变更' })
}

async function end(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  open: OpenTransfer,
  state: AdministrationTransferState,
): Promise<void> {
  await tx
    .updateTable('administration_transfer')
    .set({ state, ended_at: now() })
    .where('tenant_id', '=', open.tenant_id)
    .where('transfer_id', '=', open.transfer_id)
    .execute()
}

async function isRealNamed(db: Db, accountId: string): Promise<boolean> {
  const own = await db
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('s.kind', '=', 'person')
    .where('s.auth_status', '=', 'passAuth')
    .select('s.tenant_id')
    .executeTakeFirst()
  return own !== undefined
}

import type { members } from '@moqi/api/members'
import { maskPhone } from '@moqi/domain/identity/phone'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { membershipLifecycle } from '@moqi/domain/spaces/membership-lifecycle'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { changeCompany } from './change-company.ts'
import { endMembership } from './former-member.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { MemberChanger } from './member-changer.ts'
import { administratorsOf, keepAnAdministrator, type MemberRow, memberOf } from './member-rows.ts'
import { countOpenContracts } from './open-contracts.ts'

/** A request that was under way when the member left may still end: the contracts are looked through once more. */
const secondLookMs = 2 * 60_000

/** How many contracts somebody would have to take over (domain 5.7). */
export const getOpenContractNumber: Handler<typeof members.getOpenTaskNumber> = async (
  { db },
  { tenantId },
  { memberId },
) =>
  db.read(tenantId, async (tenant) => {
    const target = await memberOf(tenant, tenantId, memberId)
    return { openTaskNumber: await countOpenContracts(tenant, tenantId, target.accountId) }
  })

/** What stands between the member and leaving. Throws `member/not-found` in a personal space, which nobody leaves. */
export const getLeaveInfo: Handler<typeof members.getLeaveInfo> = async ({ db }, { tenantId, accountId, space }) => {
  if (space.kind === 'person') throw new Refusal('member/not-found')
  return db.read(tenantId, async (tenant) => {
    const administrators = await administratorsOf(tenant, tenantId)
    const last = administrators.length === 1 && administrators[0]?.accountId === accountId
    return {
      openTaskNumber: await countOpenContracts(tenant, tenantId, accountId),
      isLastAdmin: last ? 'yes' : 'no',
    }
  })
}

/** Removes a member; what the member had under way goes to the named colleague. */
export const removeMember: Handler<typeof members.removeMember> = async (deps, member, { memberId, successorId }) =>
  changeCompany(deps, member.tenantId, async (tx) => {
    const target = await memberOf(tx, member.tenantId, memberId)
    if (target.accountId === member.accountId) {
      throw new Refusal('member/self', { message: '不能移除自己，请使用退出企业' })
    }
    await part(deps, tx, member, { target, successorId: successorId ?? null, event: 'remove' })
    return keepAnswer(tx, deps, member, null)
  })

/** Leaves the company oneself, on the same terms; its last administrator cannot (domain 4.5). */
export const leaveCompany: Handler<typeof members.leaveCompany> = async (deps, member, { successorId }) => {
  if (member.space.kind === 'person') throw new Refusal('member/not-found')
  return changeCompany(deps, member.tenantId, async (tx) => {
    const target = await memberOf(tx, member.tenantId, member.accountId)
    await part(deps, tx, member, { target, successorId: successorId ?? null, event: 'leave' })
    return keepAnswer(tx, deps, member, null)
  })
}

type Parting = { target: MemberRow; successorId: string | null; event: 'leave' | 'remove' }

/** Ends a membership, whoever asks. Throws `member/last-administrator` and `member/hand-over`. */
export async function part(
  deps: Deps,
  tx: Db,
  actor: MemberChanger,
  { target, successorId, event }: Parting,
): Promise<void> {
  const { tenantId } = actor
  // A membership that has ended is no row any more.
  membershipLifecycle.after(target.state, event)
  await keepAnAdministrator(tx, tenantId, target)
  // Whoever sends the member a contract at this moment comes before this, or finds nobody and the contract waits.
  await lockPhones(tx, [target.phone])
  const successor = await successorOf(tx, tenantId, target, successorId)
  await endMembership(tx, { tenantId, accountId: target.accountId }, deps.now())
  const job = {
    tenantId,
    from: { accountId: target.accountId, name: target.name },
    toAccountId: successor.accountId,
    by: { accountId: actor.accountId, name: actor.nickName },
  }
  await enqueue(tx, 'handOver', job)
  await enqueue(tx, 'handOver', job, { delayMs: secondLookMs })
  const detail = `${target.name} ${maskPhone(target.phone)}，合同转交${successor.name}`
  await addMemberLog(deps, tx, actor, { tenantId, verb: event, detail })
}

/** Who takes over: the named colleague; without open contracts an administrator keeps what is over. */
async function successorOf(
  tx: Db,
  tenantId: string,
  leaving: MemberRow,
  successorId: string | null,
): Promise<MemberRow> {
  if (successorId !== null) {
    const named = await memberOf(tx, tenantId, successorId).catch(nullWhenRefused)
    if (named && named.state === 'accepted' && named.accountId !== leaving.accountId) return named
    throw new Refusal('member/hand-over', { message: '接手的同事不存在或已停用，请重新选择' })
  }
  const open = await countOpenContracts(tx, tenantId, leaving.accountId)
  if (open > 0) throw new Refusal('member/hand-over', { message: `还有${open}份未完成的合同，请选择接手的同事` })
  const heir = (await administratorsOf(tx, tenantId)).find(({ accountId }) => accountId !== leaving.accountId)
  if (!heir) throw new Refusal('member/last-administrator')
  return heir
}

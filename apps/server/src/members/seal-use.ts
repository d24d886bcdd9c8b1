import type { Input, Output } from '@moqi/api/call'
import type { members } from '@moqi/api/members'
import { Refusal } from '@moqi/domain/refusal'
import { grantWithoutLetter, holdersOf, requireCompanySeal } from '#src/cores/seal/grants.ts'
import { revokeGrants } from '#src/cores/seal/revoke-grants.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import { tellSealChanged } from '#src/cores/seal/tell-seal-changed.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeCompany } from './change-company.ts'
import { addMemberLog } from './member-log.ts'
import { administratorsOf, memberOf } from './member-rows.ts'

type ListHolders = typeof members.listSealHolder

/** Who may use a company's seal beside its administrators, who always may. */
export async function listSealHolder(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tenantId }: Member,
  { sealId }: Input<ListHolders>,
): Promise<Output<ListHolders>> {
  return db.read(tenantId, async (tenant) => {
    await requireCompanySeal(tenant, tenantId, sealId)
    const holders = await holdersOf(tenant, { tenantId, sealId }, now())
    const administrators = new Set((await administratorsOf(tenant, tenantId)).map(({ accountId }) => accountId))
    const others = holders.filter((accountId) => !administrators.has(accountId))
    const rows = await Promise.all(others.map((accountId) => memberOf(tenant, tenantId, accountId)))
    return { memberArray: rows.map(({ accountId, name }) => ({ memberId: accountId, memberName: name })) }
  })
}

/** Lets a member use a company's seal, or no more. What is so already stays so. */
export async function setSealHolder(
  deps: Deps,
  member: Member,
  { sealId, memberId, granted }: Input<typeof members.setSealHolder>,
): Promise<null> {
  const { tenantId } = member
  return changeCompany(deps, tenantId, async (tx) => {
    const seal = await requireCompanySeal(tx, tenantId, sealId)
    const target = await memberOf(tx, tenantId, memberId)
    if (target.state !== 'accepted') throw new Refusal('member/changed')
    const place = { tenantId, sealId, accountId: target.accountId }
    const held = (await holdersOf(tx, place, deps.now())).includes(target.accountId)
    if (held !== (granted === 1)) {
      if (granted === 1) await grantWithoutLetter(deps, tx, { ...place, by: member.nickName })
      else await revokeGrants(tx, place, { at: deps.now(), by: member.nickName, reason: '收回授权' })
      const verb = granted === 1 ? 'grantSeal' : 'takeSeal'
      await addMemberLog(deps, tx, member, { tenantId, verb, detail: `${target.name}：${seal.name}` })
      const line = granted === 1 ? 'grant' : 'takeGrant'
      await addSealLog(deps, tx, member, { tenantId, sealId, verb: line, detail: target.name })
      await tellSealChanged(deps, tx, member, seal.name)
    }
    return keepAnswer(tx, deps, member, null)
  })
}

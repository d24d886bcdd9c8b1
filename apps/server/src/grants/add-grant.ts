import type { Input } from '@moqi/api/call'
import type { sealGrant } from '@moqi/api/seal-grant'
import { checkCompanyName } from '@moqi/domain/identity/company'
import { Refusal } from '@moqi/domain/refusal'
import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { type GrantNamed, grantTermFaults } from '@moqi/domain/seals/seal-grant'
import { insertGrant, requireCompanySeal } from '#src/cores/seal/grants.ts'
import type { GrantRequestRow } from '#src/cores/seal/grant-requests.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { noteGranted, requestToGrant } from './decide-grant-request.ts'
import { requirePerson } from './grant-people.ts'
import { readGrant } from './list-grants.ts'
import { requireMayGrant } from './may-grant.ts'
import { visibleContracts } from './visible-contracts.ts'

type Add = typeof sealGrant.addSealGrant

/** Keeps a grant that waits for its letter; nobody grants a seal to oneself. */
export const addSealGrant: Handler<Add> = async (deps, member, input) => {
  const { tenantId } = member
  if (member.space.kind !== 'company') throw new Refusal('session/forbidden')
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const [fault] = grantTermFaults({ beginAt: input.beginTime, endAt: input.endTime }, deps.now())
  if (fault) throw refuse(fault.field === 'beginAt' ? 'beginTime' : 'endTime', fault.message)
  return deps.db.write(tenantId, async (tx) => {
    const seal = await requireCompanySeal(tx, tenantId, input.sealId)
    requireMayGrant(member, seal)
    if (seal.status !== 'enabled') throw new Refusal('seal/changed')
    const holder = await requirePerson(tx, tenantId, input.memberId)
    if (holder.accountId === member.accountId) throw refuse('memberId', '不能授权给自己，请由其他管理人员授权')
    if (holder.isOwner && seal.kind !== 'legal') throw refuse('memberId', '管理员始终可以使用该印章，无需授权')
    if (!holder.realNamed) throw refuse('memberId', '该成员还没有完成实名认证，不能签署授权书')
    const request = await requestToGrant(tx, tenantId, input)
    const grantId = deps.newId()
    await insertGrant(tx, {
      tenant_id: tenantId,
      grant_id: grantId,
      seal_id: seal.seal_id,
      account_id: holder.accountId,
      manner: 'hand',
      state: grantLifecycle.initial,
      scope: input.grantScope,
      named: await namedOf(tx, member, input, request),
      counterparts: [...new Set(input.counterpartArray.map(registered))],
      begin_at: input.beginTime,
      end_at: input.endTime,
      granted_by: member.accountId,
      granted_by_name: member.nickName,
      created_at: deps.now(),
      amount_max: input.amountMax,
      count_max: null,
    })
    const line = { tenantId, sealId: seal.seal_id, verb: 'saveGrant' as const, detail: holder.name }
    await addSealLog(deps, tx, member, line)
    if (request) await noteGranted(deps, tx, member, { request, grantId, seal: seal.name })
    return keepAnswer(tx, deps, member, await readGrant(deps, tx, member, grantId))
  })
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** A company's name as contracts have it; a person's as it was typed. */
export function registered(name: string): string {
  const checked = checkCompanyName(name)
  return checked.ok ? checked.value : name
}

/**
 * What the grant is for, by name: the company's own templates, or a contract under way that the member sees, or whose
 * signer has asked for it.
 */
async function namedOf(
  tx: Db,
  member: Member,
  input: Input<Add>,
  request: GrantRequestRow | null,
): Promise<GrantNamed[]> {
  if (input.grantScope === 'all') return []
  if (input.grantScope === 'templates') return templatesNamed(tx, member.tenantId, [...new Set(input.templateIdArray)])
  const { taskId } = input
  if (taskId === undefined) throw refuse('taskId', '请选择合同')
  if (request?.contract_id === taskId) return [{ id: taskId, name: request.subject }]
  const row = isUuid(taskId)
    ? await visibleContracts(tx, member).where('contract_id', '=', taskId).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('contract/not-found')
  return [{ id: row.contract_id, name: row.subject }]
}

/** The company's own templates by name. Throws `template/not-found`, and `field/invalid` for none. */
export async function templatesNamed(tx: Db, tenantId: string, ids: readonly string[]): Promise<GrantNamed[]> {
  if (ids.length === 0) throw refuse('templateIdArray', '请选择模板')
  if (!ids.every(isUuid)) throw new Refusal('template/not-found')
  const rows = await tx
    .selectFrom('template')
    .where('tenant_id', '=', tenantId)
    .where('template_id', 'in', ids)
    .select(['template_id', 'name', 'version'])
    .execute()
  if (rows.length < ids.length) throw new Refusal('template/not-found')
  return rows.map(({ template_id, name, version }) => ({ id: template_id, name, version }))
}

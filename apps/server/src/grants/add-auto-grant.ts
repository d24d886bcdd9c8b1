import type { sealGrant } from '@moqi/api/seal-grant'
import { Refusal } from '@moqi/domain/refusal'
import { autoLimits } from '@moqi/domain/seals/auto-signing'
import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { grantTermFaults } from '@moqi/domain/seals/seal-grant'
import { insertGrant, requireCompanySeal } from '#src/cores/seal/grants.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { registered, templatesNamed } from './add-grant.ts'
import { readGrant } from './list-grants.ts'

/**
 * Keeps an authorisation of automatic signing that waits for its letter. It is of a company's own seal: the legal
 * representative's and a person's are put on by that person alone.
 */
export const addAutoGrant: Handler<typeof sealGrant.addAutoGrant> = async (deps, member, input) => {
  const { tenantId } = member
  if (member.space.kind !== 'company') throw new Refusal('session/forbidden')
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const term = { beginAt: input.beginTime, endAt: input.endTime }
  const [fault] = grantTermFaults(term, deps.now(), autoLimits.years)
  if (fault) throw refuse(fault.field === 'beginAt' ? 'beginTime' : 'endTime', fault.message)
  return deps.db.write(tenantId, async (tx) => {
    const seal = await requireCompanySeal(tx, tenantId, input.sealId)
    if (seal.kind !== 'company') throw refuse('sealId', '法定代表人章不能自动签署')
    if (seal.status !== 'enabled') throw new Refusal('seal/changed')
    const grantId = deps.newId()
    await insertGrant(tx, {
      tenant_id: tenantId,
      grant_id: grantId,
      seal_id: seal.seal_id,
      account_id: member.accountId,
      manner: 'auto',
      state: grantLifecycle.initial,
      scope: 'templates',
      named: await templatesNamed(tx, tenantId, [...new Set(input.templateIdArray)]),
      counterparts: [...new Set(input.counterpartArray.map(registered))],
      begin_at: input.beginTime,
      end_at: input.endTime,
      granted_by: member.accountId,
      granted_by_name: member.nickName,
      created_at: deps.now(),
      amount_max: input.amountMax,
      count_max: input.countMax,
    })
    await addSealLog(deps, tx, member, { tenantId, sealId: seal.seal_id, verb: 'saveGrant', detail: '自动签署' })
    return keepAnswer(tx, deps, member, await readGrant(deps, tx, member, grantId))
  })
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

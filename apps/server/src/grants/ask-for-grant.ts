import type { grantRequest } from '@moqi/api/grant-request'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { grantRequestLifecycle, wishesFor } from '@moqi/domain/seals/grant-request'
import { grantTermFaults } from '@moqi/domain/seals/seal-grant'
import { shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { holdGrantRequest, insertGrantRequest, settleGrantRequest } from '#src/cores/seal/grant-requests.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { askingOn, grantorsOf } from './grant-asking.ts'

/** Asks whoever grants a seal to be let use it, from the contract that lacks it, and tells them. */
export const askForGrant: Handler<typeof grantRequest.askForGrant> = async (deps, member, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const { entry, contract, seals } = await askingOn(deps, member, input.signId)
  const seal = seals.find(({ seal_id }) => seal_id === input.sealId)
  if (!seal) throw new Refusal('seal/not-found')
  if (seal.permission === 'direct') throw new Refusal('seal/grant-not-needed')
  if (!wishesFor(contract).includes(input.grantWish)) throw refuse('grantWish', '该合同不能按此范围申请授权')
  const beginAt = startOfDayShanghai(shanghaiDate(deps.now()))
  const [fault] = grantTermFaults({ beginAt, endAt: input.endTime }, deps.now())
  if (fault) throw refuse('endTime', fault.message)
  const { tenantId, accountId, nickName } = member
  const requestId = deps.newId()
  return deps.db.write(tenantId, async (tx) => {
    const grantors = (await grantorsOf(tx, member, [seal.seal_id])).get(seal.seal_id) ?? []
    if (grantors.length === 0) throw new Refusal('seal/no-grantor')
    await insertGrantRequest(tx, {
      tenant_id: tenantId,
      request_id: requestId,
      account_id: accountId,
      account_name: nickName,
      seal_id: seal.seal_id,
      contract_id: entry.contractId,
      sign_id: entry.signId,
      subject: contract.subject,
      contract_no: contract.contractNo,
      wish: input.grantWish,
      template_id: contract.template?.id ?? null,
      template_name: contract.template?.name ?? null,
      counterparts: [...contract.counterparts],
      end_at: input.endTime,
      reason,
      state: grantRequestLifecycle.initial,
      created_at: deps.now(),
    })
    await addSealLog(deps, tx, member, { tenantId, sealId: seal.seal_id, verb: 'askGrant', detail: contract.subject })
    const facts = { name: nickName, seal: seal.name, title: contract.subject, contractNo: contract.contractNo }
    for (const { accountId: grantorId } of grantors) {
      await notify(deps, tx, { kind: 'grantAsked', to: { accountId: grantorId, tenantId }, facts })
    }
    return keepAnswer(tx, deps, member, { requestId, grantorArray: grantors.map(({ name }) => name) })
  })
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** Takes back what one asked for oneself and nobody has decided yet. */
export const withdrawGrantRequest: Handler<typeof grantRequest.withdrawGrantRequest> = (deps, member, input) =>
  deps.db.write(member.tenantId, async (tx) => {
    const { tenantId, accountId } = member
    const row = await holdGrantRequest(tx, { tenantId, requestId: input.requestId, accountId })
    await settleGrantRequest(tx, row, { event: 'withdraw', at: deps.now(), by: member })
    await addSealLog(deps, tx, member, { tenantId, sealId: row.seal_id, verb: 'withdrawAsk', detail: row.subject })
    return keepAnswer(tx, deps, member, null)
  })

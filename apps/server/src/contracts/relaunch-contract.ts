import type { operation } from '@moqi/api/operation'
import { presetDeadline } from '@moqi/domain/contract/draft-rules'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { type ContractRow, lockContract, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { copyContent } from '#src/cores/contract/copy-content.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { newContract } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

/**
 * Makes a new draft like a contract that was refused, recalled or has expired: files, parties and places, with a
 * number and a deadline of its own (domain.md 5.1, row 14). The old contract stays as it is.
 */
export const relaunchContract: Handler<typeof operation.relaunchTask> = async (deps, member, input) => {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const entry = await requireEntry(deps, member, input.signId)
  return againWhenNumberTaken(() =>
    deps.db.write(entry.homeTenantId, async (tx) => {
      const old = await lockContract(tx, entry)
      enforce('relaunch', viewOf(old, entry))
      const contract = copyOf(deps, old, member)
      await createContract(deps, tx, actorOf(member), {
        contract,
        fill: () => copyContent(deps, tx, old, contract),
        change: () => ({ log: [{ verb: 'create', detail: `由合同编号${old.contract.contract_no}重新发起` }] }),
      })
      return keepAnswer(tx, deps, member, { signId: contract.initiator_sign_id })
    }),
  )
}

/** What was written of the old contract, as a draft of its own. */
function copyOf(deps: Deps, { contract: old, cc }: StoredContract, member: Member): ContractRow {
  const at = deps.now()
  const ends = old.contract_end_at !== null && old.contract_end_at > at
  const written = {
    subject: old.subject,
    contractNo: null,
    remark: old.remark,
    signExpireTime: presetDeadline(old.kind, at),
    contractEndTime: ends ? old.contract_end_at : null,
    amount: old.amount,
    signOrderType: old.sign_order_type,
    cc: cc.map(({ name, phone, company_name: companyName, told_when: when }) => ({ name, phone, companyName, when })),
    saveContacts: old.save_contacts,
  }
  return newContract(deps, member, written, { contractId: deps.newId(), signId: newSignId(deps) })
}

import type { voiding } from '@moqi/api/voiding'
import { agreementSubject } from '@moqi/domain/contract/void-agreement'
import { presetDeadline } from '@moqi/domain/contract/draft-rules'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { type ContractRow, lockContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { copyParties } from '#src/cores/contract/copy-content.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { newContract } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { insertTerms } from './agreement-terms.ts'

type Draft = { signId: string; taskId: string }

/**
 * Makes the draft of the agreement that voids a finished contract, among those who have signed it, or answers the one
 * that is there already (checklist I6). The contract itself stays as it is until the agreement is sent.
 */
export const voidContract: Handler<typeof voiding.voidTask> = (deps, member, { signId }) =>
  draftAgreement(deps, member, signId, (draft) => draft)

/** The same, where `onDraft` says what a draft that is there already means: it may be refused. */
export async function draftAgreement(
  deps: Deps,
  member: Member,
  signId: string,
  onDraft: (draft: Draft) => Draft,
): Promise<Draft> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const entry = await requireEntry(deps, member, signId)
  return againWhenNumberTaken(() =>
    deps.db.write(entry.homeTenantId, async (tx) => {
      // Held, so that of two at once the second finds what the first has made.
      const origin = await lockContract(tx, entry)
      enforce('void', viewOf(origin, entry))
      const draft = await draftOf(tx, origin.contract)
      if (draft) return keepAnswer(tx, deps, member, onDraft(draft))
      const contract = agreementOf(deps, origin.contract, member)
      await createContract(deps, tx, actorOf(member), {
        contract,
        async fill() {
          await copyParties(deps, tx, origin, contract)
          await insertTerms(tx, contract)
        },
        change: () => ({ log: [{ verb: 'create', detail: `作废合同编号${origin.contract.contract_no}` }] }),
      })
      return keepAnswer(tx, deps, member, { signId: contract.initiator_sign_id, taskId: contract.contract_id })
    }),
  )
}

async function draftOf(tx: Db, origin: ContractRow): Promise<Draft | null> {
  const draft = await tx
    .selectFrom('contract')
    .where('tenant_id', '=', origin.tenant_id)
    .where('origin_contract_id', '=', origin.contract_id)
    .where('state', 'in', ['draft', 'waitSend'])
    .select(['initiator_sign_id', 'contract_id'])
    .executeTakeFirst()
  return draft ? { signId: draft.initiator_sign_id, taskId: draft.contract_id } : null
}

function agreementOf(deps: Deps, origin: ContractRow, member: Member): ContractRow {
  const written = {
    subject: agreementSubject(origin.subject),
    contractNo: null,
    remark: null,
    signExpireTime: presetDeadline('void', deps.now()),
    contractEndTime: null,
    amount: null,
    signOrderType: origin.sign_order_type,
    cc: [],
    saveContacts: false,
  }
  const ids = { contractId: deps.newId(), signId: newSignId(deps), originContractId: origin.contract_id }
  return newContract(deps, member, written, ids)
}

import type { operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { signerFaults } from '@moqi/domain/contract/draft-rules'
import { enforce } from '@moqi/domain/contract/row-policy'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import {
  changeParty,
  lockContract,
  partyName,
  type PartyRow,
  type StoredContract,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import { isPhoneCorrectable } from '#src/cores/contract/offered-operations.ts'
import { askToSign } from '#src/cores/contract/open-parties.ts'
import { contractLink, keepShortLinks } from '#src/cores/contract/short-link.ts'
import { findClaimant } from '#src/cores/contract/party-account.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { bindParty } from '#src/cores/contract/bind-parties.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { contactsOf } from './party-contacts.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'

/**
 * Gives a party another phone after sending, as long as nobody has claimed or read the contract in its name: the
 * waiting entry moves, the link that went to the wrong phone dies, and who is asked now is asked there.
 */
export async function correctPhone(
  deps: Deps,
  member: Member,
  input: Input<typeof operation.correctPhone>,
): Promise<null> {
  const checked = checkPhone(input.phone)
  if (!checked.ok) throw refuse('phone', checked.message)
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('correctPhone', viewOf(stored, entry))
    checkBeforeDeadline(deps, stored.contract)
    const party = stored.parties.find(({ signer_no }) => signer_no === input.signerNo)
    if (!party || !isPhoneCorrectable(stored.contract, party)) {
      throw refuse('signerNo', '该签署方已确认身份或已查看合同，不能更正手机号；如需更换请撤回后重新发起')
    }
    checkNew(stored, party, checked.value)
    await countChange(deps, tx, party)
    const before = party.phone
    await lockPhones(tx, [before, checked.value])
    await takeBack(deps, tx, party)
    await changeParty(tx, party, { phone: checked.value, sign_id: newSignId(deps) })
    await bindParty(tx, stored, party, await findClaimant(tx, party))
    await keepShortLinks(tx, [party.sign_id])
    if (party.state === 'toSign') await askToSign(deps, tx, stored.contract, party)
    const detail = `${partyName(party)}：${maskPhone(before)} → ${maskPhone(party.phone)}`
    await addLog(tx, entry, deps.now(), logActor(member), { verb: 'correctPhone', detail })
    await refreshInbox(tx, stored, deps.now())
    return keepAnswer(tx, deps, member, null)
  })
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

function checkNew({ parties }: StoredContract, party: PartyRow, phone: string): void {
  if (phone === party.phone) throw refuse('phone', '新手机号与原手机号相同')
  const signers = parties
    .filter(({ state }) => state !== 'transferred')
    .map((other) => ({
      signerNo: other.signer_no,
      signerName: other.signer_name,
      phone: other === party ? phone : other.phone,
      companyName: other.company_name,
      signOrder: other.sign_order,
    }))
  const twice = signerFaults(signers).find(({ message }) => message === '签署方重复')
  if (twice) throw refuse('phone', twice.message)
}

/** A phone may be corrected a few times, a minute apart: SMS to strangers are not for trying numbers. */
async function countChange({ now }: Pick<Deps, 'now'>, tx: Db, party: PartyRow): Promise<void> {
  const { most, againAfterMs } = operationLimits.correctPhone
  const known = (await contactsOf(tx, party)).get(party.signer_no)
  if ((known?.phone_changes ?? 0) >= most) {
    throw refuse('phone', `每个签署方最多更正${most}次手机号，请撤回后重新发起`)
  }
  const wait = (known?.phone_changed_at ?? -againAfterMs) + againAfterMs - now()
  if (wait > 0) {
    const retryAfter = Math.ceil(wait / 1000)
    throw new Refusal('request/too-often', { retryAfter, message: `刚刚已更正过，请${retryAfter}秒后再试` })
  }
  await tx
    .insertInto('party_contact')
    .values({
      tenant_id: party.tenant_id,
      contract_id: party.contract_id,
      signer_no: party.signer_no,
      opened_at: null,
      urged_at: null,
      phone_changes: 1,
      phone_changed_at: now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'contract_id', 'signer_no']).doUpdateSet((eb) => ({
        phone_changes: eb('party_contact.phone_changes', '+', 1),
        phone_changed_at: now(),
        urged_at: null,
      })),
    )
    .execute()
}

/** Ends what waits for the wrong phone: its entry, its link, and messages that have not left yet. */
async function takeBack(deps: Deps, tx: Db, party: PartyRow): Promise<void> {
  const { tenant_id: tenantId, contract_id: contractId, signer_no: signerNo, sign_id: signId } = party
  await tx
    .deleteFrom('waiting_entry')
    .where('home_tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('signer_no', '=', signerNo)
    .execute()
  await tx.deleteFrom('entry').where('tenant_id', '=', tenantId).where('sign_id', '=', signId).execute()
  await tx
    .updateTable('message')
    .set({ state: 'late', changed_at: deps.now() })
    .where('recipient', '=', party.phone)
    .where('state', '=', 'waiting')
    .where(
      sql<boolean>`(content -> 'values' ->> 'url' = ${contractLink(deps, signId)}
        or sha256(convert_to(substring(content -> 'values' ->> 'url' from '/t/([^/]+)$'), 'UTF8')) in (
          select token_hash from ticket where contract_id = ${contractId} and signer_no = ${signerNo}))`,
    )
    .execute()
  await tx.deleteFrom('ticket').where('contract_id', '=', contractId).where('signer_no', '=', signerNo).execute()
}

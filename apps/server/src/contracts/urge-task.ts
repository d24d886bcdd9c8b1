import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { type UrgeFacts, urgeWait, urgeWaitText } from '@moqi/domain/contract/after-sending'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import {
  type ContractRow,
  initiatorName,
  lockContract,
  partyName,
  type PartyRow,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { smsDeadline } from '#src/cores/contract/open-parties.ts'
import { notifyAsked } from '#src/cores/contract/party-links.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { contactsOf } from './party-contacts.ts'

type Urge = typeof operation.urgeTask

/**
 * Reminds the parties whose turn it is, or the one that `signerNo` names (checklist C90), by the channels each has
 * chosen. Who was asked less than 30 minutes or urged less than ten minutes ago is left alone; when that leaves nobody,
 * the refusal says when.
 */
export async function urgeTask(deps: Deps, member: Member, input: Input<Urge>): Promise<Output<Urge>> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('urge', viewOf(stored, entry))
    checkBeforeDeadline(deps, stored.contract)
    const mine = (party: PartyRow) => party.account_id === member.accountId
    const parties = stored.parties
      .filter((party) => (party.state === 'toSign' || party.state === 'approvalFailed') && !mine(party))
      .filter(({ signer_no }) => input.signerNo === undefined || signer_no === input.signerNo)
    const ready = await readyOf(deps, tx, stored.contract, parties)
    for (const party of ready) await noteUrged(tx, party, { at: deps.now(), openedAt: stored.contract.sent_at })
    const asked = { who: initiatorName(stored.contract), date: smsDeadline(stored.contract) }
    await notifyAsked(deps, tx, stored.contract, ready, {
      kind: 'urged',
      factsOf: (about) => ({ ...about, ...asked }),
    })
    const urgedArray = ready.map(partyName)
    await addLog(tx, entry, deps.now(), logActor(member), { verb: 'urge', detail: urgedArray.join('、') })
    return keepAnswer(tx, deps, member, { urgedArray })
  })
}

async function readyOf(deps: Deps, tx: Db, contract: ContractRow, parties: PartyRow[]): Promise<PartyRow[]> {
  if (parties.length === 0) {
    throw new Refusal('field/invalid', { field: 'signerNo', message: '当前没有等待他人签署的签署方，无需催签' })
  }
  const contacts = await contactsOf(tx, contract)
  const waits = parties.map((party) => {
    const known = contacts.get(party.signer_no)
    const facts: UrgeFacts = {
      openedAt: known?.opened_at ?? contract.sent_at ?? 0,
      urgedAt: known?.urged_at ?? null,
    }
    return { party, facts, wait: urgeWait(facts, deps.now()) }
  })
  const ready = waits.filter(({ wait }) => wait === 0).map(({ party }) => party)
  const [soonest] = waits.toSorted((a, b) => a.wait - b.wait)
  if (ready.length > 0 || !soonest) return ready
  throw new Refusal('request/too-often', {
    retryAfter: Math.ceil(soonest.wait / 1000),
    message: urgeWaitText(soonest.facts, soonest.wait),
  })
}

async function noteUrged(
  tx: Db,
  party: PartyRow,
  { at, openedAt }: { at: number; openedAt: number | null },
): Promise<void> {
  await tx
    .insertInto('party_contact')
    .values({
      tenant_id: party.tenant_id,
      contract_id: party.contract_id,
      signer_no: party.signer_no,
      opened_at: openedAt,
      urged_at: at,
      phone_changed_at: null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'contract_id', 'signer_no']).doUpdateSet({ urged_at: at }))
    .execute()
}

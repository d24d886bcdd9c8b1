import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import {
  changeParty,
  loadContract,
  lockContract,
  type PartyRow,
  type StoredContract,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { leaveInbox, refreshInbox } from '#src/cores/contract/inbox.ts'
import { aboutContract, concernedParty } from '#src/cores/contract/notify-people.ts'
import { noteOpened, smsDeadline } from '#src/cores/contract/open-parties.ts'
import { contractLink, keepShortLinks } from '#src/cores/contract/short-link.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { bindParty } from '#src/cores/contract/bind-parties.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { reasonOf } from './close-contract.ts'
import { type Colleague, colleaguesOf, requireColleague } from './colleagues.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'

type Transfer = typeof operation.transferTask
type List = typeof operation.listColleagues

/** Whom the actor may hand this contract to: real-named members of the same company, phones masked. */
export async function listColleagues(deps: Deps, member: Member, { signId }: Input<List>): Promise<Output<List>> {
  const entry = await requireEntry(deps, member, signId)
  return deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    const own = handingOver(stored, entry)
    const others = (await colleaguesOf(db, member)).filter((one) => one.realNamed && !isParty(stored, own, one))
    const colleagueArray = others.map(({ accountId, name, phone }) => ({
      colleagueId: accountId,
      name,
      phone: maskPhone(phone),
    }))
    return { colleagueArray }
  })
}

/**
 * Hands the actor's turn to a colleague of the same company (checklist C90, domain.md 5.2): places and form fields go
 * to a new party, the old one is `transferred`, and what it had proved for signing is worth nothing.
 */
export async function transferTask(deps: Deps, member: Member, input: Input<Transfer>): Promise<Output<Transfer>> {
  const reason = reasonOf(input.reason)
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    const own = handingOver(stored, entry)
    checkBeforeDeadline(deps, stored.contract)
    const colleague = await requireColleague(tx, member, input)
    if (isParty(stored, own, colleague)) throw refuse('phone', '该同事已是本合同的签署方，请选择其他同事')
    const successor = await replace(deps, tx, stored, own, colleague)
    await endEntry(tx, member, entry)
    await bindParty(tx, stored, successor, { tenantId: member.tenantId, accountId: colleague.accountId })
    await keepShortLinks(tx, [successor.sign_id])
    await noteOpened(tx, successor, deps.now())
    const detail = `转交给${colleague.name}：${reason}`
    await addLog(tx, entry, deps.now(), logActor(member), { verb: 'transfer', detail })
    if (!stillSees(stored, member)) await leaveInbox(tx, member, stored)
    await refreshInbox(tx, stored, deps.now())
    await tellSuccessor(deps, tx, stored, { member, successor })
    return keepAnswer(tx, deps, member, { signerName: colleague.name })
  })
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** The own party, if it may be handed over now. */
function handingOver(stored: StoredContract, entry: Entry): PartyRow {
  enforce('transfer', viewOf(stored, entry))
  const own = stored.parties.find(({ signer_no }) => signer_no === entry.signerNo)
  if (!own) throw new Refusal('contract/illegal-move')
  if (own.sign_type !== 1) throw refuse('signId', '个人签署方须由本人签署，不能转交')
  const times = stored.parties.filter(({ state }) => state === 'transferred').length
  if (times < operationLimits.transfers) return own
  throw refuse('signId', `一份合同最多转交${operationLimits.transfers}次，请由当前经办人处理`)
}

const isParty = ({ parties }: StoredContract, own: PartyRow, { accountId }: Colleague) =>
  parties.some((party) => {
    const same = party.account_id === accountId && party.company_name === own.company_name
    return party !== own && same && party.state !== 'transferred'
  })

async function replace(
  deps: Deps,
  tx: Db,
  { parties }: StoredContract,
  own: PartyRow,
  colleague: Colleague,
): Promise<PartyRow> {
  const successor: PartyRow = {
    ...own,
    signer_no: Math.max(...parties.map(({ signer_no }) => signer_no)) + 1,
    signer_name: colleague.name,
    phone: colleague.phone,
    sign_id: newSignId(deps),
    account_id: colleague.accountId,
    identity_hash: null,
    identity_mask: null,
    read_at: null,
    reading_done_at: null,
    finished_mail: null,
  }
  await changeParty(tx, own, { state: partyLifecycle.after(own.state, 'transfer') })
  parties.push(successor)
  await tx.insertInto('party').values(successor).execute()
  for (const table of ['area', 'document_slot'] as const) {
    await tx
      .updateTable(table)
      .set({ signer_no: successor.signer_no })
      .where('tenant_id', '=', own.tenant_id)
      .where('contract_id', '=', own.contract_id)
      .where('signer_no', '=', own.signer_no)
      .execute()
  }
  return successor
}

/** Takes the entry from who handed over, an initiator's its party, and with it whatever was proved for signing. */
async function endEntry(tx: Db, member: Member, entry: Entry): Promise<void> {
  await inTenant(tx, entry.tenantId, async () => {
    if (entry.isInitiator) {
      await tx
        .updateTable('entry')
        .set({ signer_no: null })
        .where('tenant_id', '=', entry.tenantId)
        .where('sign_id', '=', entry.signId)
        .execute()
      return
    }
    await tx.deleteFrom('entry').where('tenant_id', '=', entry.tenantId).where('sign_id', '=', entry.signId).execute()
  })
  await tx
    .updateTable('auth_token')
    .set({ sign_ids: sql`array_remove(sign_ids, ${entry.signId})` })
    .where('account_id', '=', member.accountId)
    .execute()
}

function stillSees({ contract, parties }: StoredContract, { accountId, tenantId }: Member): boolean {
  const isInitiator = contract.tenant_id === tenantId && contract.initiator_account_id === accountId
  const signs = (party: PartyRow) => party.account_id === accountId && party.party_tenant_id === tenantId
  return isInitiator || parties.some((party) => signs(party) && party.state !== 'transferred')
}

async function tellSuccessor(
  deps: Deps,
  tx: Db,
  { contract }: StoredContract,
  { member, successor }: { member: Member; successor: PartyRow },
): Promise<void> {
  const person = concernedParty(successor)
  const asked = { who: member.nickName, date: smsDeadline(contract), url: contractLink(deps, successor.sign_id) }
  await notify(deps, tx, {
    kind: 'transferred',
    to: person.to,
    facts: { ...aboutContract(contract, person), ...asked },
  })
}

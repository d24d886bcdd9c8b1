import { nullWhenRefused } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { addLog } from '#src/cores/contract/contract-log.ts'
import {
  changeContract,
  changeParty,
  lockContract,
  type PartyRow,
  type StoredContract,
} from '#src/cores/contract/contract-rows.ts'
import { refreshInbox, removeRow } from '#src/cores/contract/inbox.ts'
import { concernedInitiator, notifyPeople } from '#src/cores/contract/notify-people.ts'
import { askToSign } from '#src/cores/contract/open-parties.ts'
import { keepShortLinks } from '#src/cores/contract/short-link.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { HandOver } from '#src/platform/jobs/jobs.ts'
import { administratorsOf, type MemberRow, memberOf } from './member-rows.ts'
import { contractsToHandOver, unfinishedParty } from './open-tasks.ts'

type Place = { homeTenantId: string; contractId: string }
/** The company, who left it, and who takes over. */
type Handing = {
  tenantId: string
  from: HandOver['from'] & { phone: string }
  to: MemberRow
  by: HandOver['by']
}

/**
 * Gives a former member's contracts to a colleague, each in a transaction of its own (checklist I11): what was launched
 * gets a new initiator, parties that have not ended a new holder, the log a line 转交. Runs as a job; a repeat finds
 * nothing left. A successor who has left too is replaced by an administrator; one who came back keeps what is theirs.
 */
export async function handOver(deps: Deps, { tenantId, from, toAccountId, by }: HandOver): Promise<void> {
  const found = await deps.db.read(tenantId, async (tenant) => {
    if (await presentMember(tenant, tenantId, from.accountId)) return null
    const named = await presentMember(tenant, tenantId, toAccountId)
    const to = named ?? (await administratorsOf(tenant, tenantId))[0]
    if (!to) throw new Error(`company ${tenantId} has no administrator`)
    const { phone } = await tenant
      .selectFrom('account')
      .where('account_id', '=', from.accountId)
      .select('phone')
      .executeTakeFirstOrThrow()
    return { to, phone, contracts: await contractsToHandOver(tenant, tenantId, from.accountId) }
  })
  if (!found) return
  const { to, phone, contracts } = found
  for (const place of contracts) await handOne(deps, place, { tenantId, from: { ...from, phone }, to, by })
}

async function presentMember(db: Db, tenantId: string, accountId: string): Promise<MemberRow | null> {
  const found = await memberOf(db, tenantId, accountId).catch(nullWhenRefused)
  return found?.state === 'accepted' ? found : null
}

async function handOne(deps: Deps, place: Place, handing: Handing): Promise<void> {
  await deps.db.write(place.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, place).catch(nullWhenRefused)
    if (!stored) return
    const launched = await takeInitiator(deps, tx, stored, handing)
    const parties = await takeParties(tx, stored, handing)
    if (!launched && parties.length === 0) return
    await inTenant(tx, handing.tenantId, () => takeEntries(tx, stored, handing, parties))
    for (const party of parties) {
      if (party.state === 'toSign') await askToSign(deps, tx, stored.contract, party)
    }
    if (launched && !parties.some(({ state }) => state === 'toSign')) await tellLaunched(deps, tx, stored, handing)
    const detail = `${handing.from.name} → ${handing.to.name}`
    await addLog(tx, place, deps.now(), handing.by, { verb: 'transfer', detail })
    await refreshInbox(tx, stored, deps.now())
    if (!isParty(stored, handing)) {
      const viewer = { tenantId: handing.tenantId, accountId: handing.from.accountId }
      await inTenant(tx, handing.tenantId, () => removeRow(tx, { ...viewer, contractId: place.contractId }))
    }
  })
}

/** Tells the successor, who is not asked to sign now, that the contract is theirs. */
async function tellLaunched(deps: Deps, tx: Db, { contract }: StoredContract, { from }: Handing): Promise<void> {
  await notifyPeople(deps, tx, contract, [concernedInitiator(contract)], {
    kind: 'handedOver',
    factsOf: (about) => ({ ...about, from: from.name }),
  })
}

const heldBy = ({ tenantId, from }: Handing, party: PartyRow) =>
  party.party_tenant_id === tenantId && party.account_id === from.accountId

const isParty = (stored: StoredContract, handing: Handing) => stored.parties.some((party) => heldBy(handing, party))

/** Makes the successor the initiator of what the other launched in the company, with its files. */
async function takeInitiator(deps: Deps, tx: Db, stored: StoredContract, handing: Handing): Promise<boolean> {
  const { contract } = stored
  const { tenantId, from, to } = handing
  if (contract.tenant_id !== tenantId || contract.initiator_account_id !== from.accountId) return false
  await splitOwnParty(deps, tx, stored, handing)
  await changeContract(tx, contract, { initiator_account_id: to.accountId, initiator_name: to.name })
  const files = tx
    .selectFrom('contract_file')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contract.contract_id)
    .select('file_id')
  await tx
    .updateTable('file')
    .set({ account_id: to.accountId })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', from.accountId)
    .where('file_id', 'in', files)
    .execute()
  return true
}

/** Who launched and has signed keeps that party, under a handle of its own: the initiator's goes to the successor. */
async function splitOwnParty(deps: Deps, tx: Db, { contract, parties }: StoredContract, handing: Handing) {
  const own = parties.find(({ sign_id }) => sign_id === contract.initiator_sign_id)
  if (!own || !heldBy(handing, own) || unfinishedParty.includes(own.state)) return
  await changeParty(tx, own, { sign_id: newSignId(deps) })
  await keepShortLinks(tx, [own.sign_id])
  await tx
    .updateTable('entry')
    .set({ signer_no: null })
    .where('tenant_id', '=', contract.tenant_id)
    .where('sign_id', '=', contract.initiator_sign_id)
    .execute()
  await tx
    .insertInto('entry')
    .values({
      tenant_id: contract.tenant_id,
      sign_id: own.sign_id,
      account_id: handing.from.accountId,
      home_tenant_id: contract.tenant_id,
      contract_id: contract.contract_id,
      signer_no: own.signer_no,
      is_initiator: false,
    })
    .execute()
}

/** Gives the successor the parties that have not ended. Answers those that are more than named in a draft. */
async function takeParties(tx: Db, stored: StoredContract, handing: Handing): Promise<PartyRow[]> {
  const { parties } = stored
  const { to } = handing
  const held = parties.filter((party) => heldBy(handing, party) && unfinishedParty.includes(party.state))
  const named = parties.filter((party) => isOwnSideOfDraft(stored, handing, party))
  for (const party of [...held, ...named]) {
    const account = party.account_id === null ? {} : { account_id: to.accountId }
    const unread = { read_at: null, reading_done_at: null }
    await changeParty(tx, party, { ...account, ...unread, signer_name: to.name, phone: to.phone })
  }
  return held
}

/** A draft knows its parties by what was typed alone: here the company itself, through who left. */
function isOwnSideOfDraft({ contract }: StoredContract, { tenantId, from }: Handing, party: PartyRow): boolean {
  const unsent = contract.state === 'draft' || contract.state === 'waitSend'
  const ownSide = party.company_name !== null && party.company_name === contract.initiator_company
  return unsent && contract.tenant_id === tenantId && ownSide && party.phone === from.phone
}

/** Moves the handles: the initiator's, and those of the parties taken over. Runs in the company. */
async function takeEntries(tx: Db, { contract }: StoredContract, handing: Handing, parties: PartyRow[]): Promise<void> {
  const { tenantId, from, to } = handing
  const ownContract = contract.tenant_id === tenantId
  const initiated = ownContract && contract.initiator_account_id === to.accountId
  const moved = parties.map(({ sign_id }) => sign_id)
  if (initiated) moved.push(contract.initiator_sign_id)
  await tx
    .updateTable('entry')
    .set({ account_id: to.accountId })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contract.contract_id)
    .where('account_id', '=', from.accountId)
    .where('sign_id', 'in', moved)
    .execute()
  if (!ownContract) return
  // Whichever of the own handles the initiator comes by, it is the initiator who comes (checklist I4).
  await tx
    .updateTable('entry')
    .set({ is_initiator: sql<boolean>`account_id = ${contract.initiator_account_id}` })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contract.contract_id)
    .where('account_id', 'in', [from.accountId, to.accountId])
    .execute()
}

import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { type CcRow, initiatorName, type StoredContract } from './contract-rows.ts'
import { aboutContract } from './notify-people.ts'
import { type Claimant, findClaimant } from './party-account.ts'
import { contractLink } from './short-link.ts'
import { finishedLinkMs, makeTicket } from './ticket.ts'

type Moment = CcRow['told_when']
type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms' | 'derivationKey'>
type Recipient = { claimant: Claimant; company: string | null }

/** A copy recipient as whoever may claim the entry is looked for: a person of that name. */
const ccIdentity = ({ phone, name }: Pick<CcRow, 'phone' | 'name'>) =>
  ({
    phone,
    kind: 'person',
    name,
    company_name: null,
    credit_code: null,
    identity_hash: null,
  }) as const

/**
 * Whose a copy is, and for which company: a member of the company that is named, or that launches or signs the
 * contract, gets it there, so that it stays when the member leaves; anybody else in the own space.
 */
async function findRecipient(tx: Db, stored: StoredContract, recipient: CcRow): Promise<Recipient | null> {
  const claimant = await findClaimant(tx, ccIdentity(recipient))
  if (!claimant) return null
  const companies = await tx
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', claimant.accountId)
    .where('m.state', '=', 'accepted')
    .where('s.kind', '=', 'company')
    .where('s.auth_status', '=', 'passAuth')
    .select(['s.tenant_id', 's.name'])
    .execute()
  const { company_name: named } = recipient
  const concerned = [stored.contract.tenant_id, ...stored.parties.map(({ party_tenant_id }) => party_tenant_id)]
  const company = named
    ? companies.find(({ name }) => name === named)
    : concerned.flatMap((tenantId) => companies.find(({ tenant_id }) => tenant_id === tenantId) ?? [])[0]
  if (!company) return { claimant, company: null }
  return { claimant: { tenantId: company.tenant_id, accountId: claimant.accountId }, company: company.name }
}

/**
 * Gives the copy recipients whose moment has come their entry and their message: in their own tenant, or
 * that of the company they are a member of, when the account is known, else waiting in the home tenant until somebody
 * proves phone and name (checklist I2, I10). In memory and in the database; who has been told is not told again.
 */
export async function openCc(deps: Telling, tx: Db, stored: StoredContract, moment: Moment): Promise<void> {
  const due = stored.cc.filter(({ told_when, told_at }) => told_when === moment && told_at === null)
  await lockPhones(
    tx,
    due.map(({ phone }) => phone),
  )
  for (const recipient of due) {
    const found = await findRecipient(tx, stored, recipient)
    const claimant = found?.claimant ?? null
    recipient.told_at = deps.now()
    await bindCc(tx, recipient, found)
    await putEntry(tx, recipient, claimant)
    if (!claimant) await wait(tx, recipient)
    const to = claimant ?? { phone: recipient.phone }
    const person = { to, name: recipient.name, signId: recipient.sign_id }
    const url = claimant ? contractLink(deps, recipient.sign_id) : await ticketFor(deps, tx, stored, recipient)
    const about = { ...aboutContract(stored.contract, person), url }
    const facts = { ...about, who: initiatorName(stored.contract) }
    await notify(deps, tx, { kind: 'cc', to, facts, senderTenantId: stored.contract.tenant_id })
  }
}

/** The way in of a recipient without account: as long as it is signed, and for a while in any case. */
function ticketFor(deps: Telling, tx: Db, { contract }: StoredContract, { cc_no: ccNo }: CcRow): Promise<string> {
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id, partyNo: 0, ccNo }
  return makeTicket(deps, tx, place, Math.max(contract.sign_expire_at ?? 0, deps.now() + finishedLinkMs))
}

/** Says whose the copy is, in memory and in the database. */
async function bindCc(tx: Db, recipient: CcRow, found: Recipient | null): Promise<void> {
  recipient.cc_tenant_id = found?.claimant.tenantId ?? null
  recipient.account_id = found?.claimant.accountId ?? null
  recipient.company_name = found?.company ?? null
  await tx
    .updateTable('contract_cc')
    .set({
      cc_tenant_id: recipient.cc_tenant_id,
      account_id: recipient.account_id,
      company_name: recipient.company_name,
      told_at: recipient.told_at,
    })
    .where('tenant_id', '=', recipient.tenant_id)
    .where('contract_id', '=', recipient.contract_id)
    .where('cc_no', '=', recipient.cc_no)
    .execute()
}

async function putEntry(tx: Db, recipient: CcRow, claimant: Claimant | null): Promise<void> {
  const tenantId = claimant?.tenantId ?? recipient.tenant_id
  await inTenant(tx, tenantId, () =>
    tx
      .insertInto('entry')
      .values({
        tenant_id: tenantId,
        sign_id: recipient.sign_id,
        account_id: recipient.account_id,
        home_tenant_id: recipient.tenant_id,
        contract_id: recipient.contract_id,
        party_no: null,
        is_initiator: false,
      })
      .execute(),
  )
}

async function wait(tx: Db, recipient: CcRow): Promise<void> {
  await tx
    .insertInto('waiting_entry')
    .values({
      home_tenant_id: recipient.tenant_id,
      contract_id: recipient.contract_id,
      party_no: 0,
      cc_no: recipient.cc_no,
      ...ccIdentity(recipient),
    })
    .execute()
}

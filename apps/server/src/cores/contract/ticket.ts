import { hash } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { shortToken } from '#src/platform/short-token.ts'
import { type CcRow, loadContract, type PartyRow, type StoredContract } from './contract-rows.ts'

/** A party of a contract, wherever the contract lives; of a copy recipient `ccNo`, and 0 for `partyNo`. */
export type PartyPlace = { homeTenantId: string; contractId: string; partyNo: number; ccNo?: number }

/** Whom a ticket invites: a party, or a copy recipient, who is a person of that name. */
export type Invited = Pick<
  PartyRow,
  | 'phone'
  | 'kind'
  | 'name'
  | 'company_name'
  | 'credit_code'
  | 'identity_hash'
  | 'account_id'
  | 'party_tenant_id'
  | 'sign_id'
  | 'finished_mail'
>

/** What a living ticket leads to; `key` names the ticket without opening it. */
export type Ticket = PartyPlace & { key: string; stored: StoredContract; party: Invited; isCopy: boolean }

/** How long a link to a finished file lives. */
export const finishedLinkMs = 30 * dayMs

/** Makes a ticket and answers the link that carries it, short enough for an SMS. Only the token's hash is kept. */
export async function makeTicket(
  deps: Pick<Deps, 'config' | 'now' | 'random'> & Keyed,
  tx: Db,
  { homeTenantId, contractId, partyNo, ccNo = 0 }: PartyPlace,
  expiresAt: number,
): Promise<string> {
  const token = shortToken(deps)
  const row = {
    token_hash: hashOf(deps, token),
    home_tenant_id: homeTenantId,
    contract_id: contractId,
    party_no: partyNo,
    cc_no: ccNo,
    expires_at: expiresAt,
    created_at: deps.now(),
  }
  await tx.insertInto('ticket').values(row).execute()
  return `${deps.config.publicUrl}/t/${token}`
}

/** Links to a contract that is being signed lead to it until the new deadline. */
export async function prolongTickets(tx: Db, contractId: string, expiresAt: number): Promise<void> {
  await tx.updateTable('ticket').set({ expires_at: expiresAt }).where('contract_id', '=', contractId).execute()
}

/** How many links the party has been sent for this contract, since that time if one is given. */
export async function countTickets(
  db: Db,
  { contractId, partyNo }: Pick<PartyPlace, 'contractId' | 'partyNo'>,
  since = 0,
): Promise<number> {
  const { count } = await db
    .selectFrom('ticket')
    .where('contract_id', '=', contractId)
    .where('party_no', '=', partyNo)
    .where('created_at', '>=', since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The party that a ticket was made for. Throws `ticket/dead`: for one that never was, that is too old, or whose
 * contract is neither being signed nor finished, all alike.
 */
export async function findTicket(deps: Pick<Deps, 'db' | 'now'> & Keyed, token: string): Promise<Ticket> {
  const { db, now } = deps
  const row = await db.directory((directory) =>
    directory
      .selectFrom('ticket')
      .where('token_hash', 'in', [hashOf(deps, token), hashWithoutKey(token)])
      .select(['token_hash', 'home_tenant_id', 'contract_id', 'party_no', 'cc_no', 'expires_at'])
      .executeTakeFirst(),
  )
  if (!row || row.expires_at < now()) throw new Refusal('ticket/dead')
  const place = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  const stored = await db.read(place.homeTenantId, (home) => loadContract(home, place)).catch(dead)
  const recipient = stored.cc.find(({ cc_no }) => cc_no === row.cc_no)
  const party = recipient ? copied(recipient) : stored.parties.find(({ party_no }) => party_no === row.party_no)
  const living = stored.contract.state === 'signing' || stored.contract.state === 'finish'
  if (!party || !living) throw new Refusal('ticket/dead')
  return { ...place, partyNo: row.party_no, key: row.token_hash.toString('hex'), stored, party, isCopy: row.cc_no > 0 }
}

const copied = (recipient: CcRow): Invited => ({
  phone: recipient.phone,
  kind: 'person',
  name: recipient.name,
  company_name: null,
  credit_code: null,
  identity_hash: null,
  account_id: recipient.account_id,
  party_tenant_id: recipient.cc_tenant_id,
  sign_id: recipient.sign_id,
  finished_mail: null,
})

function dead(error: unknown): never {
  throw error instanceof Refusal ? new Refusal('ticket/dead') : error
}

const hashOf = (keyed: Keyed, token: string) => keyedHash(keyed, 'ticket token', [token])

/** Links of before there was a key. A ticket opens nothing by itself, so that a row somebody writes gives nothing. */
const hashWithoutKey = (token: string) => hash('sha256', token, 'buffer')

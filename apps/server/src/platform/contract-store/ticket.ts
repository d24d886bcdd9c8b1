import { hash } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { shortToken } from '#src/platform/short-token.ts'
import { loadContract, type PartyRow, type StoredContract } from './contract-rows.ts'

/** A party of a contract, wherever the contract lives. */
export type PartyPlace = { homeTenantId: string; contractId: string; signerNo: number }

/** What a living ticket leads to; `key` names the ticket without opening it. */
export type Ticket = PartyPlace & { key: string; stored: StoredContract; party: PartyRow }

/** How long a link to a finished file lives. */
export const finishedLinkMs = 30 * 24 * 3_600_000

/** Makes a ticket and answers the link that carries it, short enough for an SMS. Only the token's hash is kept. */
export async function makeTicket(
  deps: Pick<Deps, 'config' | 'now' | 'random'>,
  tx: Db,
  { homeTenantId, contractId, signerNo }: PartyPlace,
  expiresAt: number,
): Promise<string> {
  const token = shortToken(deps)
  const row = {
    token_hash: hashOf(token),
    home_tenant_id: homeTenantId,
    contract_id: contractId,
    signer_no: signerNo,
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
  { contractId, signerNo }: Pick<PartyPlace, 'contractId' | 'signerNo'>,
  since = 0,
): Promise<number> {
  const { count } = await db
    .selectFrom('ticket')
    .where('contract_id', '=', contractId)
    .where('signer_no', '=', signerNo)
    .where('created_at', '>=', since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * The party that a ticket was made for. Throws `ticket/dead`: for one that never was, that is too old, or whose contract
 * is neither being signed nor finished, all alike.
 */
export async function findTicket({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<Ticket> {
  const tokenHash = hashOf(token)
  const row = await db.directory((directory) =>
    directory
      .selectFrom('ticket')
      .where('token_hash', '=', tokenHash)
      .select(['home_tenant_id', 'contract_id', 'signer_no', 'expires_at'])
      .executeTakeFirst(),
  )
  if (!row || row.expires_at < now()) throw new Refusal('ticket/dead')
  const place = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  const stored = await db.read(place.homeTenantId, (home) => loadContract(home, place)).catch(dead)
  const party = stored.parties.find(({ signer_no }) => signer_no === row.signer_no)
  const living = stored.contract.state === 'signing' || stored.contract.state === 'finish'
  if (!party || !living) throw new Refusal('ticket/dead')
  return { ...place, signerNo: row.signer_no, key: tokenHash.toString('hex'), stored, party }
}

function dead(error: unknown): never {
  throw error instanceof Refusal ? new Refusal('ticket/dead') : error
}

const hashOf = (token: string) => hash('sha256', token, 'buffer')

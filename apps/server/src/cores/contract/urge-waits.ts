import { type UrgeFacts, urgeWait } from '@moqi/domain/contract/after-sending'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { isAsked } from './open-parties.ts'
import type { Contacts } from './party-contacts.ts'

/** The parties that somebody waits for and may remind: who is asked to sign, but not the person who would remind. */
export const urgeable = <P extends Pick<PartyRow, 'state' | 'account_id'>>(
  parties: readonly P[],
  accountId: string,
): P[] => parties.filter((party) => isAsked(party) && party.account_id !== accountId)

/** When a party was asked and urged; one of which nothing was noted counts as asked since the contract was sent. */
export function urgeFacts(
  { sent_at }: Pick<ContractRow, 'sent_at'>,
  { party_no }: Pick<PartyRow, 'party_no'>,
  contacts: Contacts,
): UrgeFacts {
  return factsOf(sent_at, contacts.get(party_no))
}

const factsOf = (
  sentAt: number | null,
  noted: { opened_at: number | null; urged_at: number | null } | undefined,
): UrgeFacts => ({ openedAt: noted?.opened_at ?? sentAt ?? 0, urgedAt: noted?.urged_at ?? null })

/** How long a person waits before urging anybody of a contract, ms; null when nobody is to be urged. */
export function urgeWaitOf(
  { contract, parties }: Pick<StoredContract, 'contract' | 'parties'>,
  accountId: string,
  contacts: Contacts,
  now: number,
): number | null {
  const waits = urgeable(parties, accountId).map((party) => urgeWait(urgeFacts(contract, party, contacts), now))
  return waits.length > 0 ? Math.min(...waits) : null
}

/** The same of several contracts, by id; where nobody is to be urged there is none. Runs in their home tenant. */
export async function urgeWaits(
  db: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
  contractIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const asked = await partiesOf(db, { tenantId, contractIds: [...contractIds] })
  const waits = new Map<string, number>()
  for (const { contract_id, sent_at, ...noted } of urgeable(asked, accountId)) {
    const wait = urgeWait(factsOf(sent_at, noted), now)
    waits.set(contract_id, Math.min(wait, waits.get(contract_id) ?? wait))
  }
  return waits
}

/** Every list asks for it. */
const partiesOf = compiledOnce((db, { tenantId, contractIds }: { tenantId: string; contractIds: string[] }) =>
  db
    .selectFrom('party as p')
    .innerJoin('contract as c', (join) =>
      join.onRef('c.tenant_id', '=', 'p.tenant_id').onRef('c.contract_id', '=', 'p.contract_id'),
    )
    .leftJoin('party_contact as k', (join) =>
      join
        .onRef('k.tenant_id', '=', 'p.tenant_id')
        .onRef('k.contract_id', '=', 'p.contract_id')
        .onRef('k.party_no', '=', 'p.party_no'),
    )
    .where('p.tenant_id', '=', tenantId)
    .where(sql<boolean>`p.contract_id = any(${contractIds}::uuid[])`)
    .select(['p.contract_id', 'p.state', 'p.account_id', 'c.sent_at', 'k.opened_at', 'k.urged_at']),
)

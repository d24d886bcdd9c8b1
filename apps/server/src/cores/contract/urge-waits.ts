import { type UrgeFacts, urgeWait } from '@moqi/domain/contract/after-sending'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Schema } from '#src/platform/database/schema.ts'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { askedStates, isAsked } from './open-parties.ts'
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
  const noted = contacts.get(party_no)
  return { openedAt: noted?.opened_at ?? sent_at ?? 0, urgedAt: noted?.urged_at ?? null }
}

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

/** Of whom a list row’s viewer may urge: the earliest turn of those nobody has urged, and the earliest urging. */
export type Urging = readonly [openedAt: number | null, urgedAt: number | null]

/** How long a row's viewer waits before urging anybody, ms; null when nobody is to be urged. */
export function urgeWaitIn(urging: Urging | null, now: number): number | null {
  const [openedAt, urgedAt] = urging ?? [null, null]
  const waits = [
    ...(openedAt === null ? [] : [urgeWait({ openedAt, urgedAt: null }, now)]),
    ...(urgedAt === null ? [] : [urgeWait({ openedAt: 0, urgedAt }, now)]),
  ]
  return waits.length > 0 ? Math.min(...waits) : null
}

/**
 * A list row's `Urging`, read with the row; null where its viewer did not send what is being signed, which is the one
 * who may urge, and whose contracts lie in the viewer's own tenant.
 */
export const urgingOf = (accountId: string) => (eb: ExpressionBuilder<Schema, 'inbox'>) =>
  eb
    .case()
    .when(sql<boolean>`inbox.is_initiator and inbox.contract_state = 'signing'`)
    .then(
      eb
        .selectFrom('party as p')
        .leftJoin('party_contact as k', (join) =>
          join
            .onRef('k.tenant_id', '=', 'p.tenant_id')
            .onRef('k.contract_id', '=', 'p.contract_id')
            .onRef('k.party_no', '=', 'p.party_no'),
        )
        .whereRef('p.tenant_id', '=', 'inbox.tenant_id')
        .whereRef('p.contract_id', '=', 'inbox.contract_id')
        .where('p.state', 'in', askedStates)
        .where('p.account_id', 'is distinct from', accountId)
        .select(
          sql<Urging>`json_build_array(
            min(coalesce(k.opened_at, inbox.sent_at, 0)) filter (where k.urged_at is null), min(k.urged_at))`.as(
            'times',
          ),
        ),
    )
    .end()
    .as('urging')

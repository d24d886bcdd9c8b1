import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'

/** Whose signature is asked about: a party's, by the account that acts for it. */
export type OwnFlags = { homeTenantId: string; contractId: string; partyNo: number; accountId: string }

/** Whether the contract is flagged for something that the party, by that account, has not said to know of. */
export const isFlaggedUnknown = ({ homeTenantId, contractId, partyNo, accountId }: OwnFlags): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from contract_flag f where f.tenant_id = ${homeTenantId} and f.contract_id = ${contractId}
      and not exists (
        select from flag_acknowledgement k
        where k.tenant_id = f.tenant_id and k.contract_id = f.contract_id and k.party_no = ${partyNo}
          and k.account_id = ${accountId} and k.known_at >= f.found_at))`

/** The same by itself, in the home tenant. */
export const flagsUnknown = compiledOnce((home, place: OwnFlags) =>
  home.selectNoFrom(isFlaggedUnknown(place).as('unknown')),
)

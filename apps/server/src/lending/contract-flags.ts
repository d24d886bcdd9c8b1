import type { ContractFlags, lending } from '@moqi/api/lending'
import { flagOf } from '@moqi/api/wire/flag'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { flagKinds } from '@moqi/domain/lending/lending-policy'
import { initiatorName, loadContract, partyName, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireReadableEntry } from '#src/cores/contract/entry.ts'
import { flagsUnknown } from '#src/cores/signer/lending-facts.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** What a contract is flagged for, with who stands in it, for whoever may read it. */
export const getContractFlags: Handler<typeof lending.getContractFlags> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  return deps.db.read(entry.homeTenantId, async (home) => {
    const flags = await flagsOf(home, entry)
    const [{ unknown } = { unknown: false }] = await flagsUnknown(home, { ...entry, partyNo: entry.partyNo ?? 0 })
    return {
      flagArray: flags.map(({ kind, findings }) => ({
        flagKind: kind,
        label: flagKinds[kind],
        findingArray: findings.map(({ before, match, after }) => ({ before, match, after })),
      })),
      partyArray: flags.length === 0 ? [] : await namedIn(home, await loadContract(home, entry), entry),
      isKnown: flagOf(!unknown),
    }
  })
}

const flagsOf = (home: Db, { homeTenantId, contractId }: Entry) =>
  home
    .selectFrom('contract_flag')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    // The loan first.
    .orderBy('kind', 'desc')
    .select(['kind', 'findings'])
    .execute()

/** Who sends it and who signs it, and who of them the platform knows by that name. Reads the directory. */
async function namedIn(
  home: Db,
  { contract, parties }: StoredContract,
  { partyNo }: Entry,
): Promise<ContractFlags['partyArray']> {
  const signers = parties.filter((party) => !hasLeft(party))
  const spaces = [contract.tenant_id, ...signers.flatMap(({ party_tenant_id }) => party_tenant_id ?? [])]
  const rows = await home
    .selectFrom('space')
    .where('tenant_id', 'in', [...new Set(spaces)])
    .where('auth_status', '=', 'passAuth')
    .select(['tenant_id', 'name'])
    .execute()
  const isKnownAs = (tenantId: string | null, name: string) =>
    flagOf(rows.some((row) => row.tenant_id === tenantId && row.name === name))
  const isSignedByInitiator = signers.some(({ party_tenant_id }) => party_tenant_id === contract.tenant_id)
  const sender = initiatorName(contract)
  return [
    ...(isSignedByInitiator
      ? []
      : [
          {
            partyName: sender,
            isInitiator: flagOf(true),
            isOwn: flagOf(false),
            isAuthenticated: isKnownAs(contract.tenant_id, sender),
          },
        ]),
    ...signers.map((party) => ({
      partyName: partyName(party),
      isInitiator: flagOf(party.party_tenant_id === contract.tenant_id),
      isOwn: flagOf(party.party_no === partyNo),
      isAuthenticated: isKnownAs(party.party_tenant_id, partyName(party)),
    })),
  ]
}

import { partiesToOpen } from '@moqi/domain/contract/order'
import { partyMoved } from '@moqi/domain/contract/party-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { initiatorName, type PartyRow, type StoredContract } from './contract-rows.ts'
import { aboutContract, concernedParty, contractLink } from './notify-people.ts'

/** Opens the parties whose turn has come, in memory and in the database, and tells them. */
export async function openNextParties(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms'>,
  tx: Db,
  { contract, parties }: StoredContract,
): Promise<PartyRow[]> {
  const opened = partiesToOpen(
    parties.map((party) => ({ signOrder: party.sign_order, state: party.state, party })),
    contract.sign_order_type,
  ).map(({ party }) => party)
  for (const party of opened) {
    party.state = partyMoved(party.state, 'open')
    await tx
      .updateTable('party')
      .set({ state: party.state })
      .where('tenant_id', '=', contract.tenant_id)
      .where('contract_id', '=', contract.contract_id)
      .where('signer_no', '=', party.signer_no)
      .execute()
    await askToSign(deps, tx, contract, party)
  }
  return opened
}

/** Tells the party that its turn has come, with the way to the contract. */
export async function askToSign(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms'>,
  tx: Db,
  contract: StoredContract['contract'],
  party: PartyRow,
): Promise<void> {
  const person = concernedParty(party)
  const facts = {
    ...aboutContract(contract, person),
    who: initiatorName(contract),
    date: formatDate(contract.sign_expire_at, '{m}-{d} {h}:{i}'),
    url: contractLink(deps, party.sign_id),
  }
  await notify(deps, tx, { kind: 'toSign', to: person.to, facts })
}

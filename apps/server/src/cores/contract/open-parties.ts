import { partiesToOpen } from '@moqi/domain/contract/order'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import {
  changeParty,
  type ContractRow,
  initiatorName,
  initiatorWritten,
  type PartyRow,
  type StoredContract,
} from './contract-rows.ts'
import { aboutContract, concernedParty } from './notify-people.ts'
import { contractLink } from './short-link.ts'
import { makeTicket } from './ticket.ts'

type Inviting = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms'>

/** The deadline as an SMS tells it. */
export const smsDeadline = ({ sign_expire_at }: Pick<ContractRow, 'sign_expire_at'>): string =>
  formatDate(sign_expire_at, '{m}-{d} {h}:{i}')

/** When the party's turn came, which urging counts from. */
export async function noteOpened(
  tx: Db,
  place: Pick<PartyRow, 'tenant_id' | 'contract_id' | 'signer_no'>,
  at: number,
): Promise<void> {
  await putOpened(tx, {
    tenantId: place.tenant_id,
    contractId: place.contract_id,
    signerNo: place.signer_no,
    at,
  })
}

const putOpened = compiledOnce((tx, given: { tenantId: string; contractId: string; signerNo: number; at: number }) =>
  tx
    .insertInto('party_contact')
    .values({
      tenant_id: given.tenantId,
      contract_id: given.contractId,
      signer_no: given.signerNo,
      opened_at: given.at,
      urged_at: null,
      phone_changed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'contract_id', 'signer_no'])
        .doUpdateSet((eb) => ({ opened_at: eb.ref('excluded.opened_at') })),
    ),
)

/** Opens the parties whose turn has come, in memory and in the database, and tells them. */
export async function openNextParties(
  deps: Inviting,
  tx: Db,
  { contract, parties }: StoredContract,
): Promise<PartyRow[]> {
  const opened = partiesToOpen(
    parties.map((party) => ({ signOrder: party.sign_order, state: party.state, party })),
    contract.sign_order_type,
  ).map(({ party }) => party)
  for (const party of opened) {
    await changeParty(tx, party, { state: partyLifecycle.after(party.state, 'open') })
    await askToSign(deps, tx, contract, party)
  }
  return opened
}

/**
 * Queues the message that it is the party's turn. Whoever has an account comes in by it; whoever has none, by a ticket
 * until the deadline.
 */
export async function askToSign(deps: Inviting, tx: Db, contract: ContractRow, party: PartyRow): Promise<void> {
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id, signerNo: party.signer_no }
  await noteOpened(tx, party, deps.now())
  const url = party.account_id
    ? contractLink(deps, party.sign_id)
    : await makeTicket(deps, tx, place, contract.sign_expire_at ?? deps.now())
  const person = concernedParty(party)
  const about = { ...aboutContract(contract, person), who: initiatorName(contract), date: smsDeadline(contract) }
  await notify(deps, tx, {
    kind: 'toSign',
    to: person.to,
    facts: { ...about, initiator: initiatorWritten(contract), url },
  })
}

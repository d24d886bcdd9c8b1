import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { type ContractRow, initiatorName, initiatorWritten, type PartyRow } from './contract-rows.ts'
import type { LogActor } from './contract-log.ts'
import { aboutContract, concernedParty, onceOf } from './notify-people.ts'
import { noteContact } from './party-contacts.ts'
import { contractLink } from './short-link.ts'
import { makeTicket } from './ticket.ts'

type Inviting = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms' | 'derivationKey'>

/** The deadline as an SMS tells it. */
export const smsDeadline = ({ sign_expire_at }: Pick<ContractRow, 'sign_expire_at'>): string =>
  formatDate(sign_expire_at, '{m}-{d} {h}:{i}')

/** Whether it is the party's turn: it may sign, or its approval was refused and it may ask again. */
export const isAsked = ({ state }: Pick<PartyRow, 'state'>): boolean => askedStates.some((asked) => asked === state)

/** The states of `isAsked`, for statements. */
export const askedStates = ['toSign', 'approvalFailed'] as const satisfies PartyRow['state'][]

/**
 * Queues the message that it is the party's turn. Whoever has an account comes in by it; whoever has none, by a ticket
 * until the deadline. Whoever sends a contract to be signed by oneself knows it.
 */
export async function askToSign(
  deps: Inviting,
  tx: Db,
  actor: LogActor,
  contract: ContractRow,
  party: PartyRow,
): Promise<void> {
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id, partyNo: party.party_no }
  await noteContact(tx, contract, { partyNo: party.party_no, what: 'opened' }, deps.now())
  if (party.account_id !== null && party.account_id === actor.accountId) return
  const url = party.account_id
    ? contractLink(deps, party.sign_id)
    : await makeTicket(deps, tx, place, contract.sign_expire_at ?? deps.now())
  const person = concernedParty(party)
  const title = contract.origin_contract_id === null ? contract.subject : await originSubject(tx, contract)
  const about = { ...aboutContract(contract, person), title, who: initiatorName(contract), date: smsDeadline(contract) }
  const kind = contract.kind === 'void' ? 'voidToSign' : 'toSign'
  const once = onceOf(contract, kind, deps.now())
  await notify(deps, tx, {
    kind,
    about: { contractId: contract.contract_id, partyNo: party.party_no },
    senderTenantId: contract.tenant_id,
    ...(once !== undefined && { once }),
    to: person.to,
    facts: { ...about, initiator: initiatorWritten(contract), url },
  })
}

/** What the contract is called that an agreement voids. Runs in the home tenant. */
async function originSubject(tx: Db, { tenant_id, origin_contract_id }: ContractRow): Promise<string> {
  const origin = await tx
    .selectFrom('contract')
    .where('tenant_id', '=', tenant_id)
    .where('contract_id', '=', origin_contract_id)
    .select('subject')
    .executeTakeFirstOrThrow()
  return origin.subject
}

import type { AboutContract, NoticeFacts, NoticeKind } from '@moqi/domain/messages/notice-facts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ContractRow, PartyRow } from './contract-rows.ts'
import { concernedParty, notifyPeople } from './notify-people.ts'
import { contractLink } from './short-link.ts'
import { countTickets, makeTicket } from './ticket.ts'

type Linking = Pick<Deps, 'config' | 'now' | 'random'>

/** Where a message leads whoever has that handle of the contract. */
type LinkOf = (handle: { signId: string }) => string

/**
 * Where messages about a contract lead its parties: whoever came in by a ticket, or has no account to come in by, by a
 * new ticket until `expiresAt`, for there may be no password to sign in with; everybody else by the contract's link.
 */
export async function partyLinks(
  deps: Linking,
  tx: Db,
  contract: ContractRow,
  { parties, expiresAt }: { parties: readonly PartyRow[]; expiresAt: number },
): Promise<LinkOf> {
  const links = new Map<string, string>()
  for (const { signer_no: signerNo, sign_id, account_id } of parties) {
    const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id, signerNo }
    if (account_id !== null && (await countTickets(tx, place)) === 0) continue
    links.set(sign_id, await makeTicket(deps, tx, place, expiresAt))
  }
  return ({ signId }) => links.get(signId) ?? contractLink(deps, signId)
}

type Asking<K extends NoticeKind> = {
  kind: K
  once?: string
  factsOf: (about: AboutContract & { url: string }) => NoticeFacts[K]
}

/** Tells parties that are to act on a contract, each once and with its way there until the deadline. */
export async function notifyAsked<K extends NoticeKind>(
  deps: Linking & Pick<Deps, 'newId' | 'sms'>,
  tx: Db,
  contract: ContractRow,
  parties: readonly PartyRow[],
  { factsOf, ...named }: Asking<K>,
): Promise<void> {
  const expiresAt = contract.sign_expire_at ?? deps.now()
  const linkOf = await partyLinks(deps, tx, contract, { parties, expiresAt })
  await notifyPeople(deps, tx, contract, parties.map(concernedParty), {
    ...named,
    factsOf: (about) => factsOf({ ...about, url: linkOf(about) }),
  })
}

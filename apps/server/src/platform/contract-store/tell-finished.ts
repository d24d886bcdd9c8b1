import { finishedMail } from '@moqi/domain/messages/contract-mail'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { queueMail } from '#src/platform/messages/queue-message.ts'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { concernedInitiator, concernedParty, contractLink, notifyPeople } from './notify-people.ts'
import { countTickets, finishedLinkMs, makeTicket } from './ticket.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms'>

const onceOf = ({ contract_id }: ContractRow) => `finished ${contract_id}`

/** Tells everybody that a contract is finished and its files verified, and mails whoever left an address for it. */
export async function tellFinished(deps: Telling, tx: Db, { contract, parties }: StoredContract): Promise<void> {
  const present = parties.filter(({ state }) => state !== 'transferred')
  const links = new Map<string, string>()
  for (const party of present) links.set(party.sign_id, await linkOf(deps, tx, contract, party))
  // Whoever launched it and signed it opens it as the party.
  const people = [...present.map(concernedParty).toReversed(), concernedInitiator(contract)]
  await notifyPeople(deps, tx, contract, people, {
    kind: 'finished',
    once: onceOf(contract),
    factsOf: (about) => ({ ...about, url: links.get(about.signId) ?? contractLink(deps, about.signId) }),
  })
  for (const party of present) await mailFinished(deps, tx, contract, party)
}

/** Whether everybody has been told that the contract is finished. Runs in its home tenant. */
export async function isToldFinished(tx: Db, contract: ContractRow): Promise<boolean> {
  const found = await tx
    .selectFrom('notice_message')
    .where('tenant_id', '=', contract.tenant_id)
    .where('account_id', '=', contract.initiator_account_id)
    .where('once_key', '=', onceOf(contract))
    .select('message_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Mails the party that the contract is finished, once an address, if it left one. The link asks for the phone again. */
export async function mailFinished(deps: Telling, tx: Db, contract: ContractRow, party: PartyRow): Promise<void> {
  const recipient = party.finished_mail
  if (recipient === null) return
  const url = await newLink(deps, tx, contract, party)
  const told = { name: party.signer_name, title: contract.subject, taskNo: contract.task_no, url }
  const once = `${onceOf(contract)} ${recipient} ${party.signer_no}`
  await queueMail(deps, tx, { recipient, scene: 'finished', once, content: finishedMail(told, deps.config.brand) })
}

/** Who came in by a ticket comes back by one: there may be no password to sign in with. */
async function linkOf(deps: Telling, tx: Db, contract: ContractRow, party: PartyRow): Promise<string> {
  const place = { contractId: contract.contract_id, signerNo: party.signer_no }
  if ((await countTickets(tx, place)) > 0) return newLink(deps, tx, contract, party)
  return contractLink(deps, party.sign_id)
}

const newLink = (deps: Telling, tx: Db, contract: ContractRow, { signer_no: signerNo }: PartyRow) =>
  makeTicket(
    deps,
    tx,
    { homeTenantId: contract.tenant_id, contractId: contract.contract_id, signerNo },
    deps.now() + finishedLinkMs,
  )

import { finishedMail } from '@moqi/domain/messages/contract-mail'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { queueMail, queueSms } from '#src/platform/messages/queue-message.ts'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { countTickets, finishedLinkMs, makeTicket } from './ticket.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms'>

const onceOf = ({ contract_id }: ContractRow, recipient: string) => `finished ${contract_id} ${recipient}`

/** Tells everybody that a contract is finished and its files verified: by SMS, and by mail whoever left an address. */
export async function tellFinished(
  deps: Telling,
  tx: Db,
  { contract, parties }: StoredContract,
  initiatorPhone: string,
): Promise<void> {
  const told = new Map([[initiatorPhone, `${deps.config.publicUrl}/s/${contract.initiator_sign_id}`]])
  for (const party of parties) told.set(party.phone, await linkOf(deps, tx, contract, party))
  for (const [recipient, url] of told) {
    const message = smsMessage('finished', { title: contract.subject, url }, deps.config.brand)
    await queueSms(deps, tx, { recipient, scene: 'finished', once: onceOf(contract, recipient), message })
  }
  for (const party of parties) await mailFinished(deps, tx, contract, party)
}

/** Whether everybody has been told that the contract is finished. */
export async function isToldFinished(tx: Db, contract: ContractRow, { phone }: PartyRow): Promise<boolean> {
  const found = await tx
    .selectFrom('message')
    .where('once_key', '=', onceOf(contract, phone))
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
  const once = `${onceOf(contract, recipient)} ${party.signer_no}`
  await queueMail(deps, tx, { recipient, scene: 'finished', once, content: finishedMail(told, deps.config.brand) })
}

/** Who came in by a ticket comes back by one: there may be no password to sign in with. */
async function linkOf(deps: Telling, tx: Db, contract: ContractRow, party: PartyRow): Promise<string> {
  const place = { contractId: contract.contract_id, signerNo: party.signer_no }
  if ((await countTickets(tx, place)) > 0) return newLink(deps, tx, contract, party)
  return `${deps.config.publicUrl}/s/${party.sign_id}`
}

const newLink = (deps: Telling, tx: Db, contract: ContractRow, { signer_no: signerNo }: PartyRow) =>
  makeTicket(
    deps,
    tx,
    { homeTenantId: contract.tenant_id, contractId: contract.contract_id, signerNo },
    deps.now() + finishedLinkMs,
  )

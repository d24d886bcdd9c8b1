import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { finishedMail } from '@moqi/domain/messages/contract-mail'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { queueMail } from '#src/platform/messages/queue-message.ts'
import type { ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { voidedOnce } from './origin-change.ts'
import { concernedInitiator, concernedParty, isTold, notifyPeople, onceOf } from './notify-people.ts'
import { partyLinks } from './party-links.ts'
import { finishedLinkMs, makeTicket } from './ticket.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'random' | 'sms' | 'derivationKey'>

const ownOnce = ({ contract_id }: ContractRow) => `finished ${contract_id}`

/** Tells everybody that a contract is finished and its files verified, and mails whoever left an address for it. */
export async function tellFinished(deps: Telling, tx: Db, { contract, parties }: StoredContract): Promise<void> {
  const present = parties.filter((party) => !hasLeft(party))
  const expiresAt = deps.now() + finishedLinkMs
  const linkOf = await partyLinks(deps, tx, contract, { parties: present, expiresAt })
  // Whoever launched it and signed it opens it as the party.
  const people = [...present.map(concernedParty).toReversed(), concernedInitiator(contract)]
  // That a void agreement is finished they have heard as the end of the original.
  if (contract.kind === 'normal') {
    await notifyPeople(deps, tx, contract, people, {
      kind: 'finished',
      once: ownOnce(contract),
      together: contract.finished_at ?? deps.now(),
      factsOf: (about) => ({ ...about, url: linkOf(about) }),
    })
  }
  for (const party of present) await mailFinished(deps, tx, contract, party)
}

/** Whether everybody has been told that the contract is finished. Runs in its home tenant. */
export const isToldFinished = (tx: Db, contract: ContractRow): Promise<boolean> =>
  isTold(
    tx,
    contract,
    contract.origin_contract_id === null
      ? onceOf(contract, 'finished', contract.finished_at ?? 0, ownOnce(contract))
      : voidedOnce(contract.origin_contract_id),
  )

/**
 * Mails the party that the contract is finished, once an address, if it left one. The link asks for the phone again.
 */
export async function mailFinished(deps: Telling, tx: Db, contract: ContractRow, party: PartyRow): Promise<void> {
  const recipient = party.finished_mail
  if (recipient === null) return
  const url = await newLink(deps, tx, contract, party)
  const told = { name: party.name, title: contract.subject, contractNo: contract.contract_no, url }
  const once = `${ownOnce(contract)} ${recipient} ${party.party_no}`
  await queueMail(deps, tx, { recipient, scene: 'finished', once, content: finishedMail(told, deps.config.brand) })
}

const newLink = (deps: Telling, tx: Db, contract: ContractRow, { party_no: partyNo }: PartyRow) =>
  makeTicket(
    deps,
    tx,
    { homeTenantId: contract.tenant_id, contractId: contract.contract_id, partyNo },
    deps.now() + finishedLinkMs,
  )

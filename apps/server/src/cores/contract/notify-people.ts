import type { AboutContract, NoticeFacts, NoticeKind } from '@moqi/domain/messages/notice-facts'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify, type Recipient } from '#src/platform/messages/notify.ts'
import type { CcRow, ContractRow, PartyRow, StoredContract } from './contract-rows.ts'

/**
 * Somebody a contract concerns, that person's own handle of it, and as which party; `inAppOnly` hears it in the
 * application alone, `withoutSms` in every other way.
 */
export type Concerned = {
  to: Recipient
  name: string
  signId: string
  inAppOnly?: boolean
  withoutSms?: boolean
  partyNo?: number
}

/** A party as notices reach it. */
export const concernedParty = (
  party: Pick<PartyRow, 'account_id' | 'party_tenant_id' | 'phone' | 'name' | 'sign_id' | 'party_no'>,
): Concerned => ({
  to:
    party.account_id !== null && party.party_tenant_id !== null
      ? { accountId: party.account_id, tenantId: party.party_tenant_id }
      : { phone: party.phone },
  name: party.name,
  signId: party.sign_id,
  partyNo: party.party_no,
})

/** The initiator as notices reach it. */
export const concernedInitiator = (contract: ContractRow): Concerned => ({
  to: { accountId: contract.initiator_account_id, tenantId: contract.tenant_id },
  name: contract.initiator_name,
  signId: contract.initiator_sign_id,
})

/** The copy recipients who have been told of the contract, as notices reach them. */
export const concernedCopies = ({ cc }: Pick<StoredContract, 'cc'>): Concerned[] =>
  cc.filter(({ told_at }) => told_at !== null).map(concernedCopy)

const concernedCopy = ({ account_id, cc_tenant_id, phone, name, sign_id }: CcRow): Concerned => ({
  to: account_id !== null && cc_tenant_id !== null ? { accountId: account_id, tenantId: cc_tenant_id } : { phone },
  name,
  signId: sign_id,
})

/** What every notice about a contract says of it to that person. */
export const aboutContract = (contract: ContractRow, { name, signId }: Concerned): AboutContract => ({
  name,
  title: contract.subject,
  contractNo: contract.contract_no,
  signId,
  url: null,
})

/**
 * The name of a telling: of a batch's contracts one a day and kind, of any other contract `own`; `at` in ms is when
 * what is told of came about.
 */
export function onceOf(contract: Pick<ContractRow, 'batch_id'>, kind: NoticeKind, at: number, own: string): string
export function onceOf(
  contract: Pick<ContractRow, 'batch_id'>,
  kind: NoticeKind,
  at: number,
  own?: string,
): string | undefined
export function onceOf({ batch_id }: Pick<ContractRow, 'batch_id'>, kind: NoticeKind, at: number, own?: string) {
  return batch_id === null ? own : `${kind} ${batch_id} ${formatDate(at, '{y}-{m}-{d}')}`
}

/** Whether the initiator, and with it everybody, has been told what is named so. Runs in the home tenant. */
export async function isTold(tx: Db, contract: ContractRow, once: string): Promise<boolean> {
  const found = await tx
    .selectFrom('notice_message')
    .where('tenant_id', '=', contract.tenant_id)
    .where('account_id', '=', contract.initiator_account_id)
    .where('once_key', '=', once)
    .select('message_id')
    .executeTakeFirst()
  return found !== undefined
}

type Telling<K extends NoticeKind> = {
  kind: K
  once?: string
  /** Of a batch's contracts that come to it on the day of this time (ms), people hear together. */
  together?: number
  factsOf: (about: AboutContract) => NoticeFacts[K]
}

/**
 * Tells everybody once: who is concerned twice in one space hears it once there, and by SMS and mail once altogether.
 * Whoever comes first counts.
 */
export async function notifyPeople<K extends NoticeKind>(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>,
  tx: Db,
  contract: ContractRow,
  people: readonly Concerned[],
  { kind, once: own, together, factsOf }: Telling<K>,
): Promise<void> {
  const once = together === undefined ? own : onceOf(contract, kind, together, own)
  const reached = new Set<string>()
  for (const person of people) {
    const { to } = person
    const [whom, where] = 'phone' in to ? [to.phone, to.phone] : [to.accountId, `${to.accountId} ${to.tenantId}`]
    if (reached.has(where)) continue
    const inAppOnly = person.inAppOnly === true || reached.has(whom)
    reached.add(whom).add(where)
    const facts = factsOf(aboutContract(contract, person))
    const about = { contractId: contract.contract_id, partyNo: person.partyNo ?? null }
    await notify(deps, tx, {
      kind,
      to,
      facts,
      inAppOnly,
      withoutSms: person.withoutSms === true,
      about,
      senderTenantId: contract.tenant_id,
      ...(once !== undefined && { once }),
    })
  }
}

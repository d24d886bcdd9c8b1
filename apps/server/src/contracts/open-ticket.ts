import type { Output } from '@moqi/api/call'
import type { openSign } from '@moqi/api/open-sign'
import { maskName } from '@moqi/domain/identity/person-name'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import type { OwnSpace, Person } from '#src/platform/actor.ts'
import { findTicket, type Invited } from '#src/cores/contract/ticket.ts'
import type { Deps } from '#src/platform/deps.ts'
import { claimEntries } from './claim-entries.ts'

type Open = typeof openSign.openTicket

/** What a link tells whoever opens it, before anything is proved: who asks whom, until when (checklist R44). */
export const getTicketInfo: Handler<typeof openSign.getTicketInfo> = async (deps, _caller, { ticket }) => {
  const { stored, party, isCopy } = await findTicket(deps, ticket)
  const { contract } = stored
  return {
    initiatorName: contract.initiator_name,
    initiatorCompany: contract.initiator_company,
    taskName: contract.subject,
    signExpireTime: contract.sign_expire_at,
    signerName: maskName(party.name),
    companyName: party.company_name,
    phone: maskPhone(party.phone),
    copy: isCopy ? 'yes' : 'no',
    finished: contract.state === 'finish' ? 'yes' : 'no',
    testCertificate: deps.config.certificateAuthority === null ? 'yes' : 'no',
  }
}

/**
 * How far the invited person, signed in, has come. Whoever has proved phone and name is given the entry here and now
 * (checklist I10). Throws `ticket/other-person` for every other account.
 */
export const openTicket: Handler<Open> = async (deps, person, { ticket }) => {
  const found = await findTicket(deps, ticket)
  if (!isInvited(found.party, person)) throw new Refusal('ticket/other-person')
  if (found.party.account_id === null) await claimEntries(deps, person)
  const { party } = found.party.account_id === null ? await findTicket(deps, ticket) : found
  const own = person.spaces.find(({ kind }) => kind === 'person')
  return {
    step: await stepOf(deps, party, person, own),
    signerName: party.name,
    companyName: party.company_name,
    ownName: own?.authStatus === 'passAuth' ? own.name : null,
    signId: party.account_id === null ? null : party.sign_id,
    tenantId: party.party_tenant_id,
    mail: party.finished_mail,
  }
}

/** The phone counts until the entry has its account, then the account: phones change hands. */
const isInvited = (party: Invited, { accountId, phone }: Person) =>
  party.account_id === null ? party.phone === phone : party.account_id === accountId

async function stepOf(
  deps: Pick<Deps, 'db'>,
  party: Invited,
  { spaces }: Person,
  own: OwnSpace | undefined,
): Promise<Output<Open>['step']> {
  if (party.account_id !== null) return 'contract'
  if (own?.authStatus !== 'passAuth') return 'realName'
  if (own.name !== party.name) return 'otherName'
  if (party.kind === 'person') return (await hasOtherIdNumber(deps, party, own)) ? 'otherIdentity' : 'company'
  const sameName = ({ kind, authStatus, name }: OwnSpace) =>
    kind === 'company' && authStatus === 'passAuth' && name === party.company_name
  // In that company by name, and yet nothing to claim: it is another one of the name.
  return party.credit_code !== null && spaces.some(sameName) ? 'otherCompany' : 'company'
}

async function hasOtherIdNumber({ db }: Pick<Deps, 'db'>, party: Invited, own: OwnSpace): Promise<boolean> {
  if (party.identity_hash === null) return false
  const space = await db.directory((directory) =>
    directory.selectFrom('space').where('tenant_id', '=', own.tenantId).select('identity_hash').executeTakeFirst(),
  )
  return space?.identity_hash !== party.identity_hash
}

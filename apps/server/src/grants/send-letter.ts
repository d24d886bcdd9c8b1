import type { Output } from '@moqi/api/call'
import type { sealGrant } from '@moqi/api/seal-grant'
import { willDemand } from '@moqi/domain/contract/will-demand'
import type { WillKind } from '@moqi/domain/contract/will-kind'
import type { WrittenParty } from '@moqi/domain/contract/written-draft'
import { Refusal } from '@moqi/domain/refusal'
import { letterDays, letterNoPrefix, nextLetterNo } from '@moqi/domain/seals/grant-letter'
import { dayMs, endOfDayOf } from '@moqi/domain/time/civil-date'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import type { FrozenFile } from '#src/cores/contract/freeze-files.ts'
import { newContract } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { freezeLetter, sendLetter } from '#src/cores/contract/send-letter.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { TypesetLetter } from '#src/cores/contract/typeset-letter.ts'
import { companyIdentity } from '#src/cores/identity/company-identity.ts'
import { type GrantRow, holdGrant, requireCompanySeal, requireGrant, setGrant } from '#src/cores/seal/grants.ts'
import { rereadAsked } from '#src/cores/seal/tell-asker.ts'
import type { Member, OwnSpace } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { type GrantPerson, peopleOf } from './grant-people.ts'
import { requireMayGrant } from './may-grant.ts'
import { type LetterFacts, letterTitleOf, typesetLetter } from './typeset-letter.ts'

type Send = typeof sealGrant.sendGrantLetter

/**
 * Typesets the letter of a grant and sends it to be signed by the company's official seal and by its holder, or answers
 * the one that is being signed. The letter costs no 份. When all have signed, the grant holds. Nobody holds a grant of
 * automatic signing: the company signs alone.
 */
export const sendGrantLetter: Handler<Send> = async (deps, member, { grantId }) => {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  return againWhenNumberTaken(async () => {
    const facts = await deps.db.read(member.tenantId, (tenant) => factsOf(deps, tenant, member, grantId))
    if (isOpen(facts.grant)) return ownHandle(deps, member, facts.grant)
    const contractId = deps.newId()
    const letter = await typesetLetter(deps, member, facts)
    const frozen = await freezeLetter(deps, { tenantId: member.tenantId, contractId }, letter)
    return deps.db.write(member.tenantId, (tx) => commitLetter(deps, tx, member, { facts, contractId, letter, frozen }))
  })
}

/** Whether a letter of the grant is being signed. */
const isOpen = ({ letter_contract_id, letter_end, state }: GrantRow) =>
  state === 'waitSign' && letter_contract_id !== null && letter_end === null

async function ownHandle({ db }: Pick<Deps, 'db'>, member: Member, grant: GrantRow): Promise<Output<Send>> {
  const entry = await db.read(member.tenantId, (own) =>
    own
      .selectFrom('entry')
      .where('tenant_id', '=', member.tenantId)
      .where('account_id', '=', member.accountId)
      .where('contract_id', '=', grant.letter_contract_id)
      .select(['sign_id', 'party_no'])
      .executeTakeFirst(),
  )
  return { signId: entry?.sign_id ?? null, isSigner: entry && entry.party_no !== null ? 1 : 0 }
}

type Facts = LetterFacts & { grant: GrantRow }

async function factsOf({ now }: Deps, tenant: Db, member: Member, grantId: string): Promise<Facts> {
  const { tenantId } = member
  const grant = await requireGrant(tenant, tenantId, grantId)
  const seal = await requireCompanySeal(tenant, tenantId, grant.seal_id)
  requireMayGrant(member, seal)
  if (grant.state !== 'waitSign') throw new Refusal('seal/grant-changed')
  if (seal.status !== 'enabled') throw new Refusal('seal/changed')
  const people = await peopleOf(tenant, tenantId)
  const holder = holderOf(grant, people)
  if ((grant.end_at ?? 0) < now()) throw incomplete('授权期限已过，请重新授权')
  const isLegal = seal.kind === 'legal'
  // The official seal is an administrator's to put; the legal representative signs for that person's own.
  const own = people.find(({ accountId, isOwner }) => accountId === member.accountId && (isLegal || isOwner))
  const grantor = own ?? people.find(({ isOwner, realNamed }) => isOwner && realNamed)
  if (!grantor?.realNamed) throw incomplete('企业没有已实名的管理员，不能签署授权书')
  const company = await companyIdentity(tenant, tenantId)
  if (!company) throw new Refusal('space/not-authenticated')
  const letterNo = nextLetterNo(now(), await lastLetterNo(tenant, tenantId, letterNoPrefix(now())))
  return { grant, seal, holder, grantor, company, isLegal, letterNo }
}

/** Who signs beside the company; null of automatic signing, which the company signs for alone. */
function holderOf({ manner, account_id }: GrantRow, people: GrantPerson[]): GrantPerson | null {
  if (manner === 'auto') return null
  const holder = people.find(({ accountId }) => accountId === account_id)
  if (!holder?.realNamed) throw incomplete('该成员已不是本企业的实名成员，请撤销这项授权')
  return holder
}

const incomplete = (message: string) => new Refusal('contract/incomplete', { message })

/** The highest number of that day, whatever contract has it. */
async function lastLetterNo(tenant: Db, tenantId: string, prefix: string): Promise<string | null> {
  const row = await tenant
    .selectFrom('contract')
    .where('tenant_id', '=', tenantId)
    .where('contract_no', '~', `^${prefix}[0-9]{3,}$`)
    .orderBy((eb) => eb.fn('length', ['contract_no']), 'desc')
    .orderBy('contract_no', 'desc')
    .select('contract_no')
    .limit(1)
    .executeTakeFirst()
  return row?.contract_no ?? null
}

type Ready = { facts: Facts; contractId: string; letter: TypesetLetter; frozen: FrozenFile[] }

async function commitLetter(deps: Deps, tx: Db, member: Member, ready: Ready): Promise<Output<Send>> {
  const { facts, contractId, letter, frozen } = ready
  const { tenantId } = member
  const grant = await holdGrant(tx, tenantId, facts.grant.grant_id)
  // Somebody else was faster, or has revoked it: what was typeset is of no use.
  if (grant.state !== 'waitSign' || isOpen(grant)) throw new Refusal('seal/grant-changed')
  const contract = contractOf(deps, member, facts, contractId)
  await sendLetter(deps, tx, actorOf(member), {
    contract,
    parties: partiesOf(facts, member.space),
    letter,
    frozen,
    title: letterTitleOf(facts),
    phone: member.phone,
  })
  await setGrant(tx, grant, {
    letter_no: facts.letterNo,
    letter_contract_id: contractId,
    letter_sign_id: contract.initiator_sign_id,
    letter_end: null,
  })
  await rereadAsked(tx, { tenantId, grantId: grant.grant_id })
  const isSigner = facts.grantor.accountId === member.accountId
  return keepAnswer(tx, deps, member, { signId: contract.initiator_sign_id, isSigner: isSigner ? 1 : 0 })
}

function contractOf(deps: Deps, member: Member, { grant, holder, seal, letterNo }: Facts, contractId: string) {
  const deadline = endOfDayOf(deps.now() + (letterDays - 1) * dayMs)
  const written = {
    subject: `${letterTitleOf({ holder })}（${[holder?.name, seal.name].filter(Boolean).join('，')}）`,
    contractNo: letterNo,
    remark: null,
    signExpireTime: Math.min(deadline, grant.end_at ?? deadline),
    contractEndTime: null,
    amount: null,
    signOrderType: 'order' as const,
    cc: [],
    saveContacts: false,
  }
  return newContract(deps, member, written, { contractId, signId: newSignId(deps), state: 'waitSend', kind: 'grant' })
}

/** Who lets others use a seal proves it as the company's rule has it, the legal representative in person too. */
const partiesOf = ({ grantor, holder, company, isLegal }: Facts, { willRule }: OwnSpace): WrittenParty[] => [
  sideOf(
    1,
    grantor,
    isLegal ? null : company.companyName,
    willDemand({ asked: 'any', rule: willRule, amount: null }).kind,
  ),
  ...(holder === null ? [] : [sideOf(2, holder, null, 'any')]),
]

const sideOf = (
  partyNo: number,
  { name, phone }: GrantPerson,
  companyName: string | null,
  willKind: WillKind,
): WrittenParty => ({
  partyNo,
  signOrder: partyNo,
  name,
  phone,
  companyName,
  signKind: 'any',
  willKind,
  forcedReading: false,
})

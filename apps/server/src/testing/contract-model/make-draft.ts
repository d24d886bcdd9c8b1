import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { CcRow, ContractRow, PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import { copyParty } from '#src/cores/contract/copy-content.ts'
import { contractRow } from '../contract-row.ts'
import { cast, type Person } from './cast.ts'
import { newModelId, type World } from './world.ts'

/** A draft's parties in their order, a copy recipient or none, and whether it was launched to be signed in turns. */
export type DraftPlan = {
  launcher: number
  parties: readonly { who: number; turn: number }[]
  inTurns: boolean
  cc: boolean
  /** The letter by which a seal is granted, which costs nothing. */
  letter: boolean
}

/** The one of the cast by any number. */
export const castAt = (index: number): Person => {
  const who = cast[index % cast.length]
  if (!who) throw new Error('nobody is cast')
  return who
}

/** A complete draft of that plan, with its row in its initiator's list still to be made. */
export function makeDraft(world: World, plan: DraftPlan): StoredContract {
  const launcher = castAt(plan.launcher)
  const contract = rowOf(world, launcher, plan)
  const parties = plan.parties.map(({ who, turn }, index) =>
    partyRow(world, contract, castAt(who), { no: index + 1, turn }),
  )
  return { contract, parties, cc: plan.cc ? [recipientRow(world, contract)] : [] }
}

/** The complete draft of an agreement that voids a contract, among those who have signed it. */
export function makeAgreement(world: World, { contract: origin, parties }: StoredContract): StoredContract {
  const contract = contractRow({
    tenant_id: origin.tenant_id,
    contract_id: newModelId(world, 't'),
    subject: `${origin.subject}作废协议`,
    kind: 'void',
    origin_contract_id: origin.contract_id,
    state: 'waitSend',
    sign_order_type: origin.sign_order_type,
    sign_expire_at: world.now + 7 * dayMs,
    initiator_account_id: origin.initiator_account_id,
    initiator_sign_id: newModelId(world, 's'),
    initiator_name: origin.initiator_name,
    initiator_company: origin.initiator_company,
    company_id: origin.company_id,
    created_at: world.now,
  })
  const signing = parties.filter((party) => !hasLeft(party))
  const sides = signing.map((party, index) =>
    copyParty({ newSignId: () => newModelId(world, 's') }, contract, party, index + 1),
  )
  return { contract, parties: sides, cc: [] }
}

function rowOf(world: World, launcher: Person, { inTurns, cc, letter }: DraftPlan): ContractRow {
  const id = newModelId(world, 't')
  return contractRow({
    tenant_id: launcher.tenantId,
    contract_id: id,
    subject: `合同${id}`,
    kind: letter ? 'grant' : 'normal',
    state: 'waitSend',
    sign_order_type: inTurns ? 'order' : 'disorder',
    sign_expire_at: world.now + 7 * dayMs,
    contract_end_at: world.now + 40 * dayMs,
    amount: null,
    initiator_account_id: launcher.accountId,
    initiator_sign_id: newModelId(world, 's'),
    initiator_name: launcher.nickName,
    initiator_company: launcher.space.kind === 'company' ? launcher.space.name : null,
    company_id: launcher.space.companyId,
    created_at: world.now,
    has_cc: cc,
  })
}

function partyRow(
  world: World,
  contract: ContractRow,
  who: Person,
  { no, turn }: { no: number; turn: number },
): PartyRow {
  return {
    tenant_id: contract.tenant_id,
    contract_id: contract.contract_id,
    party_no: no,
    sign_order: turn,
    kind: who.space.kind,
    name: who.nickName,
    phone: who.phone,
    company_name: who.space.kind === 'company' ? who.space.name : null,
    credit_code: null,
    identity_hash: null,
    identity_mask: null,
    sign_kind: 'any',
    state: 'waiting',
    will_kind: 'any',
    private_message: null,
    forced_reading: false,
    reading_done_at: null,
    sign_id: newModelId(world, 's'),
    party_tenant_id: null,
    account_id: null,
    read_at: null,
    signed_at: null,
    finished_mail: null,
  }
}

const recipientRow = (world: World, contract: ContractRow): CcRow => ({
  tenant_id: contract.tenant_id,
  contract_id: contract.contract_id,
  cc_no: 1,
  name: '抄送',
  phone: `1390000000${world.nextId % 2}`,
  company_name: null,
  told_when: world.nextId % 3 === 0 ? 'finish' : 'send',
  sign_id: newModelId(world, 's'),
  cc_tenant_id: null,
  account_id: null,
  told_at: null,
})

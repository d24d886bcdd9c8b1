import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { presetDeadline } from '@moqi/domain/contract/draft-rules'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { areasOf } from '#src/cores/contract/contract-files.ts'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import {
  type CcRow,
  type ContractRow,
  lockContract,
  type PartyRow,
  type StoredContract,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import { insertAreas } from '#src/cores/contract/draft-areas.ts'
import { holdFiles } from '#src/cores/contract/draft-files.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { newContract } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'

type Relaunch = typeof operation.relaunchTask

/**
 * Makes a new draft like a contract that was refused, recalled or has expired: files, parties and places, with a
 * number and a deadline of its own (domain.md 5.1, row 14). The old contract stays as it is.
 */
export async function relaunchContract(deps: Deps, member: Member, input: Input<Relaunch>): Promise<Output<Relaunch>> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const entry = await requireEntry(deps, member, input.signId)
  return againWhenNumberTaken(() =>
    deps.db.write(entry.homeTenantId, async (tx) => {
      const old = await lockContract(tx, entry)
      enforce('relaunch', viewOf(old, entry))
      const contract = copyOf(deps, old, member)
      await createContract(deps, tx, actorOf(member), {
        contract,
        fill: () => copyContent(deps, tx, old, contract),
        change: () => ({ log: [{ verb: 'create', detail: `由合同编号${old.contract.contract_no}重新发起` }] }),
      })
      return keepAnswer(tx, deps, member, { signId: contract.initiator_sign_id })
    }),
  )
}

/** What was written of the old contract, as a draft of its own. */
function copyOf(deps: Deps, { contract: old, cc }: StoredContract, member: Member): ContractRow {
  const at = deps.now()
  const ends = old.contract_end_at !== null && old.contract_end_at > at
  const written = {
    subject: old.subject,
    contractNo: null,
    remark: old.remark,
    signExpireTime: presetDeadline(old.kind, at),
    contractEndTime: ends ? old.contract_end_at : null,
    signOrderType: old.sign_order_type,
    cc: cc.map(({ name, phone, told_when: when }) => ({ name, phone, when })),
    saveContacts: old.save_contacts,
  }
  return newContract(deps, member, written, { contractId: deps.newId(), signId: newSignId(deps) })
}

async function copyContent(deps: Deps, tx: Db, old: StoredContract, contract: ContractRow): Promise<void> {
  await copyFiles(tx, old.contract, contract)
  const signing = old.parties.filter(({ state }) => state !== 'transferred')
  const numbers = new Map(signing.map(({ party_no }, index) => [party_no, index + 1]))
  const parties = signing.map((party, index) => copyParty(deps, contract, party, index + 1))
  if (parties.length > 0) await tx.insertInto('party').values(parties).execute()
  await copyAreas(tx, old.contract, contract, numbers)
  const cc = old.cc.map((recipient) => copyRecipient(deps, contract, recipient))
  if (cc.length > 0) await tx.insertInto('contract_cc').values(cc).execute()
}

/** A party as the initiator described it, that nobody has claimed. */
const copyParty = (deps: Deps, contract: ContractRow, party: PartyRow, partyNo: number): PartyRow => ({
  tenant_id: contract.tenant_id,
  contract_id: contract.contract_id,
  party_no: partyNo,
  sign_order: party.sign_order,
  kind: party.kind,
  name: party.name,
  phone: party.phone,
  company_name: party.company_name,
  credit_code: party.credit_code,
  identity_hash: party.identity_hash,
  identity_mask: party.identity_mask,
  sign_kind: party.sign_kind,
  state: partyLifecycle.initial,
  will_kind: party.will_kind,
  private_message: party.private_message,
  forced_reading: party.forced_reading,
  reading_done_at: null,
  sign_id: newSignId(deps),
  party_tenant_id: null,
  account_id: null,
  read_at: null,
  signed_at: null,
  finished_mail: null,
})

const copyRecipient = (deps: Deps, contract: ContractRow, { cc_no, name, phone, told_when }: CcRow): CcRow => ({
  tenant_id: contract.tenant_id,
  contract_id: contract.contract_id,
  cc_no,
  name,
  phone,
  told_when,
  sign_id: newSignId(deps),
  cc_tenant_id: null,
  account_id: null,
  told_at: null,
})

/** The uploads are the same: what is stored of them never changes. */
async function copyFiles(tx: Db, old: ContractRow, contract: ContractRow): Promise<void> {
  for (const table of ['contract_file', 'contract_attachment'] as const) {
    const files = await tx
      .selectFrom(table)
      .where('tenant_id', '=', old.tenant_id)
      .where('contract_id', '=', old.contract_id)
      .selectAll()
      .execute()
    const copies = files.map(({ position, file_id, name }) => ({
      tenant_id: contract.tenant_id,
      contract_id: contract.contract_id,
      position,
      file_id,
      name,
    }))
    if (copies.length === 0) continue
    await holdFiles(
      tx,
      old.tenant_id,
      copies.map(({ file_id }) => file_id),
    )
    await tx.insertInto(table).values(copies).execute()
  }
}

async function copyAreas(tx: Db, old: ContractRow, contract: ContractRow, numbers: Map<number, number>): Promise<void> {
  const areas = await areasOf(tx, { homeTenantId: old.tenant_id, contractId: old.contract_id })
  const copies = areas.flatMap((area) => {
    const partyNo = numbers.get(area.party_no)
    if (partyNo === undefined) return []
    return [
      {
        tenant_id: contract.tenant_id,
        contract_id: contract.contract_id,
        area_id: area.area_id,
        file_id: area.file_id,
        party_no: partyNo,
        page: area.page,
        x: area.x,
        y: area.y,
        width: area.width,
        height: area.height,
        control: area.control,
        required: area.required,
        format: area.format,
        value: null,
        label: area.label,
        bounds: area.bounds,
        pages: area.pages,
      },
    ]
  })
  await insertAreas(tx, copies)
}

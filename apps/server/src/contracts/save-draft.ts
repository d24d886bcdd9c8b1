import type { Input, Output } from '@moqi/api/call'
import type { draft } from '@moqi/api/draft'
import { draftOf } from '@moqi/api/wire/draft'
import type { WrittenDraft, WrittenParty } from '@moqi/domain/contract/written-draft'
import { checkPrivateMessage, checkRemark, checkSubject, checkContractNo } from '@moqi/domain/contract/draft-text'
import { checkPaperDemands } from '@moqi/domain/contract/paper-demand'
import { Refusal } from '@moqi/domain/refusal'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { byVerb, type ContractVerb, noFacts } from '#src/cores/contract/contract-verb.ts'
import { createContract } from '#src/cores/contract/create-contract.ts'
import { putAttachments, putCc } from '#src/cores/contract/draft-extras.ts'
import { putFiles } from '#src/cores/contract/draft-files.ts'
import { putParties } from '#src/cores/contract/draft-parties.ts'
import { newContract, written } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken, isNumberTaken } from '#src/cores/contract/number-taken.ts'
import { placeAreas } from '#src/cores/contract/place-areas.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { refuseAgreement } from './refuse-agreement.ts'

type Save = typeof draft.saveDraft
type Saved = Output<Save>

/**
 * Saves the first two steps of the wizard: a new draft, or a newer version of one (checklist C88). What is incomplete
 * is kept as it is; only what could never be right is refused. Editing a complete contract makes it a draft again.
 */
export async function saveDraft(deps: Deps, member: Member, input: Input<Save>): Promise<Saved> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const draft = checked(draftOf(input))
  const { signId, version } = input
  const write = () =>
    signId ? byVerb(rewriteDraft)(deps, member, { signId, version, draft }) : create(deps, member, draft)
  try {
    // An automatic number that is taken is drawn again; a typed one is the person's to change.
    return await (draft.contractNo ? write() : againWhenNumberTaken(write))
  } catch (error) {
    if (!isNumberTaken(error)) throw error
    throw new Refusal('field/invalid', { field: 'contractNo', message: '合同编号已存在' }, { cause: error })
  }
}

function checked(draft: WrittenDraft): WrittenDraft {
  const { signExpireTime, contractEndTime } = draft
  if (![signExpireTime ?? 0, contractEndTime ?? 0].every(Number.isSafeInteger)) throw new Refusal('request/invalid')
  for (const { privateMessage } of draft.parties) {
    fieldOf('parties', checkPrivateMessage(privateMessage ?? ''))
  }
  const parties = draft.parties.map((party) => ({
    ...party,
    paperDemands: fieldOf('parties', checkPaperDemands(party.paperDemands ?? [])),
  }))
  return {
    ...draft,
    parties,
    subject: draft.subject.trim() ? fieldOf('subject', checkSubject(draft.subject)) : '',
    contractNo: fieldOf('contractNo', checkContractNo(draft.contractNo ?? '')) || null,
    remark: fieldOf('remark', checkRemark(draft.remark ?? '')) || null,
  }
}

async function create(deps: Deps, member: Member, draft: WrittenDraft): Promise<Saved> {
  const contract = newContract(deps, member, draft, { contractId: deps.newId(), signId: newSignId(deps) })
  const place = { tenantId: member.tenantId, contractId: contract.contract_id }
  return deps.db.write(member.tenantId, async (tx) => {
    await createContract(deps, tx, actorOf(member), {
      contract,
      fill: () => putContent(deps, tx, place, member, draft),
      change: () => ({ log: [{ verb: 'create' }] }),
    })
    const answer = { signId: contract.initiator_sign_id, taskId: contract.contract_id, version: contract.version }
    return keepAnswer(tx, deps, member, answer)
  })
}

type Place = { tenantId: string; contractId: string }

/** Everything of the draft that is not a field of the contract itself. */
async function putContent(deps: Deps, tx: Db, place: Place, member: Member, draft: WrittenDraft): Promise<void> {
  const signIds = () => newSignId(deps)
  await putFiles(tx, place, member.accountId, draft.files)
  await putAttachments(tx, place, member.accountId, draft.attachments)
  await putParties(deps, tx, place, draft.parties, { phone: member.phone, newSignId: signIds })
  await putCc(tx, place, draft.cc, signIds)
  if (draft.areas) await placeAreas(tx, place, draft.areas, draft.parties.map(sideOf))
}

const sideOf = ({ partyNo, companyName }: WrittenParty) => ({
  partyNo,
  kind: companyName === null ? ('person' as const) : ('company' as const),
})

/** What a draft shall be; `version` is the one it was read in. */
type Rewrite = { signId: string; version: number | undefined; draft: WrittenDraft }

/** Writes a draft anew, unless somebody else has done so since it was read. */
const rewriteDraft: ContractVerb<Rewrite, Saved, null> = {
  operation: 'edit',
  async put(deps, tx, { stored: { contract }, entry, member, input }) {
    refuseAgreement(contract)
    if (contract.version !== input.version) throw new Refusal('contract/stale-draft')
    await putContent(deps, tx, { tenantId: entry.homeTenantId, contractId: entry.contractId }, member, input.draft)
  },
  facts: noFacts,
  decide: ({ stored: { contract }, input: { signId, draft } }) => ({
    moves: [{ of: 'contract', event: 'edit' }],
    set: { ...written(draft), contract_no: draft.contractNo ?? contract.contract_no },
    content: true,
    answer: ({ contract: { contract_id: taskId, version } }) => ({ signId, taskId, version }),
  }),
}

import { enforce } from '@moqi/domain/contract/row-policy'
import { checkPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { loadContract, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { type Handing, handingOver } from '#src/cores/contract/handing-over.ts'
import { passFiles } from '#src/cores/contract/pass-files.ts'
import { type ReadableEntry, requireReadableEntry } from '#src/cores/contract/entry.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { type Colleague, requireColleague } from '#src/cores/identity/colleagues.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

type Draft = ReadableEntry & { initiator: string }

/**
 * Who completes and sends a draft of the company's: whose it is, or the member with that phone, whose it becomes when
 * the integration's own member made it. Throws `pass/party` for who may not launch, `contract/illegal-move` once it is
 * sent.
 */
export async function draftsPerson(
  deps: Deps,
  member: Member,
  { signId, phone }: { signId: string; phone?: string | undefined },
) {
  if (!member.space.rights.includes('launch')) throw refuse('该应用没有“发起合同”权限，请企业管理员在应用中勾选')
  const draft = await requireDraft(deps, member, signId)
  const checked = checkPhone(phone ?? member.phone)
  if (phone === undefined || (checked.ok && checked.value === member.phone)) {
    const accountId = phone === undefined ? draft.initiator : member.accountId
    return opened(deps, draft, accountId)
  }
  const colleague = await deps.db.directory((directory) => requireColleague(directory, member, { phone }))
  if (colleague.accountId !== draft.initiator) {
    await requireLauncher(deps, draft, colleague.accountId)
    await hand(deps, member, draft, colleague)
  }
  return opened(deps, { ...draft, initiator: colleague.accountId }, colleague.accountId)
}

const refuse = (message: string) => new Refusal('pass/party', { message })

async function requireDraft(deps: Deps, member: Member, signId: string): Promise<Draft> {
  const entry = await requireReadableEntry(deps, member, signId)
  const { contract } = await deps.db.read(entry.homeTenantId, async (home) => {
    const stored = await loadContract(home, entry)
    requireEditable(stored)
    return stored
  })
  if (contract.tenant_id !== member.tenantId || contract.initiator_sign_id !== signId)
    throw refuse('只能打开本企业自己发起的草稿')
  return { ...entry, initiator: contract.initiator_account_id }
}

/** As it is for whoever launched it. */
const requireEditable = (stored: StoredContract) =>
  enforce('edit', viewOf(stored, { partyNo: null, isInitiator: true }))

async function opened(deps: Deps, draft: Draft, accountId: string) {
  if (accountId !== draft.initiator) throw refuse('该草稿由其他成员发起，请使用其手机号')
  await requireLauncher(deps, draft, accountId)
  const { homeTenantId, contractId, signId } = draft
  return { accountId, homeTenantId, contractId, partyNo: null, tenantId: homeTenantId, signId }
}

/** Throws `pass/party` unless that account may launch contracts for the company. */
export async function requireLauncher(
  deps: Pick<Deps, 'db'>,
  { homeTenantId }: { homeTenantId: string },
  accountId: string,
): Promise<void> {
  const found = await findMember(deps, { accountId, tenantId: homeTenantId })
  if (!found?.space.rights.includes('launch')) throw refuse('该成员没有发起合同的权限，请企业管理员设置')
}

/** The draft becomes the colleague's, with what was uploaded for it. */
async function hand(deps: Deps, member: Member, draft: Draft, colleague: Colleague): Promise<void> {
  if (draft.initiator !== member.accountId) throw refuse('该草稿由其他成员发起，请使用其手机号')
  const from = { accountId: member.accountId, name: member.nickName, phone: member.phone }
  const handing: Handing = { tenantId: member.tenantId, from, to: colleague, by: from }
  await changeContracts(deps, { ...actorOf(member), repeat: null }, [draft], {
    facts: async () => newSignId(deps),
    decide([stored], newHandle) {
      requireEditable(stored)
      const change = handingOver(stored, handing, newHandle)
      // Two at once: the draft is somebody's already. Who gets it opens it now, and need not be told.
      if (!change) throw new Refusal('contract/changed')
      return { changes: [{ ...change, tell: [] }], answer: () => null }
    },
    writing: () => ({ write: async (tx, { after }) => passFiles(tx, after.contract, handing) }),
  })
}

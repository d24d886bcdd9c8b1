import { wireStatus } from '@moqi/api/wire/contract'
import type { Input, Output } from '@moqi/api/call'
import type { draft } from '@moqi/api/draft'
import { enforce, rowStatus } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { claimantsOf } from '#src/cores/contract/bind-parties.ts'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { actorOf } from '#src/cores/contract/contract-log.ts'
import { loadContract, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { draftFaultsOf } from '#src/cores/contract/draft-check.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { freezeFiles, storeFrozen } from '#src/cores/contract/freeze-files.ts'
import { sendingOf } from '#src/cores/contract/send-contract.ts'
import { requireQuota } from '#src/cores/quota/read-surplus.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type Send = typeof draft.sendTask

/** Notes the parties of a contract that is being sent in its launcher's address book. */
export type KeepParties = (deps: Deps, tx: Db, member: Member, stored: StoredContract) => Promise<void>

/**
 * Sends a contract (domain.md 5.1, row 4). Its files are frozen and certified first, off the event loop; if the draft
 * changed meanwhile, nothing of it happens.
 */
export async function sendContract(
  deps: Deps,
  member: Member,
  input: Input<Send>,
  keepParties: KeepParties,
): Promise<Output<Send>> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const entry = await requireEntry(deps, member, input.signId)
  const draft = await deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    await checkSendable(deps, db, stored, entry)
    return stored
  })
  const frozen = await freezeFiles(deps, draft)
  return changeContracts(deps, actorOf(member), [entry], {
    facts: async (tx, [stored]) => {
      await checkSendable(deps, tx, stored, entry)
      if (stored.contract.version !== draft.contract.version) throw new Refusal('contract/changed')
      return claimantsOf(tx, stored)
    },
    decide([stored], claimants) {
      const change = sendingOf(stored, { claimants, frozen }, deps.now())
      return { changes: [change], answer: ([after]) => ({ status: ownStatus(after, entry) }) }
    },
    writing: () => ({
      write: async (tx, { after }) => {
        await storeFrozen(deps, tx, after.contract, frozen)
        await keepParties(deps, tx, member, after)
      },
    }),
  })
}

const ownStatus = ({ contract, parties }: StoredContract, { signId }: Entry) =>
  wireStatus(
    rowStatus({
      contractState: contract.state,
      ownPartyState: parties.find(({ sign_id }) => sign_id === signId)?.state ?? null,
    }),
  )

async function checkSendable(deps: Deps, db: Db, stored: StoredContract, entry: Entry): Promise<void> {
  const { contract } = stored
  const view = viewOf(stored, entry)
  // A draft that could be sent but for what is missing is told what that is.
  if (contract.state !== 'draft') enforce('send', view)
  else enforce('edit', view)
  const faults = await draftFaultsOf(deps, db, stored)
  if (faults[0]) throw new Refusal('contract/incomplete', { message: faults[0].message, faults })
  if (contract.state === 'draft') throw new Refusal('contract/incomplete', { message: '请先确认签署位置后再发送' })
  if (contract.kind === 'normal') await requireQuota(db, contract.tenant_id, deps.now())
}

import type { Input } from '@moqi/api/call'
import type { BatchAnswer, operation } from '@moqi/api/operation'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { byVerb } from '#src/cores/contract/contract-verb.ts'
import { eachContract } from '#src/cores/contract/each-contract.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { urgeable } from '#src/cores/contract/urge-waits.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { reasonOf, recallContract } from './close-contract.ts'
import { type KeepParties, sendContract } from './send-contract.ts'
import { urgeParties } from './urge-parties.ts'

/** Sends several contracts (checklist C55). */
export function sendContracts(
  deps: Deps,
  member: Member,
  { signIds }: Input<typeof operation.sendTasks>,
  keepParties: KeepParties,
): Promise<BatchAnswer> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  return eachContract(deps, member, signIds, (one, signId) => sendContract(deps, one, { signId }, keepParties))
}

/** Withdraws several contracts for one reason. */
export const recallContracts: Handler<typeof operation.recallTasks> = async (deps, member, { signIds, ...why }) => {
  reasonOf(why.reason)
  const recall = byVerb(recallContract)
  return eachContract(deps, member, signIds, (one, signId) => recall(deps, one, { signId, ...why }))
}

/** Reminds whoever several contracts wait for; a person of more than one of them is sent one SMS altogether. */
export const urgeSeveral: Handler<typeof operation.urgeTasks> = (deps, member, { signIds }) => {
  const urge = byVerb(urgeParties)
  const reached = new Set<string>()
  return eachContract(deps, member, signIds, async (one, signId) => {
    await urge(deps, one, { signId, reached })
    for (const phone of await waitedFor(deps, one, signId)) reached.add(phone)
  })
}

/** The phones of those whom a contract waits for. */
async function waitedFor(deps: Deps, member: Member, signId: string): Promise<string[]> {
  const entry = await requireEntry(deps, member, signId)
  const { parties } = await deps.db.read(entry.homeTenantId, (home) => loadContract(home, entry))
  return urgeable(parties, member.accountId).map(({ phone }) => phone)
}

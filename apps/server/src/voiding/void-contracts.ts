import type { Input } from '@moqi/api/call'
import type { BatchAnswer } from '@moqi/api/operation'
import { voiding } from '@moqi/api/voiding'
import { Refusal } from '@moqi/domain/refusal'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { eachContract } from '#src/cores/contract/each-contract.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { once, partOf } from '#src/platform/idempotency.ts'
import { checkedTerms, saveTaskRelieve } from './save-agreement.ts'
import { draftAgreement } from './void-contract.ts'

type Asked = Input<typeof voiding.voidTasks>

/**
 * Voids several finished contracts on the same terms: of each an agreement is drafted, written and sent to those who
 * have signed it. An agreement that could not be sent stays among those to be sent, with its terms; one that was begun
 * before is left as it is.
 */
export async function voidContracts(
  deps: Deps,
  member: Member,
  { signIds, ...terms }: Asked,
  send: (member: Member, signId: string) => Promise<unknown>,
): Promise<BatchAnswer> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  checkedTerms(terms, deps.now())
  return eachContract(deps, member, signIds, async (one, signId) => {
    const draft = await step(deps, one, 'draft', (own) => draftAgreement(deps, own, signId, refuseBegun))
    const agreement = voiding.voidTask.output.parse(draft).signId
    await step(deps, one, 'write', (own) => write(deps, own, agreement, terms))
    return send(one, agreement)
  })
}

/** Does one step of several under a key of its own, so that a repeat goes on where the first attempt was cut. */
const step = (deps: Deps, member: Member, name: string, act: (member: Member) => Promise<unknown>) => {
  const repeat = member.repeat ? partOf(member.repeat, name) : null
  return once(deps, repeat, () => act({ ...member, repeat }))
}

function refuseBegun(): never {
  const message = '该合同已有尚未发送的作废协议，请打开协议继续办理，或删除后重试'
  throw new Refusal('field/invalid', { field: 'signIds', message })
}

async function write(deps: Deps, member: Member, signId: string, terms: Omit<Asked, 'signIds'>): Promise<unknown> {
  const entry = await requireEntry(deps, member, signId)
  const { contract } = await deps.db.read(entry.homeTenantId, (home) => loadContract(home, entry))
  return saveTaskRelieve(deps, member, { ...terms, signId, version: contract.version, signerArray: [] })
}

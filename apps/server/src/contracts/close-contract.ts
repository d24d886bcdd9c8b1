import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { checkReason } from '@moqi/domain/contract/draft-text'
import type { AboutContract } from '@moqi/domain/messages/notice-facts'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { partyName, partyOf, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type ContractVerb, noFacts } from '#src/cores/contract/contract-verb.ts'
import { concernedInitiator } from '#src/cores/contract/notify-people.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { refundsLeft } from '#src/cores/quota/refunds-left.ts'
import { endingPeople, recalledPeople } from './ending-people.ts'

/** What a contract stores when nobody gave a reason (checklist Z7). */
const unsaid = '未填写'

/** Refuses to sign: the contract ends for everybody (checklist C52). */
export const rejectContract: ContractVerb<Input<typeof task.rejectTask>, null, null> = {
  operation: 'reject',
  check: ({ reason }) => void reasonOf(reason),
  facts: noFacts,
  decide({ stored, entry, member, input }) {
    const reason = reasonOf(input.reason)
    const own = partyOf(stored, entry.partyNo)
    const signer = partyName(own)
    const { initiator_sign_id: initiators } = stored.contract
    return {
      moves: [{ of: 'party', partyNo: own.party_no, event: 'reject' }],
      set: { close_reason: reason, closed_by: signer },
      log: [{ verb: 'reject', detail: reason }],
      tell: [
        {
          kind: 'rejected',
          people: endingPeople(stored, member.accountId),
          factsOf: (about) => ({ ...about, isInitiator: about.signId === initiators, signer, reason }),
        },
      ],
      answer: () => null,
    }
  },
}

/**
 * Withdraws a contract that is being signed; a sending nobody has signed costs nothing (checklist C53), as long as the
 * day's refunds last.
 */
export const recallContract: ContractVerb<Input<typeof task.recallTask>, null, { refundsLeft: number }> = {
  operation: 'recall',
  check: ({ reason }) => void reasonOf(reason),
  facts: async (deps, tx, { stored }) => ({ refundsLeft: await refundsLeft(deps, tx, stored.contract.tenant_id) }),
  decide({ stored, member, input, facts }) {
    const reason = reasonOf(input.reason)
    const isPaid = isRefunded(stored)
    const isOver = isPaid && facts.refundsLeft <= 0
    const people = [concernedInitiator(stored.contract)]
    return {
      moves: [{ of: 'contract', event: 'recall' }],
      set: { close_reason: reason, closed_by: member.nickName },
      log: [{ verb: 'recall', detail: reason }],
      tell: [
        { kind: 'recalled', people: recalledPeople(stored, member.accountId), factsOf: (about) => about },
        ...(isOver ? [{ kind: 'notRefunded', people, factsOf: (about: AboutContract) => about } as const] : []),
      ],
      ...(isPaid && !isOver && { quota: 'refund' as const }),
      answer: () => null,
    }
  },
}

/** Whether recalling it gives back what sending it cost: nobody has signed, and it cost anything. */
const isRefunded = ({ contract, parties }: StoredContract) =>
  contract.kind === 'normal' && parties.every(({ signed_at }) => signed_at === null)

/** Ends a contract whose deadline has passed, unless it is over or was given more time. */
export const expireContract: ContractJob<null, JobPayloads['expireContract']> = {
  facts: noFacts,
  decide({ stored, now }) {
    const { contract } = stored
    if (contract.state !== 'signing' || (contract.sign_expire_at ?? 0) > now) return null
    return {
      moves: [{ of: 'contract', event: 'expire' }],
      set: { close_reason: null, closed_by: '系统' },
      log: [{ verb: 'expire' }],
      tell: [
        {
          kind: 'expired',
          together: now,
          people: endingPeople(stored, null),
          factsOf: (about) => ({ ...about, isInitiator: about.signId === contract.initiator_sign_id }),
        },
      ],
    }
  },
}

/** A reason as it is kept; 未填写 when none was given. Throws `field/invalid`. */
export function reasonOf(text: string | undefined): string {
  if (!text) return unsaid
  return fieldOf('reason', checkReason(text))
}

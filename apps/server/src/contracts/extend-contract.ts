import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { extensionFaults } from '@moqi/domain/contract/draft-rules'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import { deadlineJobs } from '#src/cores/contract/contract-timers.ts'
import { type ContractVerb, noFacts } from '#src/cores/contract/contract-verb.ts'
import { concernedParty } from '#src/cores/contract/notify-people.ts'
import { isAsked, smsDeadline } from '#src/cores/contract/open-parties.ts'
import { checkBeforeDeadline } from './before-deadline.ts'

type Delay = typeof operation.delayTask

/** Gives a contract more time (domain.md 5.1, row 10): later than now and than before, within 365 days of sending. */
export const extendContract: ContractVerb<Input<Delay>, Output<Delay>, null> = {
  operation: 'extend',
  check({ signExpireTime }) {
    if (!Number.isSafeInteger(signExpireTime)) throw new Refusal('field/invalid', { field: 'signExpireTime' })
  },
  facts: noFacts,
  decide({ stored: { contract, parties }, member, input: { signExpireTime }, now }) {
    checkBeforeDeadline(contract, now)
    checkLater(contract, signExpireTime, now)
    const date = smsDeadline({ sign_expire_at: signExpireTime })
    // Whom the deadline binds now, but not who moved it.
    const asked = parties.filter((party) => isAsked(party) && party.account_id !== member.accountId)
    return {
      moves: [{ of: 'contract', event: 'extendDeadline' }],
      set: { sign_expire_at: signExpireTime },
      log: [{ verb: 'extend', detail: `${dayAndHour(contract.sign_expire_at)} → ${dayAndHour(signExpireTime)}` }],
      tell: [
        {
          kind: 'extended',
          people: asked.map(concernedParty),
          links: { parties: asked, until: signExpireTime },
          factsOf: (about, url) => ({ ...about, url, date }),
        },
      ],
      jobs: deadlineJobs({ ...contract, sign_expire_at: signExpireTime }, now),
      answer: () => ({ signExpireTime }),
    }
  },
}

const dayAndHour = (at: number | null) => formatDate(at, '{y}-{m}-{d} {h}:{i}')

function checkLater(contract: ContractRow, signExpireTime: number, now: number): void {
  const [fault] = extensionFaults(contract.kind, signExpireTime, { now, sentAt: contract.sent_at ?? now })
  if (fault) throw new Refusal('field/invalid', fault)
  if (signExpireTime > (contract.sign_expire_at ?? 0)) return
  throw new Refusal('field/invalid', { field: 'signExpireTime', message: '新的截止时间需晚于原截止时间' })
}

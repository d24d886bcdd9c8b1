import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { extensionFaults } from '@moqi/domain/contract/draft-rules'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import {
  changeContract,
  type ContractRow,
  lockContract,
  type PartyRow,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import { smsDeadline } from '#src/cores/contract/open-parties.ts'
import { notifyAsked } from '#src/cores/contract/party-links.ts'
import { prolongTickets } from '#src/cores/contract/ticket.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { setDeadlineTimers } from '#src/cores/contract/contract-timers.ts'

type Delay = typeof operation.delayTask

/** Gives a contract more time (domain.md 5.1, row 10): later than now and than before, within 365 days of sending. */
export async function delayTask(deps: Deps, member: Member, input: Input<Delay>): Promise<Output<Delay>> {
  const { signExpireTime } = input
  if (!Number.isSafeInteger(signExpireTime)) throw new Refusal('field/invalid', { field: 'signExpireTime' })
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('extend', viewOf(stored, entry))
    const { contract, parties } = stored
    checkBeforeDeadline(deps, contract)
    const before = contract.sign_expire_at
    checkLater(deps, contract, signExpireTime)
    const state = taskLifecycle.after(contract.state, 'extendDeadline')
    await changeContract(tx, contract, { state, sign_expire_at: signExpireTime })
    await setDeadlineTimers(deps, tx, contract)
    const detail = `${dayAndHour(before)} → ${dayAndHour(signExpireTime)}`
    await addLog(tx, entry, deps.now(), logActor(member), { verb: 'extend', detail })
    await prolongTickets(tx, contract.contract_id, signExpireTime)
    await notifyAsked(deps, tx, contract, parties.filter(isAsked(member)), {
      kind: 'extended',
      factsOf: (about) => ({ ...about, date: smsDeadline(contract) }),
    })
    await refreshInbox(tx, stored, deps.now())
    return keepAnswer(tx, deps, member, { signExpireTime })
  })
}

/** Whom the deadline binds now, but not who moved it. */
const isAsked =
  ({ accountId }: Member) =>
  ({ state, account_id }: PartyRow) =>
    (state === 'toSign' || state === 'approvalFailed') && account_id !== accountId

const dayAndHour = (at: number | null) => formatDate(at, '{y}-{m}-{d} {h}:{i}')

function checkLater({ now }: Pick<Deps, 'now'>, contract: ContractRow, signExpireTime: number): void {
  const [fault] = extensionFaults(contract.task_type, signExpireTime, { now: now(), sentAt: contract.sent_at ?? now() })
  if (fault) throw new Refusal('field/invalid', fault)
  if (signExpireTime > (contract.sign_expire_at ?? 0)) return
  throw new Refusal('field/invalid', { field: 'signExpireTime', message: '新的截止时间需晚于原截止时间' })
}

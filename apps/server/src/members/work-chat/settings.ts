import type { workChat } from '@moqi/api/work-chat'
import { flagOf } from '@moqi/api/wire/flag'
import { isWorkChat } from '@moqi/domain/account/identity-provider'
import { Refusal } from '@moqi/domain/refusal'
import { chatSyncLimits } from '@moqi/domain/spaces/chat-sync'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { findProvider, findSignInRule, setChatNotices } from '#src/cores/identity/provider-store.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import { holdingTokens } from '#src/cores/provisioning/provisioning-token.ts'
import { changeCompany } from '#src/members/change-company.ts'
import { requireAuthenticated } from '#src/members/invite-user.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import {
  findWorkChat,
  isRunning,
  noteBegun,
  putWorkChat,
  requireChatProvider,
  type WorkChatRow,
} from './work-chat-rows.ts'

/** What the company takes from its work chat, and what came of the last time. */
export const getWorkChat: Handler<typeof workChat.getWorkChat> = async ({ db, now }, { tenantId }) => {
  const { provider, row } = await db.read(tenantId, async (own) => ({
    provider: await findProvider(own, tenantId),
    row: await findWorkChat(own, tenantId),
  }))
  if (!provider || !isWorkChat(provider.protocol)) return { chat: null }
  const rule = await db.directory((directory) => findSignInRule(directory, tenantId))
  const notices = flagOf(rule.chat_notices)
  return { chat: { kind: provider.protocol, notices, ...(row ? standing(row, now()) : never) } }
}

const never = { syncs: 0, state: 'never', report: null, fault: null, startTime: null, endTime: null } as const

function standing(row: WorkChatRow, at: number) {
  const { progress: state, report, fault, started_at: startTime, ended_at: endTime } = row
  const told = { syncs: flagOf(row.syncs), report, startTime, endTime }
  // Whatever began it was ended from outside.
  const isLapsed = state === 'running' && !isRunning(row, at)
  return isLapsed ? { ...told, state: 'failed' as const, fault: '同步中断，请重新同步' } : { ...told, state, fault }
}

/** One key a company: of two schedules the newer one stays. */
export const scheduleKey = (tenantId: string): string => `work chat ${tenantId}`

/** Turns the schedule and the messages on or off. */
export const setWorkChat: Handler<typeof workChat.setWorkChat> = async (deps, member, { syncs, notices }) => {
  requireAuthenticated(member)
  const { tenantId } = member
  await deps.db.directory((directory) => requireRecentProof(deps, directory, member))
  return changeCompany(deps, tenantId, async (tx) => {
    await requireChatProvider(tx, tenantId)
    await putWorkChat(tx, member, { syncs: syncs === 1 })
    await setChatNotices(tx, tenantId, notices === 1)
    if (syncs === 1) {
      const when = { delayMs: chatSyncLimits.everyMs, key: scheduleKey(tenantId) }
      await enqueue(tx, 'syncWorkChat', { tenantId, mode: 'scheduled', leavers: 0 }, when)
    }
    const detail = `自动同步${syncs === 1 ? '打开' : '关闭'}，消息通知${notices === 1 ? '打开' : '关闭'}`
    await addMemberLog(deps, tx, member, { tenantId, verb: 'setWorkChat', detail })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Has the book read by a job, to be told what it says or to have it taken over. */
export const startChatSync: Handler<typeof workChat.startChatSync> = async (deps, member, { mode, leaverNumber }) => {
  requireAuthenticated(member)
  const { tenantId } = member
  await deps.db.directory((directory) => requireRecentProof(deps, directory, member))
  return changeCompany(deps, tenantId, async (tx) => {
    await requireChatProvider(tx, tenantId)
    // Two that say who the members are would undo each other's doings.
    if ((await holdingTokens(deps, tx, tenantId)).length > 0) throw new Refusal('work-chat/provisioned')
    if (isRunning(await findWorkChat(tx, tenantId), deps.now())) throw new Refusal('work-chat/running')
    await putWorkChat(tx, member, {})
    await noteBegun(tx, tenantId, deps.now())
    await enqueue(tx, 'syncWorkChat', { tenantId, mode, leavers: leaverNumber })
    return keepAnswer(tx, deps, member, null)
  })
}

import { isWorkChat, type WorkChatKind } from '@moqi/domain/account/identity-provider'
import { Refusal } from '@moqi/domain/refusal'
import { type ChatReport, chatSyncLimits } from '@moqi/domain/spaces/chat-sync'
import type { Selectable } from 'kysely'
import { findProvider, type StoredProvider } from '#src/cores/identity/provider-store.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** What a company takes from its work chat, as it is kept. */
export type WorkChatRow = Selectable<Schema['work_chat']>
/** Who sets it. */
type Setter = { tenantId: string; accountId: string; nickName: string }

/** The company's provider if it is a work chat. Throws `provider/not-found`. */
export async function requireChatProvider(
  own: Db,
  tenantId: string,
): Promise<StoredProvider & { protocol: WorkChatKind }> {
  const found = await findProvider(own, tenantId)
  if (!found || !isWorkChat(found.protocol)) throw new Refusal('provider/not-found')
  return { ...found, protocol: found.protocol }
}

/** Undefined while nothing was ever set. */
export const findWorkChat = (own: Db, tenantId: string): Promise<WorkChatRow | undefined> =>
  own.selectFrom('work_chat').where('tenant_id', '=', tenantId).selectAll().executeTakeFirst()

/** Keeps who set it last; that one answers for the invitations from now on. */
export async function putWorkChat(tx: Db, by: Setter, set: { syncs?: boolean }): Promise<void> {
  const setter = { account_id: by.accountId, made_by: by.nickName, ...set }
  await tx
    .insertInto('work_chat')
    .values({ tenant_id: by.tenantId, ...setter, syncs: set.syncs ?? false, progress: 'never' })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(setter))
    .execute()
}

/** Whether somebody is reading the book at that moment, and has not given up. */
export const isRunning = (row: Pick<WorkChatRow, 'progress' | 'started_at'> | undefined, at: number): boolean =>
  row?.progress === 'running' && (row.started_at ?? 0) + chatSyncLimits.lapseMs > at

/** Notes that it has begun. */
export const noteBegun = (tx: Db, tenantId: string, at: number): Promise<unknown> =>
  tx
    .updateTable('work_chat')
    .set({ progress: 'running', started_at: at, ended_at: null, report: null, fault: null })
    .where('tenant_id', '=', tenantId)
    .execute()

/** What a reading came to. */
export type Ending = { state: 'planned' | 'asks' | 'done'; report: ChatReport } | { state: 'failed'; fault: string }

/** Notes what it came to. */
export const noteEnded = (tx: Db, tenantId: string, ending: Ending, at: number): Promise<unknown> =>
  tx
    .updateTable('work_chat')
    .set({
      progress: ending.state,
      report: 'report' in ending ? JSON.stringify(ending.report) : null,
      fault: 'fault' in ending ? ending.fault : null,
      ended_at: at,
    })
    .where('tenant_id', '=', tenantId)
    .execute()

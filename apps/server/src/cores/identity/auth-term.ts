import { paperTermDays } from '@moqi/domain/identity/paper-term'
import { dayMs } from '@moqi/domain/time/civil-date'
import { deadlineDay } from '@moqi/domain/time/deadline'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import { retireCertificates } from '#src/platform/authority/retire-certificates.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { moveCompanyAuth, movePersonAuth } from './move-auth.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>

/** Notes until when a space is authenticated, in ms: its paper's end; null where that is for good. */
export async function setAuthTerm(tx: Db, tenantId: string, until: number | null): Promise<void> {
  await tx
    .updateTable('space')
    .set({ auth_until: until, auth_told_at: null })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Spaces whose authentication ends within the days in which that is told, or has. */
export async function endingAuths(directory: Db, now: number): Promise<string[]> {
  const rows = await directory
    .selectFrom('space')
    .where('auth_status', '=', 'passAuth')
    .where('auth_until', '<=', now + paperTermDays * dayMs)
    .where((row) => row.or([row('auth_told_at', 'is', null), row('auth_until', '<=', now)]))
    .select('tenant_id')
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

/**
 * Ends an authentication whose paper is valid no more (domain 5.6): the space signs and launches nothing and keeps all
 * it has, its certificates are taken back, and whoever holds it is told; before that, of the end to come. Runs in the
 * tenant; a repeat does and tells nothing twice.
 */
export async function ageAuth(deps: Telling, tx: Db, tenantId: string): Promise<void> {
  const now = deps.now()
  const space = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['kind', 'name', 'auth_status', 'auth_until', 'auth_told_at'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { kind, name, auth_status: authStatus, auth_until: until, auth_told_at: toldAt } = space
  if (authStatus !== 'passAuth' || until === null) return
  const facts = { company: kind === 'company' ? name : null, date: deadlineDay(until) }
  const holders = await administratorsOf(tx, tenantId)
  const told = async (what: 'authLapses' | 'authLapsed') => {
    for (const accountId of holders) await notify(deps, tx, { kind: what, to: { accountId, tenantId }, facts })
  }
  if (until <= now) {
    const move = kind === 'company' ? moveCompanyAuth : movePersonAuth
    const reason = `证件有效期至${facts.date}，已到期`
    const none = { auth_until: null, auth_told_at: null }
    const status = await move(tx, { tenantId, authStatus }, ['lapse'], { reject_reason: reason, ...none })
    await inTenant(tx, tenantId, () => retireCertificates(tx, tenantId, now))
    for (const accountId of holders) tellAuth(tx, { tenantId, accountId }, status)
    return told('authLapsed')
  }
  if (toldAt !== null) return
  await tx.updateTable('space').set({ auth_told_at: now }).where('tenant_id', '=', tenantId).execute()
  await told('authLapses')
}

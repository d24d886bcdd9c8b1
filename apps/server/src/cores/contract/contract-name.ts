import { nullWhenRefused } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { requireEntry } from './entry.ts'

/** What a contract is called, to who may see it; empty to anybody else. */
export async function nameOf(deps: Pick<Deps, 'db'>, member: Member, signId: string): Promise<string> {
  const entry = await requireEntry(deps, member, signId).catch(nullWhenRefused)
  if (!entry) return ''
  const row = await deps.db.read(entry.homeTenantId, (home) =>
    home
      .selectFrom('contract')
      .where('tenant_id', '=', entry.homeTenantId)
      .where('contract_id', '=', entry.contractId)
      .select('subject')
      .executeTakeFirst(),
  )
  return row?.subject ?? ''
}

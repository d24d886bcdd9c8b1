import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { seesAllContracts } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/**
 * A contract by its `taskId`, if the actor has a row of it in the current space, or sees all of the company that has
 * (checklist I9); else `contract/not-found`.
 */
export async function contractSeenBy(
  { db }: Pick<Deps, 'db'>,
  member: Member,
  contractId: string,
): Promise<{ homeTenantId: string; contractId: string }> {
  if (!isUuid(contractId)) throw new Refusal('contract/not-found')
  const viewers = seesAllContracts(member.space) ? [member.accountId, member.tenantId] : [member.accountId]
  const row = await db.read(member.tenantId, (tenant) =>
    tenant
      .selectFrom('inbox')
      .where('tenant_id', '=', member.tenantId)
      .where('account_id', 'in', viewers)
      .where('contract_id', '=', contractId)
      .select('home_tenant_id')
      .executeTakeFirst(),
  )
  if (!row) throw new Refusal('contract/not-found')
  return { homeTenantId: row.home_tenant_id, contractId }
}

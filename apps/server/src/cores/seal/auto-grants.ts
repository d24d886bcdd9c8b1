import { Refusal } from '@moqi/domain/refusal'
import type { AutoGrant } from '@moqi/domain/seals/auto-signing'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { grantOf, type GrantRow, inForceAt } from './grants.ts'

/** An authorisation of automatic signing as the domain judges it. */
export const autoGrantOf = (row: GrantRow): AutoGrant => ({
  ...grantOf(row),
  countMax: row.count_max ?? 0,
  used: row.used_number,
})

/**
 * The company's authorisations of automatic signing in force that were given for the contract's template, oldest
 * first.
 */
export const autoGrantsFor = (
  own: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
  now: number,
): Promise<GrantRow[]> =>
  own
    .selectFrom('seal_grant as g')
    .innerJoin('contract_template as t', 't.tenant_id', 'g.tenant_id')
    .where('g.tenant_id', '=', tenantId)
    .where('g.manner', '=', 'auto')
    .where('t.contract_id', '=', contractId)
    .where(inForceAt(now))
    .where(sql<boolean>`g.named @> jsonb_build_array(jsonb_build_object('id', t.template_id::text))`)
    .orderBy('g.created_at')
    .orderBy('g.grant_id')
    .selectAll('g')
    .execute()

/**
 * Counts a contract that is signed by the authorisation, which is held until the transaction ends. Throws
 * `seal/grant-changed` when it has ended or is used up.
 */
export async function useAutoGrant(
  tx: Db,
  { tenant_id, grant_id }: Pick<GrantRow, 'tenant_id' | 'grant_id'>,
  now: number,
): Promise<void> {
  const used = await tx
    .updateTable('seal_grant as g')
    .set(({ eb }) => ({ used_number: eb('used_number', '+', 1) }))
    .where('g.tenant_id', '=', tenant_id)
    .where('g.grant_id', '=', grant_id)
    .where('g.manner', '=', 'auto')
    .where(inForceAt(now))
    .where(({ eb, ref }) => eb('g.used_number', '<', ref('g.count_max')))
    .returning('g.grant_id')
    .execute()
  if (used.length !== 1) throw new Refusal('seal/grant-changed')
}

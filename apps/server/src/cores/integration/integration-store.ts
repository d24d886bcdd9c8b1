import type { Selectable } from 'kysely'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** An integration as it is stored. */
export type StoredIntegration = Selectable<Schema['integration']>

/** A company's integrations, those made last first. */
export const integrationsOf = async (own: Db, tenantId: string): Promise<StoredIntegration[]> =>
  own
    .selectFrom('integration')
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at', 'desc')
    .orderBy('integration_id', 'desc')
    .selectAll()
    .execute()

/** One of them. Throws `integration/not-found`. */
export async function requireIntegration(own: Db, tenantId: string, integrationId: string): Promise<StoredIntegration> {
  const found = isUuid(integrationId)
    ? await own
        .selectFrom('integration')
        .where('tenant_id', '=', tenantId)
        .where('integration_id', '=', integrationId)
        .selectAll()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('integration/not-found')
  return found
}

/** One of them, held to the transaction's end. Throws `integration/not-found`, and `integration/stale`. */
export async function holdIntegration(
  tx: Db,
  tenantId: string,
  { integrationId, version }: { integrationId: string; version: number | null },
): Promise<StoredIntegration> {
  const found = isUuid(integrationId)
    ? await tx
        .selectFrom('integration')
        .where('tenant_id', '=', tenantId)
        .where('integration_id', '=', integrationId)
        .selectAll()
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('integration/not-found')
  if (version !== null && found.version !== version) throw new Refusal('integration/stale')
  return found
}

/** Keeps an integration as it is from now on: a new one, or one that is held. */
export async function putIntegration(tx: Db, row: StoredIntegration): Promise<void> {
  const { tenant_id, integration_id, created_at, ...changed } = row
  await tx
    .insertInto('integration')
    .values({ tenant_id, integration_id, created_at, ...changed })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'integration_id']).doUpdateSet({
        name: changed.name,
        account_id: changed.account_id,
        scopes: changed.scopes,
        addresses: changed.addresses,
        version: changed.version,
        disabled_at: changed.disabled_at,
        changed_at: changed.changed_at,
        changed_by: changed.changed_by,
      }),
    )
    .execute()
}

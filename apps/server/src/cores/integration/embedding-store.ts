import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readAppId } from './app-id.ts'

/** From where signing pages may be framed, and where they lead back to. */
export type StoredEmbedding = { origins: readonly string[]; returns: readonly string[] }

type Owner = { tenantId: string; integrationId: string }

/** What was set for an integration; nothing until something was. */
export async function readEmbedding(own: Db, { tenantId, integrationId }: Owner): Promise<StoredEmbedding> {
  const found = await own
    .selectFrom('integration_embedding')
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .select(['origins', 'returns'])
    .executeTakeFirst()
  return found ?? { origins: [], returns: [] }
}

/** Keeps it from now on. */
export async function putEmbedding(tx: Db, { tenantId, integrationId }: Owner, kept: StoredEmbedding): Promise<void> {
  const set = { origins: [...kept.origins], returns: [...kept.returns] }
  await tx
    .insertInto('integration_embedding')
    .values({ tenant_id: tenantId, integration_id: integrationId, origins: set.origins, returns: set.returns })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'integration_id']).doUpdateSet(set))
    .execute()
}

/** An integration as its framed pages know it. */
export type Opener = StoredEmbedding & { name: string; tenantId: string }

/** The integration that an AppId names, while it is let in; null for every other. */
export async function findOpener({ db }: Pick<Deps, 'db'>, appId: string): Promise<Opener | null> {
  const named = readAppId(appId)
  if (!named) return null
  const { tenantId, integrationId } = named
  return db.read(tenantId, async (own) => {
    const found = await own
      .selectFrom('integration')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .where('disabled_at', 'is', null)
      .select('name')
      .executeTakeFirst()
    if (!found) return null
    const { origins, returns } = await readEmbedding(own, named)
    return { name: found.name, tenantId, origins, returns }
  })
}

import type { BulletinAudience, BulletinLevel, BulletinState } from '@moqi/domain/bulletins/bulletin-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Times are ms. `revision` counts its changes, `edition` how often it was published. */
    bulletin: {
      bulletin_id: string
      state: BulletinState
      words: string
      level: BulletinLevel
      audience: BulletinAudience
      begins_at: number
      ends_at: number
      revision: number
      edition: number
      created_at: number
      changed_at: number
      changed_by: string
      published_at: number | null
    }
    /** Up to which edition somebody has closed it. */
    bulletin_dismissal: { bulletin_id: string; account_id: string; edition: number; dismissed_at: number }
  }
}

/** A stored bulletin. */
export type BulletinRow = Selectable<Schema['bulletin']>

/**
 * The bulletin as it was seen, locked until the transaction ends. Throws `bulletin/not-found`, and `bulletin/changed`
 * when it is another by now.
 */
export async function requireBulletin(tx: Db, bulletinId: string, revision: number): Promise<BulletinRow> {
  const row = isUuid(bulletinId)
    ? await tx
        .selectFrom('bulletin')
        .where('bulletin_id', '=', bulletinId)
        .where('state', '!=', 'dropped')
        .selectAll()
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('bulletin/not-found')
  if (row.revision !== revision) throw new Refusal('bulletin/changed')
  return row
}

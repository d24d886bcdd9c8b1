import type { HeldPack } from '@moqi/api/order'
import { packKindLabels } from '@moqi/domain/quota/ledger'
import type { Selectable } from 'kysely'
import type { Schema } from '#src/platform/database/schema.ts'

/** A pack as its space is shown it. */
export const heldPack = (row: Selectable<Schema['quota_pack']>): HeldPack => ({
  packId: row.pack_id,
  packName: row.name ?? packKindLabels[row.kind],
  total: row.total,
  remaining: row.remaining,
  getTime: row.given_at,
  endTime: row.expires_at,
})

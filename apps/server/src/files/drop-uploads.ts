import { dayMs } from '@moqi/domain/time/civil-date'
import { sql } from 'kysely'
import { removeUnused } from '#src/cores/contract/unused-files.ts'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { spacesOfHour } from '#src/platform/jobs/spaces-of-hour.ts'

const page = 500

/**
 * Removes uploads of more than a day ago that no draft, contract or template has, and frees what is stored of them.
 * Runs as a job, for each space once a day; on several nodes at once each upload goes once.
 */
export async function dropUploads(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = deps.now()
  for (const tenantId of await spacesOfHour(deps, at)) await dropUploadsOf(deps, tenantId)
}

/** As `dropUploads`, of one space. */
export async function dropUploadsOf({ db, now }: Pick<Deps, 'db' | 'now'>, tenantId: string): Promise<void> {
  const before = now() - dayMs
  for (let after = ''; ;) {
    const last = await db.write(tenantId, (tx) => dropPage(tx, tenantId, { after, before }))
    if (last === null) return
    after = last
  }
}

/** Answers the last upload it looked at; null behind the last of all. */
async function dropPage(
  tx: Db,
  tenantId: string,
  { after, before }: { after: string; before: number },
): Promise<string | null> {
  // Locked, so that nobody puts one into a draft meanwhile.
  const old = await tx
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`not sent`)
    .where('created_at', '<=', before)
    // What an order was paid by is kept with it.
    .where('file_id', 'not in', (eb) =>
      eb
        .selectFrom('pack_order')
        .where('tenant_id', '=', tenantId)
        .where('voucher_file_id', 'is not', null)
        .select('voucher_file_id'),
    )
    .$if(after !== '', (file) => file.where('file_id', '>', after))
    .select('file_id')
    .orderBy('file_id')
    .limit(page)
    .forUpdate()
    .execute()
  const last = old.at(-1)
  if (!last) return null
  const fileIds = old.map(({ file_id }) => file_id)
  const removed = await removeUnused(tx, tenantId, fileIds)
  if (removed.length > 0) await releaseBlobs(tx, { jobKey: `free ${last.file_id}`, holders: removed })
  return last.file_id
}

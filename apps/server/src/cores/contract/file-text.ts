import { createHash } from 'node:crypto'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Viewer } from './inbox-row.ts'

/** Keeps what was read of a file; what is known already stays. Runs in its tenant. */
export async function keepFileText(
  tx: Db,
  { tenantId, fileId, text, reading }: { tenantId: string; fileId: string; text: string; reading: string },
): Promise<void> {
  await tx
    .insertInto('file_text')
    .values({ tenant_id: tenantId, file_id: fileId, text, reading })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Which text is meant, as rows of the index keep it: 8 bytes, so that one that has changed is known. */
export const textDigest = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 8)

/**
 * Makes a viewer's row of the index findable by the words of the contract's files. One that is already stays as it is,
 * since a row that is written anew is put under each of its words again. Runs in the viewer's tenant.
 */
export async function putFileText(
  tx: Db,
  { contractId, viewer, digest }: { contractId: string; viewer: Viewer; digest: Buffer },
  wordsOf: (viewer: Viewer) => number[],
): Promise<void> {
  const place = { tenantId: viewer.tenantId, accountId: viewer.accountId, contractId }
  const [entry] = await entryOf(tx, place)
  if (!entry || entry.text_digest?.equals(digest)) return
  await tx
    .updateTable('search_entry')
    .set({ text_words: wordsOf(viewer), text_digest: digest })
    .where('tenant_id', '=', place.tenantId)
    .where('account_id', '=', place.accountId)
    .where('contract_id', '=', contractId)
    .execute()
}

const entryOf = compiledOnce((tx, place: { tenantId: string; accountId: string; contractId: string }) =>
  tx
    .selectFrom('search_entry')
    .where('tenant_id', '=', place.tenantId)
    .where('account_id', '=', place.accountId)
    .where('contract_id', '=', place.contractId)
    .select('text_digest'),
)

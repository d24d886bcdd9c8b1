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

/** Makes a viewer's row of the index findable by the words of the contract's files. Runs in the viewer's tenant. */
export async function putFileText(
  tx: Db,
  { contractId, viewer, words }: { contractId: string; viewer: Viewer; words: number[] },
): Promise<void> {
  await tx
    .updateTable('search_entry')
    .set({ text_words: words })
    .where('tenant_id', '=', viewer.tenantId)
    .where('account_id', '=', viewer.accountId)
    .where('contract_id', '=', contractId)
    .execute()
}

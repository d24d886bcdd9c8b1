import type { Db } from '#src/platform/database/database.ts'

/** Has a session, by its token's hash, act in a space whenever a request names none. */
export async function actIn(directory: Db, sessionHash: Buffer, tenantId: string): Promise<void> {
  await directory.updateTable('session').set({ tenant_id: tenantId }).where('token_hash', '=', sessionHash).execute()
}

/** Has an account's sessions that act in a space act in none. */
export async function leaveSpace(tx: Db, tenantId: string, accountId: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ tenant_id: null })
    .where('account_id', '=', accountId)
    .where('tenant_id', '=', tenantId)
    .execute()
}

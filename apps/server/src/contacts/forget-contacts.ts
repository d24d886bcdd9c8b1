import type { Db } from '#src/platform/database/database.ts'

/** Removes a space's address books: other people's data, kept for nobody but who goes. */
export async function forgetContacts(tx: Db, tenantId: string): Promise<void> {
  for (const table of ['contact', 'contact_count'] as const) {
    await tx.deleteFrom(table).where('tenant_id', '=', tenantId).execute()
  }
}

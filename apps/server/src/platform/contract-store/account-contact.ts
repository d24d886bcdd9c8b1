import type { Db } from '#src/platform/database/database.ts'

/** The mail address an account has bound; null when there is none. */
export async function emailOf(db: Db, accountId: string): Promise<string | null> {
  const found = await db.selectFrom('account').where('account_id', '=', accountId).select('email').executeTakeFirst()
  return found?.email ?? null
}

import type { Updateable } from 'kysely'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Db } from '#src/platform/database/database.ts'

type Columns =
  | 'nick_name'
  | 'default_tenant_id'
  | 'invite_code'
  | 'check_auth_shown'
  | 'check_seal_shown'
  | 'password_shown'

/** Writes what is kept with an account beside how it signs in. */
export async function changeAccount(
  directory: Db,
  accountId: string,
  set: Pick<Updateable<DirectoryTables['account']>, Columns>,
): Promise<void> {
  await directory.updateTable('account').set(set).where('account_id', '=', accountId).execute()
}

import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { adoptPassword, isUnkeyed } from '#src/platform/keys/password-hash.ts'

type Adopting = Pick<Deps, 'db' | 'derivationKey'>

/**
 * Binds the hashes of before passwords were keyed to their accounts, all of them in one transaction and only while
 * there is no other: what somebody writes into the table later, in the old form, is no password.
 */
export async function adoptPasswords(deps: Adopting): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    if (await hasKeyed(tx)) return
    const accounts = await tx
      .selectFrom('account')
      .where('password_hash', 'is not', null)
      .select(['account_id', 'password_hash'])
      .forUpdate()
      .execute()
    for (const { account_id: accountId, password_hash: stored } of accounts) {
      if (stored === null || !isUnkeyed(stored)) continue
      const adopted = adoptPassword(deps, accountId, stored)
      await tx.updateTable('account').set({ password_hash: adopted }).where('account_id', '=', accountId).execute()
    }
    await adoptFormer(deps, tx)
  })
}

async function hasKeyed(tx: Db): Promise<boolean> {
  const keyed = tx.selectFrom('account').where('password_hash', 'not like', 'argon2id$%').select('account_id').limit(1)
  return (await keyed.executeTakeFirst()) !== undefined
}

async function adoptFormer(deps: Adopting, tx: Db): Promise<void> {
  const former = await tx
    .selectFrom('password_history')
    .select(['history_id', 'account_id', 'password_hash'])
    .forUpdate()
    .execute()
  for (const { history_id, account_id, password_hash: stored } of former) {
    const adopted = adoptPassword(deps, account_id, stored)
    if (isUnkeyed(stored))
      await tx
        .updateTable('password_history')
        .set({ password_hash: adopted })
        .where('history_id', '=', history_id)
        .execute()
  }
}

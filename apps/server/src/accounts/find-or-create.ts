import { isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { createAccount } from './create-account.ts'

/** The account of a phone that has just been proved; made when there is none, once however many ask. */
export async function findOrCreate(deps: Deps, phone: string, inviteCode?: string): Promise<string> {
  const find = () =>
    deps.db.directory((directory) =>
      directory.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirst(),
    )
  const found = await find()
  if (found) return found.account_id
  try {
    const made = { phone, ...(inviteCode && { inviteCode }) }
    return (await deps.db.directoryWrite((tx) => createAccount(deps, tx, made))).accountId
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const other = await find()
    if (!other) throw error
    return other.account_id
  }
}

import { accountLimits } from '@moqi/domain/account/limits'
import { checkPassword as checkShape, type PasswordOwner } from '@moqi/domain/account/password'
import { usualEntry } from '@moqi/domain/spaces/entry-rule'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { checkPassword, hashPassword, isAdopted } from '#src/platform/keys/password-hash.ts'

const remembered = accountLimits.password.rememberedPasswords

/** A typed password that its owner may have. Throws `field/invalid`. */
export function passwordOf(text: string, owner: PasswordOwner): string {
  const password = checkShape(text, owner)
  if (!password.ok) throw refused(password.message)
  return password.value
}

/** Throws `field/invalid` for a password shorter than a company asks of its members. */
export async function requireLength(directory: Db, accountId: string, password: string): Promise<void> {
  const companies = await directory
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('m.state', '=', 'accepted')
    .where('s.entry_rule', 'is not', null)
    .select(['s.name', 's.entry_rule'])
    .execute()
  for (const { name, entry_rule: rule } of companies) {
    const { least } = rule?.password ?? usualEntry.password
    if (password.length < least) throw refused(`${name}要求成员的密码至少${least}位`)
  }
}

const refused = (message: string) => new Refusal('field/invalid', { field: 'password', message })

/** Gives an account a new password, none of its last five (domain.md 4.2). Throws `field/invalid`. */
export async function setPassword(
  deps: Pick<Deps, 'now' | 'newId' | 'derivationKey'>,
  tx: Db,
  accountId: string,
  text: string,
): Promise<void> {
  const { now, newId } = deps
  const account = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['phone', 'user_name', 'password_hash'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const password = passwordOf(text, { phone: account.phone, userName: account.user_name ?? '' })
  await requireLength(tx, accountId, password)
  const former = await formerPasswords(tx, accountId)
  const present = account.password_hash
  for (const stored of present === null ? former : [present, ...former]) {
    if (await checkPassword(deps, { account_id: accountId, password_hash: stored }, password))
      throw refused('新密码不能与最近5次使用过的密码相同')
  }
  if (present !== null) {
    const row = { history_id: newId(), account_id: accountId, password_hash: present, replaced_at: now() }
    await tx.insertInto('password_history').values(row).execute()
  }
  await tx
    .updateTable('account')
    .set({
      password_hash: await hashPassword(deps, accountId, password),
      password_changed_at: now(),
      password_shown: 0,
    })
    .where('account_id', '=', accountId)
    .execute()
  await forgetOld(tx, accountId)
}

const newestFirst = (tx: Db, accountId: string) =>
  tx
    .selectFrom('password_history')
    .where('account_id', '=', accountId)
    .orderBy('replaced_at', 'desc')
    .orderBy('history_id', 'desc')

/** With the present one they are the last five. */
async function formerPasswords(tx: Db, accountId: string): Promise<string[]> {
  const rows = await newestFirst(tx, accountId)
    .limit(remembered - 1)
    .select('password_hash')
    .execute()
  return rows.map((row) => row.password_hash)
}

async function forgetOld(tx: Db, accountId: string): Promise<void> {
  await tx
    .deleteFrom('password_history')
    .where('account_id', '=', accountId)
    .where(
      'history_id',
      'not in',
      newestFirst(tx, accountId)
        .limit(remembered - 1)
        .select('history_id'),
    )
    .execute()
}

/** Keys a hash of before passwords were keyed, now that its password is at hand. */
export async function renewHash(
  deps: Pick<Deps, 'derivationKey'>,
  tx: Db,
  account: { account_id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  if (!isAdopted(account.password_hash)) return
  await tx
    .updateTable('account')
    .set({ password_hash: await hashPassword(deps, account.account_id, password) })
    .where('account_id', '=', account.account_id)
    .where('password_hash', '=', account.password_hash)
    .execute()
}

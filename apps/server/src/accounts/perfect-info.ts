import type { registration } from '@moqi/api/registration'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { tryCodes, useCodes } from '#src/platform/messages/verification-code.ts'
import { emailOf, emailTyped } from './bind-email.ts'
import { passwordOf, setPassword } from './set-password.ts'
import { requireFreeUserName, userNameOf } from './unique-user-name.ts'

type Given = { userName?: string; password?: string; email?: string }

const freshMs = 60 * 60_000
const fields = ['userName', 'password', 'email'] as const
const owned = {
  userName: '账号已经设置过',
  password: '密码已经设置过，请通过修改密码更换',
  email: '邮箱已经绑定，请通过更换邮箱修改',
}

/** What the account lacks, and whether it has been asked for it (checklist R22). */
export const getPerfectInfo: Handler<typeof registration.getPerfectInfo> = async ({ db }, { accountId }) => {
  const { shown, has } = await db.directory((directory) => look(directory, accountId))
  return { shown, missingArray: fields.filter((field) => has[field] === null) }
}

/**
 * Adds what an account made by a code lacks; what it has is changed elsewhere, with more proof. Nothing given: the
 * account is not asked again. Whether a user name is taken is told last: asking costs the name that is free.
 */
export const perfectInfo: Handler<typeof registration.perfectInfo> = async (deps, person, input) => {
  const given: Given = {
    ...(input.userName !== undefined && { userName: userNameOf(input.userName) }),
    ...(input.password !== undefined && { password: input.password }),
    ...(input.email !== undefined && { email: emailOf(input.email) }),
  }
  await deps.db.directory((directory) => requireAcceptable(deps, directory, person, given))
  const codes = given.email === undefined ? [] : [emailTyped(person, given.email, input.emailCode ?? '')]
  // Another field that is refused must not cost the mail's code.
  await tryCodes(deps, codes)
  await deps.db.directory((directory) => requireFree(directory, given))
  await useCodes(deps, codes)
  const attempt = () => deps.db.directoryWrite((tx) => complete(deps, tx, person, given))
  return attempt().catch((error: unknown) => {
    if (isDuplicate(error)) return attempt()
    throw error
  })
}

async function complete(deps: Deps, tx: Db, person: Person, given: Given): Promise<null> {
  await requireAcceptable(deps, tx, person, given)
  await requireFree(tx, given)
  await tx
    .updateTable('account')
    .set({
      perfect_info_shown: 1,
      ...(given.userName !== undefined && { user_name: given.userName }),
      ...(given.email !== undefined && { email: given.email }),
    })
    .where('account_id', '=', person.accountId)
    .execute()
  if (given.password !== undefined) await setPassword(deps, tx, person.accountId, given.password)
  return keepAnswer(tx, deps, person, null)
}

async function requireAcceptable(deps: Deps, directory: Db, person: Person, given: Given): Promise<void> {
  const { has } = await look(directory, person.accountId)
  const spare = fields.find((field) => given[field] !== undefined && has[field] !== null)
  if (spare) throw new Refusal('field/invalid', { field: spare, message: owned[spare] })
  if (given.password === undefined) return
  passwordOf(given.password, { phone: person.phone, userName: given.userName ?? has.userName ?? '' })
  await requireFreshSession(deps, directory, person)
}

async function requireFree(directory: Db, { userName }: Given): Promise<void> {
  if (userName !== undefined) await requireFreeUserName(directory, userName)
}

async function look(directory: Db, accountId: string) {
  const account = await directory
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['user_name', 'password_hash', 'email', 'perfect_info_shown'])
    .executeTakeFirstOrThrow()
  const has = { userName: account.user_name, password: account.password_hash, email: account.email }
  return { has, shown: account.perfect_info_shown ? (1 as const) : (0 as const) }
}

/** Who finds an open page days later shall not put a password on the account. */
async function requireFreshSession({ now }: Pick<Deps, 'now'>, directory: Db, { sessionHash }: Person): Promise<void> {
  const session = await directory
    .selectFrom('session')
    .where('token_hash', '=', sessionHash)
    .where('created_at', '>=', now() - freshMs)
    .select('account_id')
    .executeTakeFirst()
  if (session) return
  const message = '登录已超过1小时，请退出后在登录页通过“忘记密码”设置密码'
  throw new Refusal('field/invalid', { field: 'password', message })
}

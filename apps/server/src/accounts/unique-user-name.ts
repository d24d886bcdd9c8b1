import type { registration } from '@moqi/api/registration'
import { checkUserName } from '@moqi/domain/account/user-name'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { useCaptchaToken } from './check-image-code.ts'

/**
 * Whether a user name is free, for one captcha an answer; what is no user name, a phone say, is refused (checklist C5).
 */
export const checkUserNameUnique: Handler<typeof registration.checkUserNameUnique> = async (deps, _caller, input) => {
  const userName = userNameOf(input.userName)
  await useCaptchaToken(deps, input.captchaToken)
  return { unique: (await deps.db.directory((directory) => isTaken(directory, userName))) ? 0 : 1 }
}

/** A typed user name. Throws `field/invalid`. */
export function userNameOf(text: string): string {
  return fieldOf('userName', checkUserName(text))
}

/** Throws `field/invalid` when somebody has the user name, in whatever case. */
export async function requireFreeUserName(tx: Db, userName: string): Promise<void> {
  if (!(await isTaken(tx, userName))) return
  throw new Refusal('field/invalid', { field: 'userName', message: '该账号已被使用，请换一个' })
}

async function isTaken(directory: Db, userName: string): Promise<boolean> {
  const found = await directory
    .selectFrom('account')
    .where(sql<boolean>`lower(user_name) = ${userName.toLowerCase()}`)
    .select('account_id')
    .executeTakeFirst()
  return found !== undefined
}

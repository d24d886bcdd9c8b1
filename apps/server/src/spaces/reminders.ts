import type { Output } from '@moqi/api/call'
import type { user } from '@moqi/api/user'
import { accountLimits } from '@moqi/domain/account/limits'
import { passwordPeriod, passwordReminder } from '@moqi/domain/account/password'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type Flags = Pick<
  Output<typeof user.getSpaceDetailInfo>,
  'companyCheckAuthCode' | 'companyCheckSealCode' | 'lastChangePwdCode' | 'pwdRemindStr'
>

const { lifeMs } = accountLimits.password

/** What the account was reminded of, and whether its password is due (checklist Z10). */
export async function reminderFlags(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { accountId }: Pick<Person, 'accountId'>,
): Promise<Flags> {
  const account = await db.directory((directory) =>
    directory
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select(['check_auth_shown', 'check_seal_shown', 'password_shown', 'password_changed_at'])
      .executeTakeFirstOrThrow(),
  )
  const { password_changed_at: changedAt, password_shown: shownIn } = account
  const period = changedAt === null ? 0 : passwordPeriod(changedAt, now(), lifeMs)
  return {
    companyCheckAuthCode: account.check_auth_shown ? 1 : 0,
    companyCheckSealCode: account.check_seal_shown ? 1 : 0,
    lastChangePwdCode: shownIn > 0 && shownIn >= period ? 1 : 0,
    pwdRemindStr: changedAt === null ? 'ok' : passwordReminder(changedAt, now(), lifeMs),
  }
}

/** How many seals of the space can be used. */
export async function usableSeals({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<number> {
  const { number } = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('status', '=', 'enabled')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow(),
  )
  return Number(number)
}

/** What the prompts after entering need, and nothing else (checklist C34). */
export const companyAuthAndSealCon: Handler<typeof user.companyAuthAndSealCon> = async (deps, member) => {
  const { lastChangePwdCode: _, ...flags } = await reminderFlags(deps, member)
  return { ...flags, isAuthed: member.space.authStatus, sealNumber: await usableSeals(deps, member.tenantId) }
}

/** Remembers that a reminder was shown (checklist C84, V15); that of the password for its period of expiry (V14). */
export const updateRemindFlag: Handler<typeof user.updateRemindFlag> = async ({ db, now }, { accountId }, input) => {
  await db.directory(async (directory) => {
    const change =
      'companyCheckAuthCode' in input
        ? { check_auth_shown: 1 }
        : 'companyCheckSealCode' in input
          ? { check_seal_shown: 1 }
          : { password_shown: Math.max(1, await currentPeriod(directory, accountId, now())) }
    await changeAccount(directory, accountId, change)
  })
  return null
}

async function currentPeriod(directory: Db, accountId: string, at: number): Promise<number> {
  const { password_changed_at: changedAt } = await directory
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('password_changed_at')
    .executeTakeFirstOrThrow()
  return changedAt === null ? 0 : passwordPeriod(changedAt, at, lifeMs)
}

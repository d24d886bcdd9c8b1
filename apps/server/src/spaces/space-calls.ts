import { openSpaces, requireOpenSpace } from '#src/cores/identity/open-spaces.ts'
import { spaceInfo } from '#src/cores/identity/space-info.ts'
import type { Output } from '@moqi/api/call'
import type { user } from '@moqi/api/user'
import { maskEmail } from '@moqi/domain/identity/email'
import { maskPhone } from '@moqi/domain/identity/phone'
import { dictionary as dictionaryOf } from '@moqi/api/dictionary'
import { readSurplus } from '#src/cores/quota/read-surplus.ts'
import { actIn } from '#src/cores/identity/acting-space.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Caller, Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { reminderFlags, usableSeals } from './reminders.ts'

/** The account with its personal space's authentication (checklist C31). */
export const getUserAccountInfo: Handler<typeof user.getUserAccountInfo> = async ({ db }, person) =>
  db.directory(async (directory) => {
    const account = await directory
      .selectFrom('account')
      .where('account_id', '=', person.accountId)
      .select(['user_name', 'nick_name', 'phone', 'email'])
      .executeTakeFirstOrThrow()
    const own = person.spaces.find(({ kind }) => kind === 'person')
    const company = person.spaces.some(({ kind }) => kind === 'company')
    return {
      userName: account.user_name ?? maskPhone(account.phone),
      nickName: account.nick_name,
      userType: company ? 'company' : 'person',
      isAuthed: own?.authStatus ?? 'notAuth',
      rejectCompanyAuthReason: (own && (await authenticationOf({ db }, own.tenantId))?.reject_reason) ?? null,
      phone: maskPhone(account.phone),
      email: account.email ? maskEmail(account.email) : null,
    }
  })

/** The spaces of the account (checklist C32). */
export async function getUserSpaceInfo(_deps: unknown, person: Person): Promise<Output<typeof user.getUserSpaceInfo>> {
  const open = openSpaces(person).map((space) => spaceInfo(space))
  return { spaceInfoArray: [...open, ...(person.shut ?? []).map(({ space, why }) => spaceInfo(space, why))] }
}

/** The space the request acts in, as the account card shows it (checklist C33, E4). */
export const getSpaceDetailInfo: Handler<typeof user.getSpaceDetailInfo> = async (deps, member) => {
  const { space, tenantId } = member
  const surplus = await deps.db.read(tenantId, (tenant) => readSurplus(tenant, tenantId, deps.now()))
  const authentication = await authenticationOf(deps, tenantId)
  return {
    ...spaceInfo(space),
    isAuthed: space.authStatus,
    rejectCompanyAuthReason: authentication?.reject_reason ?? null,
    creditCode: authentication?.credit_code ?? null,
    authTime: authentication?.authenticated_at ?? null,
    surplus,
    sealNumber: await usableSeals(deps, tenantId),
    ...(await reminderFlags(deps, member)),
  }
}

const authenticationOf = ({ db }: Pick<Deps, 'db'>, tenantId: string) =>
  db.directory((directory) =>
    directory
      .selectFrom('space')
      .where('tenant_id', '=', tenantId)
      .select(['reject_reason', 'credit_code', 'authenticated_at'])
      .executeTakeFirst(),
  )

/** Sets the session's space for requests that name none (checklist C22, I14). */
export async function setTenantId(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  { tenantId }: { tenantId: string },
): Promise<{ tenantId: string }> {
  requireOpenSpace(person, tenantId)
  await db.directory((directory) => actIn(directory, person.sessionHash, tenantId))
  return { tenantId }
}

/** The entries of a dictionary; an unknown type has none (checklist C29). */
export async function dictionary(
  _deps: unknown,
  _caller: Caller,
  { dictType }: { dictType: string },
): Promise<Output<typeof user.dictionary>> {
  return { dictArray: [...dictionaryOf(dictType)] }
}

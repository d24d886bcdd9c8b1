import { Preference } from '@moqi/api/preference'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    preference: { account_id: string; chosen: Record<string, unknown> }
  }
}

/** What the person has chosen; a space left since is not answered, nor what a former version of the shape kept. */
export async function getPreference({ db }: Pick<Deps, 'db'>, person: Person): Promise<Preference> {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('account')
      .leftJoin('preference', 'preference.account_id', 'account.account_id')
      .where('account.account_id', '=', person.accountId)
      .select(['preference.chosen', 'account.default_tenant_id'])
      .executeTakeFirst(),
  )
  const { lastTenantId, ...chosen } = Preference.safeParse(found?.chosen ?? {}).data ?? {}
  const defaultTenantId = found?.default_tenant_id
  return {
    ...chosen,
    ...(lastTenantId && isOwn(person, lastTenantId) && { lastTenantId }),
    ...(defaultTenantId && isOwn(person, defaultTenantId) && { defaultTenantId }),
  }
}

/** Keeps what is given beside what was chosen before. */
export async function savePreference(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  { defaultTenantId, ...chosen }: Preference,
): Promise<null> {
  const named = [chosen.lastTenantId, defaultTenantId].filter((tenantId) => typeof tenantId === 'string')
  if (!named.every((tenantId) => isOwn(person, tenantId))) throw new Refusal('space/not-found')
  await db.directoryWrite(async (tx) => {
    // The order of the spaces follows it for every client, not for this one alone.
    if (defaultTenantId !== undefined) await changeAccount(tx, person.accountId, { default_tenant_id: defaultTenantId })
    await tx
      .insertInto('preference')
      .values({ account_id: person.accountId, chosen })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ chosen: sql`preference.chosen || excluded.chosen` }),
      )
      .execute()
  })
  return null
}

const isOwn = ({ spaces }: Person, tenantId: string) => spaces.some((space) => space.tenantId === tenantId)

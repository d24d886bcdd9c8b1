import { Preference } from '@moqi/api/preference'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What the person has chosen; a space left since is not answered, nor what a former version of the shape kept. */
export async function getPreference({ db }: Pick<Deps, 'db'>, person: Person): Promise<Preference> {
  const found = await db.directory((directory) =>
    directory.selectFrom('preference').where('account_id', '=', person.accountId).select('chosen').executeTakeFirst(),
  )
  const { lastTenantId, ...chosen } = Preference.safeParse(found?.chosen ?? {}).data ?? {}
  return lastTenantId && isOwn(person, lastTenantId) ? { ...chosen, lastTenantId } : chosen
}

/** Keeps what is given beside what was chosen before. */
export async function savePreference({ db }: Pick<Deps, 'db'>, person: Person, chosen: Preference): Promise<null> {
  if (chosen.lastTenantId && !isOwn(person, chosen.lastTenantId)) throw new Refusal('space/not-found')
  await db.directory((directory) =>
    directory
      .insertInto('preference')
      .values({ account_id: person.accountId, chosen })
      .onConflict((conflict) =>
        conflict.column('account_id').doUpdateSet({ chosen: sql`preference.chosen || excluded.chosen` }),
      )
      .execute(),
  )
  return null
}

const isOwn = ({ spaces }: Person, tenantId: string) => spaces.some((space) => space.tenantId === tenantId)

import { sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'

/** The spaces whose hour of the day it is at `at`, ms: what is done hourly for these is done daily for each. */
export async function spacesOfHour({ db }: Pick<Deps, 'db'>, at: number): Promise<string[]> {
  const hour = new Date(at).getUTCHours()
  const spaces = await db.directory((directory) =>
    directory
      .selectFrom('space')
      .where(sql<number>`(hashtext(tenant_id::text) & 2147483647) % 24`, '=', hour)
      .select('tenant_id')
      .execute(),
  )
  return spaces.map(({ tenant_id }) => tenant_id)
}

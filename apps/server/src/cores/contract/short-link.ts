import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { shortLength } from '#src/platform/short-token.ts'

/** What a short link carries of a handle: as much of its beginning as fits an SMS. */
const tokenOf = (signId: string): string => signId.slice(0, shortLength)

/** The path of the link that opens a contract. */
export const contractPath = (signId: string): string => `/s/${tokenOf(signId)}`

/** The link that opens a contract, short enough for an SMS; `keepShortLinks` has made it known. */
export const contractLink = ({ config }: Pick<Deps, 'config'>, signId: string): string =>
  `${config.publicUrl}${contractPath(signId)}`

/** Makes the links of these handles known; one that is, stays. */
export async function keepShortLinks(tx: Db, signIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('short_link')
    .values([...new Set(signIds)].map((signId) => ({ token: tokenOf(signId), sign_id: signId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The handle a short link stands for. A handle short enough to be its own link stands for itself, as does any other
 * text.
 */
export async function signIdOfLink({ db }: Pick<Deps, 'db'>, token: string): Promise<string> {
  if (!/^[0-9A-Za-z]{11}$/.test(token)) return token
  const found = await db.directory((directory) =>
    directory.selectFrom('short_link').where('token', '=', token).select('sign_id').executeTakeFirst(),
  )
  return found?.sign_id ?? token
}

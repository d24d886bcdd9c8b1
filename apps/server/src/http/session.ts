import { hash } from 'node:crypto'
import { rightsIn } from '@moqi/domain/spaces/rights'
import type { Deps } from '#src/platform/deps.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Caller, OwnSpace, Person } from '#src/platform/actor.ts'

/** How the database knows a token: a leaked table opens no session. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer')

const touchEveryMs = 60_000
const idleMs = 30 * 60_000
const rememberedIdleMs = 7 * 24 * 3_600_000

/** Starts a session and answers its token, which is stored nowhere. */
export async function startSession(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  caller: Caller,
  account: { accountId: string; remember: boolean },
): Promise<{ token: string; expireTime: number }> {
  const token = random(32).toString('base64url')
  const idle = account.remember ? rememberedIdleMs : idleMs
  await tx
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      account_id: account.accountId,
      tenant_id: null,
      idle_ms: idle,
      seen_at: now(),
      created_at: now(),
      address: caller.address,
      user_agent: caller.userAgent,
    })
    .execute()
  return { token, expireTime: now() + idle }
}

/** The person behind a token, or null when it is unknown or has been idle too long. Using a session keeps it alive. */
export async function findPerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
): Promise<(Person & { sessionTenantId: string | null }) | null> {
  if (!caller.token) return null
  const sessionHash = tokenHash(caller.token)
  return db.directory(async (directory) => {
    const found = await directory
      .selectFrom('session as s')
      .innerJoin('account as a', 'a.account_id', 's.account_id')
      .where('s.token_hash', '=', sessionHash)
      .select(['s.account_id', 's.tenant_id', 's.idle_ms', 's.seen_at', 'a.nick_name', 'a.phone'])
      .executeTakeFirst()
    if (!found || now() - found.seen_at > found.idle_ms) return null
    if (now() - found.seen_at > touchEveryMs) {
      await directory.updateTable('session').set({ seen_at: now() }).where('token_hash', '=', sessionHash).execute()
    }
    return {
      ...caller,
      accountId: found.account_id,
      nickName: found.nick_name,
      phone: found.phone,
      sessionHash,
      sessionTenantId: found.tenant_id,
      expireTime: now() + found.idle_ms,
      spaces: await spacesOf(directory, found.account_id),
      repeat: null,
    }
  })
}

/**
 * The account's spaces: companies in the order they were joined, then the personal one. Asked with every request, so
 * that who is disabled or removed is out at once, and what a role gives or takes holds at once.
 */
async function spacesOf(directory: Db, accountId: string): Promise<OwnSpace[]> {
  const rows = await directory
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .leftJoin('company_role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
    )
    .where('m.account_id', '=', accountId)
    .where('m.state', '=', 'accepted')
    .select(['s.tenant_id', 's.company_id', 's.kind', 's.name', 's.auth_status', 'm.is_owner', 'm.created_at'])
    .select('r.rights')
    .orderBy('s.kind')
    .orderBy('m.created_at')
    .execute()
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    companyId: row.company_id,
    kind: row.kind,
    name: row.name,
    authStatus: row.auth_status,
    isOwner: row.is_owner,
    rights: rightsIn({ spaceType: row.kind, isSpaceOwner: row.is_owner, roleRights: row.rights }),
  }))
}

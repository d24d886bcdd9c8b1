import { accountLimits } from '@moqi/domain/account/limits'
import { embedLimits } from '@moqi/domain/integrations/embed-rules'
import { type SignInMethod, trustsDevice } from '@moqi/domain/account/sign-in'
import type { Selectable } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import { tellEnded } from '#src/platform/live/live-event.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isKeyedHash, type Keyed, keyedHash, type KeyedPart } from '#src/platform/keys/keyed-hash.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Caller, Member, Person, Visit } from '#src/platform/actor.ts'
import { meetDevice } from './device.ts'
import { enteringOf } from './entry-rule.ts'
import { ownSpaces, spaceRows } from './own-spaces.ts'
import { byOwnMeans, type Provided, providedParts, shutSpaces } from './provided.ts'
import { logSignIn } from './sign-in-log.ts'

/** How the database knows a session's token: neither a leaked table nor one that somebody writes opens a session. */
export const sessionHashOf = (keyed: Keyed, token: string): Buffer => keyedHash(keyed, 'session token', [token])

/** What the row of a session is held to; where it acts is judged by membership with every request. */
export const macParts = (
  row: Pick<SessionRow, 'token_hash' | 'account_id' | 'idle_ms' | 'created_at' | 'proved_at' | 'visit'> &
    Pick<SessionRow, 'provider_spaces' | 'provider_only'>,
): KeyedPart[] => [
  row.token_hash.toString('hex'),
  row.account_id,
  row.idle_ms,
  row.created_at,
  row.proved_at,
  ...(row.visit ? [visitParts(row.visit)] : []),
  ...providedParts({ spaces: row.provider_spaces, only: row.provider_only }),
]

/** A visit as it is hashed: the database keeps no order of names. */
export const visitParts = (visit: Visit): KeyedPart => [
  visit.purpose,
  visit.appId,
  visit.homeTenantId,
  visit.contractId,
  visit.partyNo,
  visit.tenantId,
  visit.signId,
  visit.returnUrl,
]

const touchEveryMs = 60_000
const { idleMs, rememberedMs, longestMs, most } = accountLimits.session
const { visitMs } = embedLimits

/** When a session ends that is used now, or was last at `seenAt`; ms. */
export const sessionEnd = (
  session: { created_at: number; idle_ms: number; visit: Visit | null },
  seenAt: number,
): number => Math.min(seenAt + session.idle_ms, session.created_at + (session.visit ? visitMs : longestMs))

/** Who signs in, how, and on a link's behalf for which space and since when proved. */
export type NewSession = {
  accountId: string
  remember: boolean
  method?: SignInMethod
  tenantId?: string | null
  /** ms; now unless somebody else's proof is passed on. */
  provedAt?: number
  /** By which companies' identity providers, if any. */
  provided?: Provided
}

/**
 * Starts a session and answers its token, which is stored nowhere; the one the caller came with ends (nobody's session
 * outlives a sign-in over it). `device` is the secret by which a browser that was not known proves itself from now on.
 */
export async function startSession(
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  caller: Caller,
  { accountId, remember, method = 'register', tenantId = null, provedAt, provided = byOwnMeans }: NewSession,
): Promise<{ token: string; expireTime: number; device?: string }> {
  const at = deps.now()
  if (caller.token) await endSession(tx, sessionHashOf(deps, caller.token))
  const { deviceId, secret } = await meetDevice(deps, tx, caller, { accountId, trust: trustsDevice(method, remember) })
  await logSignIn(tx, caller, { accountId, method, deviceId, isNew: secret !== undefined, at })
  const token = deps.random(32).toString('base64url')
  const kept = {
    token_hash: sessionHashOf(deps, token),
    account_id: accountId,
    idle_ms: remember ? rememberedMs : idleMs,
    created_at: at,
    proved_at: provedAt ?? at,
    visit: null,
    provider_spaces: [...provided.spaces],
    provider_only: provided.only,
  }
  await tx
    .insertInto('session')
    .values({
      token_hash: kept.token_hash,
      account_id: accountId,
      tenant_id: tenantId,
      idle_ms: kept.idle_ms,
      seen_at: at,
      created_at: at,
      address: caller.address,
      user_agent: caller.userAgent,
      method,
      proved_at: kept.proved_at,
      provider_spaces: kept.provider_spaces,
      provider_only: kept.provider_only,
      device_id: deviceId,
      mac: keyedHash(deps, 'session', macParts(kept)),
    })
    .execute()
  await endOldest(tx, accountId, kept)
  return { token, expireTime: at + kept.idle_ms, ...(secret && { device: secret }) }
}

type Newest = { token_hash: Buffer; visit: Visit | null }

/** Ends what is more than an account may have beside the newest session, of its kind those unused longest first. */
export async function endOldest(tx: Db, accountId: string, { token_hash: newest, visit }: Newest): Promise<void> {
  const kind = visit ? 'is not' : 'is'
  const kept = tx
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', newest)
    .where('visit', kind, null)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('session_id')
    .limit(most - 1)
    .select('session_id')
  const ended = await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '<>', newest)
    .where('visit', kind, null)
    .where('session_id', 'not in', kept)
    .returning('token_hash')
    .execute()
  tellEnded(tx, ended)
}

/** Ends one session. */
export async function endSession(tx: Db, sessionHash: Buffer): Promise<void> {
  tellEnded(tx, await tx.deleteFrom('session').where('token_hash', '=', sessionHash).returning('token_hash').execute())
}

/** Ends an account's sessions, but for the one of that token hash, and the links that would start another. */
export async function endSessions(tx: Db, accountId: string, but: Buffer | null = null): Promise<number> {
  await tx.deleteFrom('auto_login_token').where('account_id', '=', accountId).execute()
  await tx.deleteFrom('pass').where('account_id', '=', accountId).execute()
  const ended = await tx
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .$if(but !== null, (query) => query.where('token_hash', '<>', but))
    .returning('token_hash')
    .execute()
  tellEnded(tx, ended)
  return ended.length
}

/**
 * The person behind a token, or null when it is unknown or has been idle too long. Using a session keeps it alive; a
 * page that asks by itself while nobody is there is no use (`isUse` false).
 */
export async function findPerson(
  deps: Pick<Deps, 'db' | 'now'> & Keyed,
  caller: Caller,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<(Person & { sessionTenantId: string | null }) | null> {
  if (!caller.token) return null
  const { db, now } = deps
  const sessionHash = sessionHashOf(deps, caller.token)
  return db.directory(async (directory) => {
    const rows = await sessionRows(directory, { sessionHash })
    const [found] = rows
    const at = now()
    if (!found || at > sessionEnd(found, found.seen_at)) return null
    if (!isKeyedHash(deps, 'session', macParts({ ...found, token_hash: sessionHash }), found.mac)) return null
    // Kept with the session: a pause that a company does not bear is not forgotten by coming back from it.
    const pauseMs = Math.max(found.pause_ms, at - found.seen_at)
    if (isUse && at - found.seen_at > touchEveryMs) {
      const used = { seen_at: at, pause_ms: pauseMs }
      await directory.updateTable('session').set(used).where('token_hash', '=', sessionHash).execute()
    }
    const provided = { spaces: found.provider_spaces, only: found.provider_only }
    const all = ownSpaces(rows)
    const entering = enteringOf(found, { at, address: caller.address, pauseMs })
    const shut = shutSpaces(all, { provided, visit: found.visit, entering })
    return {
      ...caller,
      accountId: found.account_id,
      nickName: found.nick_name,
      phone: found.phone,
      sessionHash,
      sessionTenantId: found.tenant_id,
      expireTime: sessionEnd(found, isUse ? at : found.seen_at),
      // The personal one gives the name, wherever one acts.
      spaces: all.filter((space) => space.kind === 'person' || !shut.some((one) => one.space === space)),
      shut,
      provided,
      visit: found.visit,
    }
  })
}

type SessionRow = Selectable<Schema['session']>

/** A session and its account, beside each of its spaces: in one statement, because every request waits for it. */
const sessionRows = compiledOnce((directory, { sessionHash }: { sessionHash: Buffer }) =>
  directory
    .selectFrom('session as t')
    .innerJoin('account as b', 'b.account_id', 't.account_id')
    .leftJoin(spaceRows(directory), 'own.account_id', 't.account_id')
    .where('t.token_hash', '=', sessionHash)
    .select([
      't.account_id',
      't.tenant_id',
      't.idle_ms',
      't.seen_at',
      't.created_at',
      't.proved_at',
      't.mac',
      't.visit',
      't.provider_spaces',
      't.provider_only',
      't.method',
      't.pause_ms',
    ])
    .select(['b.nick_name', 'b.phone', 'b.key_required_at', 'b.password_changed_at'])
    .select((eb) => eb('b.password_hash', 'is not', null).as('has_password'))
    .select(['own.space_id', 'own.company_id', 'own.kind', 'own.name', 'own.auth_status', 'own.is_owner', 'own.rights'])
    .select(['own.will_rule', 'own.will_amount', 'own.sign_in_code', 'own.provider_needed'])
    .select(['own.frozen_reason', 'own.closes_at'])
    .select(['own.entry_rule', 'own.group_hold', 'own.role_id', 'own.joined_at', 'b.default_tenant_id']),
)

/** Whether the session still lives and the account is still in the space it acts in. Asking does not keep it alive. */
export async function stillActs({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Person | Member): Promise<boolean> {
  return db.directory(async (directory) => {
    const found = await directory
      .selectFrom('session')
      .where('token_hash', '=', actor.sessionHash)
      .select(['seen_at', 'idle_ms', 'created_at', 'visit'])
      .executeTakeFirst()
    if (!found || now() > sessionEnd(found, found.seen_at)) return false
    if (!('tenantId' in actor)) return true
    const member = await directory
      .selectFrom('membership')
      .where('account_id', '=', actor.accountId)
      .where('tenant_id', '=', actor.tenantId)
      .where('state', '=', 'accepted')
      .select('tenant_id')
      .executeTakeFirst()
    return member !== undefined
  })
}

import type { signIn } from '@moqi/api/sign-in'
import { accountLimits } from '@moqi/domain/account/limits'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import { startSession } from '#src/cores/identity/session.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isKeyedHash, type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'

const { lifeMs } = accountLimits.autoLogin
const hashOf = (keyed: Keyed, token: string) => keyedHash(keyed, 'sign-in link token', [token])

/**
 * A link that signs this account in once, within a minute, on another device. Throws `account/sign-in-again` unless the
 * person has proved lately who they are: a session found open must not breed others.
 */
export const createAutoLoginToken: Handler<typeof signIn.createAutoLoginToken> = async (deps, member, { redirect }) => {
  const { db, now, random, config } = deps
  const token = random(32).toString('base64url')
  const expires = now() + lifeMs
  await db.directoryWrite(async (tx) => {
    const provedAt = await requireRecentProof(deps, tx, member)
    await tx
      .insertInto('auto_login_token')
      .values({
        token_hash: hashOf(deps, token),
        account_id: member.accountId,
        tenant_id: member.tenantId,
        redirect,
        proved_at: provedAt,
        expires_at: expires,
        mac: keyedHash(deps, 'sign-in link', [token, member.accountId, member.tenantId, redirect, provedAt, expires]),
      })
      .execute()
  })
  const query = new URLSearchParams({ token, redirect })
  return { token, link: `${config.publicUrl}/home/autoLogin?${query}`, expireTime: expires }
}

/**
 * Whose account a link signs in to, for whoever opens it to agree; the link stays good. Throws `account/link-dead`.
 */
export const getAutoLoginAccount: Handler<typeof signIn.getAutoLoginAccount> = async (deps, _caller, { token }) => {
  const found = await deps.db.directory((directory) =>
    directory
      .selectFrom('auto_login_token as t')
      .innerJoin('account as a', 'a.account_id', 't.account_id')
      .where('t.token_hash', '=', hashOf(deps, token))
      .where('t.expires_at', '>=', deps.now())
      .select(['a.nick_name', 'a.phone'])
      .executeTakeFirst(),
  )
  if (!found) throw new Refusal('account/link-dead')
  return { nickName: found.nick_name, phone: maskPhone(found.phone) }
}

/** Signs in by such a link (checklist C12): once, within a minute. Throws `account/link-dead`. */
export const autoLoginByToken: Handler<typeof signIn.autoLoginByToken> = async (deps, caller, { token }) => {
  const answer = await deps.db.directoryWrite(async (tx) => {
    const found = await tx
      .deleteFrom('auto_login_token')
      .where('token_hash', '=', hashOf(deps, token))
      .returning(['account_id', 'tenant_id', 'redirect', 'proved_at', 'expires_at', 'mac'])
      .executeTakeFirst()
    // A late one is used up all the same.
    if (!found || found.expires_at < deps.now()) return null
    const { account_id, tenant_id, proved_at, expires_at, mac } = found
    const parts = [token, account_id, tenant_id, found.redirect, proved_at, expires_at]
    if (!isKeyedHash(deps, 'sign-in link', parts, mac)) return null
    const session = await startSession(deps, tx, caller, {
      accountId: found.account_id,
      remember: false,
      method: 'token',
      tenantId: (await isMember(tx, found)) ? found.tenant_id : null,
      provedAt: found.proved_at,
    })
    return { ...session, redirect: found.redirect }
  })
  if (!answer) throw new Refusal('account/link-dead')
  return answer
}

async function isMember(tx: Db, { account_id, tenant_id }: { account_id: string; tenant_id: string }) {
  const membership = await tx
    .selectFrom('membership')
    .where('account_id', '=', account_id)
    .where('tenant_id', '=', tenant_id)
    .where('state', '=', 'accepted')
    .select('tenant_id')
    .executeTakeFirst()
  return membership !== undefined
}

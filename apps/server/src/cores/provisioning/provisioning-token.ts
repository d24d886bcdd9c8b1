import { Refusal } from '@moqi/domain/refusal'
import { provisioningLimits } from '@moqi/domain/spaces/provisioning'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { isUuid } from '#src/platform/uuid.ts'

const prefix = 'scim_'

/** The company a token opens, by what the token says itself; null for what is none. No directory is asked. */
export function companyOfToken(token: string): string | null {
  if (!/^scim_[\w-]{64}$/.test(token)) return null
  const hex = Buffer.from(token.slice(prefix.length), 'base64url').toString('hex').slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** What is kept of a token. */
export const tokenHash = (keyed: Keyed, token: string): Buffer => keyedHash(keyed, 'provisioning token', [token])

/** The tokens of a company that hold, newest first. */
export const holdingTokens = ({ now }: Pick<Deps, 'now'>, own: Db, tenantId: string) =>
  own
    .selectFrom('provisioning_token')
    .where('tenant_id', '=', tenantId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now())]))
    .orderBy('created_at', 'desc')
    .orderBy('token_id', 'desc')
    .select(['token_id', 'created_at', 'made_by', 'ends_at', 'used_at'])
    .execute()

/** Makes a token and answers it, this once; those before it go on for `overlapMs`. Throws `provisioning/tokens`. */
export async function makeToken(
  deps: Pick<Deps, 'now' | 'newId' | 'random'> & Keyed,
  tx: Db,
  {
    tenantId,
    accountId,
    madeBy,
    overlapMs,
  }: { tenantId: string; accountId: string; madeBy: string; overlapMs: number },
): Promise<{ tokenId: string; token: string }> {
  const at = deps.now()
  const endsAt = at + overlapMs
  await tx
    .updateTable('provisioning_token')
    .set({ ends_at: endsAt })
    .where('tenant_id', '=', tenantId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', endsAt)]))
    .execute()
  const holding = await holdingTokens(deps, tx, tenantId)
  if (holding.length >= provisioningLimits.tokens) throw new Refusal('provisioning/tokens')
  const company = Buffer.from(tenantId.replaceAll('-', ''), 'hex')
  const token = `${prefix}${Buffer.concat([company, deps.random(32)]).toString('base64url')}`
  const tokenId = deps.newId()
  await tx
    .insertInto('provisioning_token')
    .values({
      tenant_id: tenantId,
      token_id: tokenId,
      token_hash: tokenHash(deps, token),
      account_id: accountId,
      made_by: madeBy,
      created_at: at,
      ends_at: null,
      used_at: null,
    })
    .execute()
  return { tokenId, token }
}

/** Ends a token at once. Throws `provisioning/token-not-found` for one that does not hold. */
export async function endToken(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, tokenId }: { tenantId: string; tokenId: string },
): Promise<void> {
  const ended = isUuid(tokenId)
    ? await tx
        .updateTable('provisioning_token')
        .set({ ends_at: now() })
        .where('tenant_id', '=', tenantId)
        .where('token_id', '=', tokenId)
        .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now())]))
        .returning('token_id')
        .executeTakeFirst()
    : undefined
  if (!ended) throw new Refusal('provisioning/token-not-found')
}

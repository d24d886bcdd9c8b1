import { provisionerName, provisioningLimits } from '@moqi/domain/spaces/provisioning'
import type { Caller, OwnSpace } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { companyOfToken, tokenHash } from './provisioning-token.ts'

/** A company's identity provider that says who the members are: no person, and nothing of the account that made it. */
export type Provisioner = {
  tenantId: string
  /** Who made the token, and answers for the invitations; the log does not say that it was this account. */
  accountId: string
  /** How the company's log calls it. */
  nickName: string
  isProvider: true
  /** Whom invitations name. */
  inviterName: string
  address: string
  space: Pick<OwnSpace, 'name' | 'companyId' | 'authStatus'>
}

/** Whose token that is; null for one that is unknown, replaced or revoked. */
export async function findProvisioner(
  deps: Pick<Deps, 'db' | 'now'> & Keyed,
  { token, address }: Pick<Caller, 'token' | 'address'>,
): Promise<Provisioner | null> {
  const tenantId = token === null ? null : companyOfToken(token)
  if (token === null || tenantId === null) return null
  const at = deps.now()
  const found = await deps.db.read(tenantId, (own) => rowOf(own, { tenantId, hash: tokenHash(deps, token), at }))
  if (!found) return null
  if (at - (found.used_at ?? 0) > provisioningLimits.useEveryMs) await noteUse(deps, tenantId, found.token_id)
  return {
    tenantId,
    accountId: found.account_id,
    nickName: provisionerName(found.provider_name),
    isProvider: true,
    inviterName: found.made_by,
    address,
    space: { name: found.name, companyId: found.company_id, authStatus: found.auth_status },
  }
}

const rowOf = (own: Db, { tenantId, hash, at }: { tenantId: string; hash: Buffer; at: number }) =>
  own
    .selectFrom('provisioning_token as t')
    .innerJoin('space as s', 's.tenant_id', 't.tenant_id')
    .leftJoin('identity_provider as p', 'p.tenant_id', 't.tenant_id')
    .where('t.tenant_id', '=', tenantId)
    .where('t.token_hash', '=', hash)
    .where((row) => row.or([row('t.ends_at', 'is', null), row('t.ends_at', '>', at)]))
    .select(['t.token_id', 't.account_id', 't.made_by', 't.used_at', 's.name', 's.company_id', 's.auth_status'])
    .select('p.name as provider_name')
    .executeTakeFirst()

const noteUse = ({ db, now }: Pick<Deps, 'db' | 'now'>, tenantId: string, tokenId: string) =>
  db.write(tenantId, (tx) =>
    tx
      .updateTable('provisioning_token')
      .set({ used_at: now() })
      .where('tenant_id', '=', tenantId)
      .where('token_id', '=', tokenId)
      .execute(),
  )

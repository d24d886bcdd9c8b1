import type { OwnerChallenge } from '@moqi/api/phone-owner'
import { isDormant } from '@moqi/domain/account/dormancy'
import { accountLimits } from '@moqi/domain/account/limits'
import type { SignInMethod } from '@moqi/domain/account/sign-in'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { giveProof } from '#src/platform/proof.ts'

/** Sign-ins that prove no more than who holds the phone number today. */
const byPhoneAlone: ReadonlySet<SignInMethod> = new Set(['code', 'sms'])

/** What is known of an account's owner: the personal space, and what proves who that is. */
export type KnownOwner = { tenantId: string; identityHash: string | null; passwordHash: string | null }

/**
 * The challenge for whoever came by the phone number alone to an account that has been unused for so long that the
 * number may be somebody else's by now, and that holds something; null for any other.
 */
export async function ownerChallenge(
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  { accountId, method }: { accountId: string; method?: SignInMethod },
): Promise<OwnerChallenge | null> {
  if (method === undefined || !byPhoneAlone.has(method)) return null
  if (!(await mayBeAnothers(deps, tx, accountId))) return null
  const { identityHash, passwordHash } = await knownOwner(tx, accountId)
  const code = await giveProof(deps, tx, {
    kind: 'owner',
    subject: accountId,
    lifeMs: accountLimits.dormant.challengeMs,
  })
  return {
    code,
    proofArray: [...(identityHash ? (['idNumber'] as const) : []), ...(passwordHash ? (['password'] as const) : [])],
  }
}

/** Throws `account/owner-unproven` for an account whose number may be somebody else's by now. */
export async function requireUsed(deps: Pick<Deps, 'now'>, tx: Db, accountId: string): Promise<void> {
  if (await mayBeAnothers(deps, tx, accountId)) {
    const message = '该账号已超过90天没有登录，请先用验证码登录并证明您是账号的主人，再重置密码'
    throw new Refusal('account/owner-unproven', { message })
  }
}

/** Whether an account's number may be somebody else's by now, who is to see nothing of what the account holds. */
export const mayBeAnothers = async (deps: Pick<Deps, 'now'>, tx: Db, accountId: string): Promise<boolean> =>
  isDormant(await usedAt(tx, accountId), deps.now()) && holdsSomething(tx, accountId)

/** Who owns an account, as far as the account knows. */
export async function knownOwner(tx: Db, accountId: string): Promise<KnownOwner> {
  const row = await tx
    .selectFrom('account as a')
    .innerJoin('membership as m', 'm.account_id', 'a.account_id')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('a.account_id', '=', accountId)
    .where('s.kind', '=', 'person')
    .select(['s.tenant_id', 's.identity_hash', 'a.password_hash'])
    .executeTakeFirstOrThrow()
  return { tenantId: row.tenant_id, identityHash: row.identity_hash, passwordHash: row.password_hash }
}

/** When somebody was last signed in, ms; when it was made where nobody was of late. */
async function usedAt(tx: Db, accountId: string): Promise<number> {
  const { created_at, signed_in_at, seen_at } = await tx
    .selectFrom('account as a')
    .where('a.account_id', '=', accountId)
    .select('a.created_at')
    .select(({ selectFrom }) => [
      selectFrom('sign_in_log')
        .whereRef('account_id', '=', 'a.account_id')
        .where('result', '=', 'success')
        .select(({ fn }) => fn.max('at').as('at'))
        .as('signed_in_at'),
      selectFrom('session')
        .whereRef('account_id', '=', 'a.account_id')
        .select(({ fn }) => fn.max('seen_at').as('at'))
        .as('seen_at'),
    ])
    .executeTakeFirstOrThrow()
  return Math.max(Number(created_at), Number(signed_in_at ?? 0), Number(seen_at ?? 0))
}

/** Whether there is anything that is nobody else's business: a name, a password, a company or a contract. */
async function holdsSomething(tx: Db, accountId: string): Promise<boolean> {
  const { tenantId, identityHash, passwordHash } = await knownOwner(tx, accountId)
  if (identityHash !== null || passwordHash !== null) return true
  const company = await tx
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('s.kind', '=', 'company')
    .select('m.tenant_id')
    .limit(1)
    .executeTakeFirst()
  if (company) return true
  const contract = await inTenant(tx, tenantId, () =>
    tx.selectFrom('inbox').where('tenant_id', '=', tenantId).select('contract_id').limit(1).executeTakeFirst(),
  )
  return contract !== undefined
}

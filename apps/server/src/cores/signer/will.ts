import { hash } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import type { WillMethod } from '@moqi/evidence/log-record'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Signer } from './signer.ts'

/** How and when (ms) a will was proved; null for a token from before this was kept. */
export type ProvenWill = { method: WillMethod; at: number } | null

/** A token's word: how its holder's will was proved, and to what, by handle. */
export type WillToken = { will: ProvenWill; consents: ReadonlyMap<string, string> }

type Holder = Pick<Signer, 'accountId' | 'tenantId'>

/**
 * Names what is consented to, as hex SHA-256: who, acting where, by which handle, and the hashes of the documents as
 * they were frozen (invariant 5), in the order of their files' ids.
 */
export const consentTo = ({ accountId, tenantId }: Holder, signId: string, frozen: readonly string[]): string =>
  hash('sha256', [accountId, tenantId, signId, ...frozen].join('\n'))

/** What a token of this person proves now; null when nothing. Uses nothing up. */
export async function findWill(db: Db, at: number, holder: Holder, tokenHash: Buffer): Promise<WillToken | null> {
  const { accountId, tenantId } = holder
  const [found] = await liveToken(db, { tokenHash, accountId, tenantId, at })
  if (!found) return null
  const { method, proved_at } = found
  const open = Object.entries(found.consents).filter(([signId]) => found.sign_ids.includes(signId))
  return { will: method && proved_at !== null ? { method, at: proved_at } : null, consents: new Map(open) }
}

const liveToken = compiledOnce((db, given: Holder & { tokenHash: Buffer; at: number }) =>
  db
    .selectFrom('auth_token')
    .where('token_hash', '=', given.tokenHash)
    .where('account_id', '=', given.accountId)
    .where('tenant_id', '=', given.tenantId)
    .where('expires_at', '>', given.at)
    .select(['sign_ids', 'consents', 'method', 'proved_at']),
)

/** A proof of will that is spent on one contract: its token, the handle, and what was consented to. */
export type WillProof = { tokenHash: Buffer; signId: string; consent: string }

/**
 * Takes the handle off the token, if it was given for this very consent: the token signs it once. Throws
 * `will-auth/required`.
 */
export async function spendWill(tx: Db, { accountId }: Pick<Holder, 'accountId'>, proof: WillProof): Promise<void> {
  const spent = await takeOff(tx, { accountId, ...proof })
  if (spent.length !== 1) throw new Refusal('will-auth/required')
}

const takeOff = compiledOnce((tx, { tokenHash, accountId, signId, consent }: WillProof & { accountId: string }) =>
  tx
    .updateTable('auth_token')
    .set(({ fn, val, ref }) => ({ sign_ids: fn<string[]>('array_remove', [ref('sign_ids'), val(signId)]) }))
    .where('token_hash', '=', tokenHash)
    .where('account_id', '=', accountId)
    .where(({ eb, val, fn, ref }) => eb(val(signId), '=', fn.any(ref('sign_ids'))))
    .where((token) => token(token.fn<string>('jsonb_extract_path_text', ['consents', token.val(signId)]), '=', consent))
    .returning('account_id'),
)

/** What an account has proved for one handle is worth nothing from now on. */
export async function forgetWill(tx: Db, accountId: string, signId: string): Promise<void> {
  await tx
    .updateTable('auth_token')
    .set({ sign_ids: sql`array_remove(sign_ids, ${signId})` })
    .where('account_id', '=', accountId)
    .execute()
}

/** What an account has proved is worth nothing from now on. */
export const forgetWills = (tx: Db, accountId: string): Promise<unknown> =>
  tx.deleteFrom('auth_token').where('account_id', '=', accountId).execute()

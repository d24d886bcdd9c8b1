import { hash } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import { type WillDemand, willLack } from '@moqi/domain/contract/will-demand'
import type { WillWay } from '@moqi/domain/contract/will-kind'
import type { ProvenWay } from '@moqi/evidence/log-record'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isKeyedHash, type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import type { Signer } from './signer.ts'

/** Every way in which a will was proved, each once; empty when it was not. */
export type ProvenWill = readonly ProvenWay[]

/** A token's word: how its holder's will was proved, and to what, by handle. */
export type WillToken = { will: ProvenWill; consents: ReadonlyMap<string, string> }

/** The ways of a token as its column takes them. */
export const proofsAsJson = (proofs: ProvenWill): RawBuilder<ProvenWay[]> =>
  sql<ProvenWay[]>`${JSON.stringify(proofs)}::jsonb`

type Holder = Pick<Signer, 'accountId' | 'tenantId'>

/** How the database knows a token of will. */
export const willHashOf = (keyed: Keyed, token: string): Buffer => keyedHash(keyed, 'will token', [token])

/** What a proof of will says: whose, where, to what, until when (ms) and in which ways it was proved. */
export type WillWords = Pick<
  Selectable<Schema['auth_token']>,
  'token_hash' | 'account_id' | 'tenant_id' | 'consents' | 'expires_at' | 'proofs'
>

const wordsOf = ({ token_hash, account_id, tenant_id, consents, expires_at, proofs }: WillWords) => [
  token_hash.toString('hex'),
  account_id,
  tenant_id,
  Object.entries(consents).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  expires_at,
  proofs.map(({ method, at, address, userAgent, key, certificate }) => [
    method,
    at,
    address,
    userAgent,
    ...(key ? [key.signature] : []),
    ...(certificate ? [certificate.certificate, certificate.code, certificate.signature] : []),
  ]),
]

/** Holds a proof of will to its words: whoever can write the table and has not the key makes none. */
export const willMac = (keyed: Keyed, words: WillWords): Buffer => keyedHash(keyed, 'will', wordsOf(words))

/** Whether a stored proof of will still says what it was given for. */
export const isGenuineWill = (keyed: Keyed, row: WillWords & { mac: Buffer }) =>
  isKeyedHash(keyed, 'will', wordsOf(row), row.mac)

/**
 * Names what is consented to, as hex SHA-256: who, acting where, by which handle, and the hashes of the documents as
 * they were frozen (invariant 5), in the order of their files' ids.
 */
export const consentTo = ({ accountId, tenantId }: Holder, signId: string, frozen: readonly string[]): string =>
  hash('sha256', [accountId, tenantId, signId, ...frozen].join('\n'))

/** What a token of this person proves now; null when nothing. Uses nothing up. */
export async function findWill(
  deps: Pick<Deps, 'now'> & Keyed,
  db: Db,
  { accountId, tenantId }: Holder,
  tokenHash: Buffer,
): Promise<WillToken | null> {
  const [found] = await liveToken(db, { tokenHash, accountId, tenantId, at: deps.now() })
  if (!found || !isGenuineWill(deps, found)) return null
  const open = Object.entries(found.consents).filter(([signId]) => found.sign_ids.includes(signId))
  return { will: found.proofs, consents: new Map(open) }
}

/** Throws `will-auth/required`, in words that say what is left to do, unless the will was proved as it must be. */
export function requireServed(demand: WillDemand, will: ProvenWill): void {
  const lack = willLack(
    demand,
    will.map(({ method }) => method),
  )
  if (lack !== null) throw new Refusal('will-auth/required', lack === '' ? {} : { message: lack })
}

const liveToken = compiledOnce((db, given: Holder & { tokenHash: Buffer; at: number }) =>
  db
    .selectFrom('auth_token')
    .where('token_hash', '=', given.tokenHash)
    .where('account_id', '=', given.accountId)
    .where('tenant_id', '=', given.tenantId)
    .where('expires_at', '>', given.at)
    .select(['token_hash', 'account_id', 'tenant_id', 'expires_at', 'sign_ids', 'consents', 'proofs', 'mac']),
)

/** In which ways the account has proved a will by that token, whatever for; none when it is good no more. */
export async function provedWays(
  deps: Pick<Deps, 'now'> & Keyed,
  db: Db,
  { accountId, tokenHash }: { accountId: string; tokenHash: Buffer },
): Promise<WillWay[]> {
  const row = await db
    .selectFrom('auth_token')
    .where('token_hash', '=', tokenHash)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', deps.now())
    .select(['token_hash', 'account_id', 'tenant_id', 'expires_at', 'consents', 'proofs', 'mac'])
    .executeTakeFirst()
  return row && isGenuineWill(deps, row) ? row.proofs.map(({ method }) => method) : []
}

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

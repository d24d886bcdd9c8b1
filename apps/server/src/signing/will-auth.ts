import { hash } from 'node:crypto'
import type { authentication } from '@moqi/api/authentication'
import type { Input, Output } from '@moqi/api/call'
import { accountLimits } from '@moqi/domain/account/limits'
import { maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { WillMethod } from '@moqi/evidence/log-record'
import type { Member } from '#src/platform/actor.ts'
import { tokenHash } from '#src/cores/identity/session.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { codeWait, sendCode, useCode } from '#src/platform/messages/verification-code.ts'

type Ask = typeof authentication.getSmsVerificationCode
type Prove = typeof authentication.getAuthTokenBySmsVerificationCode

const scene = 'sign'

/** Sends the code that proves the will to sign these contracts, to the actor's own phone (checklist C21). */
export async function getSmsVerificationCode(deps: Deps, member: Member, input: Input<Ask>): Promise<Output<Ask>> {
  const entries = await entriesOf(deps, member, input.signIds ?? [])
  const first = entries[0]
  if (input.scene !== scene || !first) throw new Refusal('request/invalid')
  const title = await deps.db.read(first.homeTenantId, (db) =>
    db
      .selectFrom('contract')
      .where('tenant_id', '=', first.homeTenantId)
      .where('contract_id', '=', first.contractId)
      .select('subject')
      .executeTakeFirstOrThrow(),
  )
  const binding = await consentTo(deps, member, entries)
  await sendCode(deps, { recipient: member.phone, scene, binding }, null, (code) =>
    smsMessage('signCode', { code, title: title.subject }, deps.config.brand),
  )
  return { ...codeWait, phone: maskPhone(member.phone) }
}

/** Exchanges the code for a token that signs exactly these contracts, once, within five minutes (checklist C17). */
export async function getAuthTokenBySmsVerificationCode(
  deps: Deps,
  member: Member,
  input: Input<Prove>,
): Promise<Output<Prove>> {
  const entries = await entriesOf(deps, member, input.signIds)
  const binding = await consentTo(deps, member, entries)
  await useCode(deps, { recipient: member.phone, scene, binding }, input.smsCode)
  return giveToken(deps, member, entries, { binding, method: 'sms' })
}

/** The same by the signing PIN, which `usePin` checks (checklist C18). */
export async function getAuthTokenByPin(
  deps: Deps,
  member: Member,
  input: Input<typeof authentication.getAuthTokenByPin>,
  usePin: (deps: Deps, member: Member, pin: string) => Promise<void>,
): Promise<Output<Prove>> {
  const entries = await entriesOf(deps, member, input.signIds)
  const binding = await consentTo(deps, member, entries)
  await usePin(deps, member, input.pin)
  return giveToken(deps, member, entries, { binding, method: 'pin' })
}

async function giveToken(
  deps: Deps,
  member: Member,
  entries: Entry[],
  { binding, method }: { binding: string; method: WillMethod },
): Promise<Output<Prove>> {
  const authToken = deps.random(24).toString('base64url')
  const expireTime = deps.now() + accountLimits.willToken.lifeMs
  await deps.db.directory((directory) =>
    directory
      .insertInto('auth_token')
      .values({
        token_hash: tokenHash(authToken),
        account_id: member.accountId,
        tenant_id: member.tenantId,
        sign_ids: entries.map(({ signId }) => signId),
        binding,
        expires_at: expireTime,
        method,
        proved_at: deps.now(),
      })
      .execute(),
  )
  return { authToken, expireTime }
}

async function entriesOf(deps: Deps, member: Member, signIds: string[]): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const signId of [...new Set(signIds)].toSorted()) entries.push(await requireEntry(deps, member, signId))
  return entries
}

/** Names what is consented to: who, which entries, and the frozen documents' hashes (invariant 5). */
async function consentTo(deps: Pick<Deps, 'db'>, member: Member, entries: Entry[]): Promise<string> {
  const parts = [member.accountId, member.tenantId]
  for (const entry of entries) parts.push(entry.signId, await frozenHashes(deps, entry))
  return hash('sha256', parts.join('\n'))
}

function frozenHashes({ db }: Pick<Deps, 'db'>, entry: Entry): Promise<string> {
  return db.read(entry.homeTenantId, async (home) => {
    const layouts = await home
      .selectFrom('document_layout')
      .where('tenant_id', '=', entry.homeTenantId)
      .where('contract_id', '=', entry.contractId)
      .orderBy('file_id')
      .select('frozen_sha256')
      .execute()
    // Before sending there is nothing yet that anybody could have read.
    if (layouts.length === 0) throw new Refusal('request/invalid')
    return layouts.map(({ frozen_sha256 }) => frozen_sha256).join(' ')
  })
}

/** How and when (ms) a will was proved; null for a token from before this was kept. */
export type ProvenWill = { method: WillMethod; at: number } | null

/** What a token proves of this person's will to sign this entry, now; undefined when nothing. Uses nothing up. */
export async function willOf(
  db: Db,
  at: number,
  member: Member,
  { signId, authToken }: { signId: string; authToken: string },
): Promise<ProvenWill | undefined> {
  const { accountId, tenantId } = member
  const [found] = await liveToken(db, { tokenHash: tokenHash(authToken), accountId, tenantId, at })
  if (!found?.sign_ids.includes(signId)) return undefined
  return found.method && found.proved_at !== null ? { method: found.method, at: found.proved_at } : null
}

type Holder = { tokenHash: Buffer; accountId: string }

const liveToken = compiledOnce((db, given: Holder & { tenantId: string; at: number }) =>
  db
    .selectFrom('auth_token')
    .where('token_hash', '=', given.tokenHash)
    .where('account_id', '=', given.accountId)
    .where('tenant_id', '=', given.tenantId)
    .where('expires_at', '>', given.at)
    .select(['sign_ids', 'method', 'proved_at']),
)

/** Takes this entry off the token, in the signature's transaction: the token signs it once. */
export async function spendWill(tx: Db, member: Member, signId: string, authToken: string): Promise<void> {
  const spent = await takeOff(tx, { tokenHash: tokenHash(authToken), accountId: member.accountId, signId })
  if (spent.length !== 1) throw new Refusal('will-auth/required')
}

const takeOff = compiledOnce((tx, { tokenHash: hashed, accountId, signId }: Holder & { signId: string }) =>
  tx
    .updateTable('auth_token')
    .set(({ fn, val, ref }) => ({ sign_ids: fn<string[]>('array_remove', [ref('sign_ids'), val(signId)]) }))
    .where('token_hash', '=', hashed)
    .where('account_id', '=', accountId)
    .where(({ eb, val, fn, ref }) => eb(val(signId), '=', fn.any(ref('sign_ids'))))
    .returning('account_id'),
)

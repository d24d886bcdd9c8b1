import { createHmac } from 'node:crypto'
import { hasPhone } from '@moqi/domain/account/dormancy'
import { accountLimits } from '@moqi/domain/account/limits'
import { addressGroup } from '@moqi/domain/identity/address'
import type { MailContent } from '@moqi/domain/messages/mail-content'
import type { SmsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { queueMail, queueSms } from './queue-message.ts'

const limits = accountLimits.smsCode
const hourMs = 3_600_000

/** What a code is good for: one phone or mail address, one scene, and what exactly is confirmed ('' for no more). */
export type CodePurpose = { recipient: string; scene: string; binding: string }

/** A code's message: an SMS or a mail. */
export type CodeMessage = SmsMessage | MailContent

/** How long a code lives and how soon another may be asked for, in seconds. */
export const codeWait = { expireSeconds: limits.lifeMs / 1000, resendSeconds: limits.resendMs / 1000 }

/** The same for a code by mail. */
export const mailCodeWait = {
  expireSeconds: accountLimits.emailCode.lifeMs / 1000,
  resendSeconds: accountLimits.emailCode.resendMs / 1000,
}

const noPhone = '您的账号还没有绑定手机号，请先在设置中绑定新的手机号'

/**
 * Sends a fresh code by the message that `write` writes. Throws `request/too-often` (domain.md 4.2), and
 * `field/invalid` for an account whose number went to somebody else.
 */
export async function sendCode(
  deps: Pick<Deps, 'db' | 'now' | 'random' | 'newId' | 'derivationKey' | 'sms'>,
  purpose: CodePurpose,
  address: string | null,
  write: (code: string) => CodeMessage,
): Promise<void> {
  const { db, now, newId } = deps
  await db.directoryWrite(async (tx) => {
    await inTurn(tx, `code ${purpose.recipient}`)
    await checkRecipientLimits(tx, now(), purpose)
    if (address !== null) await checkAddressLimit(tx, now(), addressGroup(address))
    const code = String(deps.random(6).readUIntBE(0, 6) % 10 ** limits.digits).padStart(limits.digits, '0')
    const codeId = newId()
    const message = write(code)
    if ('template' in message && !hasPhone(purpose.recipient))
      throw new Refusal('field/invalid', { field: 'smsCode', message: noPhone })
    const { lifeMs } = 'template' in message ? limits : accountLimits.emailCode
    await tx
      .insertInto('verification_code')
      .values({
        code_id: codeId,
        ...purpose,
        code_hash: codeHash(deps, codeId, purpose, code),
        expires_at: now() + lifeMs,
        address_group: address === null ? '' : addressGroup(address),
        created_at: now(),
      })
      .execute()
    const { recipient, scene } = purpose
    if ('template' in message) await queueSms(deps, tx, { recipient, scene, lifeMs, message })
    else await queueMail(deps, tx, { recipient, scene, lifeMs, content: message })
  })
}

/** What anybody may ask for to somebody else's phone: counted together, whatever each code is good for. */
const strangersScenes: readonly string[] = ['login', 'register', 'reset', 'smsLogin', 'newPhone', 'ticket']

/**
 * domain.md 4.2 limits a phone. What strangers may ask for counts together, and apart from what only its owner can:
 * by a trusted device or signed in, when what exactly is confirmed may change within the minute. A code that was used
 * came to somebody who wanted it: nobody waits for another kind of code because of it.
 */
async function checkRecipientLimits(tx: Db, at: number, { recipient, scene, binding }: CodePurpose): Promise<void> {
  const byStranger = strangersScenes.includes(scene)
  const sent = await tx
    .selectFrom('verification_code')
    .where('recipient', '=', recipient)
    .where('scene', 'in', byStranger ? strangersScenes : [scene])
    .where('created_at', '>', at - 24 * hourMs)
    .select(['created_at', 'scene', 'binding', 'used'])
    .orderBy('created_at', 'desc')
    .execute()
  const apart = !byStranger && !recipient.includes('@')
  const isSame = (code: (typeof sent)[number]) => code.scene === scene && code.binding === binding
  const last = sent.find((code) => isSame(code) || (!apart && !code.used))?.created_at ?? 0
  if (at - last < limits.resendMs) throw tooOften(Math.ceil((last + limits.resendMs - at) / 1000))
  if (sent.length >= limits.perPhoneDay) throw tooOften(24 * 3600)
  if (sent.filter(({ created_at }) => created_at > at - hourMs).length >= limits.perPhoneHour) throw tooOften(3600)
}

/** Those who ask at once are counted one after the other. A phone's turn comes before its address's, always. */
const inTurn = (tx: Db, name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/** A code that was used came to somebody who wanted it: an office behind one address does not use its share up. */
async function checkAddressLimit(tx: Db, at: number, group: string): Promise<void> {
  await inTurn(tx, `code address ${group}`)
  const { count } = await tx
    .selectFrom('verification_code')
    .where('address_group', '=', group)
    .where('used', '=', false)
    .where('created_at', '>', at - hourMs)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= limits.perAddressHour) throw tooOften(3600)
}

const tooOften = (retryAfter: number) => new Refusal('request/too-often', { retryAfter })

/** A code as somebody typed it; `field` is where a wrong one stands. */
export type TypedCode = { purpose: CodePurpose; code: string; field?: string }

/**
 * Uses a code up: the newest for its purpose, in time, with tries left. Throws `account/code-wrong`. Each wrong try
 * counts whatever happens to the caller's own transaction.
 */
export const useCode = (deps: JudgeDeps, purpose: CodePurpose, code: string): Promise<void> =>
  useCodes(deps, [{ purpose, code }])

type JudgeDeps = Pick<Deps, 'db' | 'now' | 'derivationKey'>

/** Uses several codes up, or none: a typing error in one does not cost the other. Throws as `useCode` does. */
export const useCodes = (deps: JudgeDeps, typed: TypedCode[]): Promise<void> => judgeAll(deps, typed, true)

/** Judges codes as `useCodes` does and leaves right ones good, for a caller that may still refuse something else. */
export const tryCodes = (deps: JudgeDeps, typed: TypedCode[]): Promise<void> => judgeAll(deps, typed, false)

async function judgeAll(deps: JudgeDeps, typed: TypedCode[], use: boolean): Promise<void> {
  const wrong = await deps.db.directoryWrite(async (tx) => {
    const judged: Judged[] = []
    for (const one of typed) judged.push(await judge(deps, tx, one))
    const wrongOnes = judged.filter(({ right }) => !right)
    for (const { codeId, tries } of wrongOnes.length > 0 ? wrongOnes : judged) {
      if (codeId === null || (wrongOnes.length === 0 && !use)) continue
      await tx
        .updateTable('verification_code')
        .set(wrongOnes.length > 0 ? { tries: tries + 1 } : { used: true })
        .where('code_id', '=', codeId)
        .execute()
    }
    return wrongOnes[0]
  })
  if (wrong) throw new Refusal('account/code-wrong', wrong.field === undefined ? {} : { field: wrong.field })
}

type Judged = { codeId: string | null; tries: number; right: boolean; field: string | undefined }

/** Locks the newest code of the purpose and compares; a dead one has no id. */
async function judge(
  deps: Pick<Deps, 'now' | 'derivationKey'>,
  tx: Db,
  { purpose, code, field }: TypedCode,
): Promise<Judged> {
  const found = await tx
    .selectFrom('verification_code')
    .where('recipient', '=', purpose.recipient)
    .where('scene', '=', purpose.scene)
    .where('binding', '=', purpose.binding)
    .orderBy('created_at', 'desc')
    .limit(1)
    .select(['code_id', 'code_hash', 'tries', 'used', 'expires_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!found || found.used || found.expires_at < deps.now() || found.tries >= limits.wrongTries)
    return { codeId: null, tries: 0, right: false, field }
  const right = codeHash(deps, found.code_id, purpose, code.trim()) === found.code_hash
  return { codeId: found.code_id, tries: found.tries, right, field }
}

/** Bound to what the code is for: a row that is made another's, or another scene's, is good for nothing. */
function codeHash(
  { derivationKey }: Pick<Deps, 'derivationKey'>,
  codeId: string,
  { recipient, scene, binding }: CodePurpose,
  code: string,
): string {
  const parts = JSON.stringify([codeId, recipient, scene, binding, code])
  return createHmac('sha256', derived(derivationKey, 'code')).update(parts).digest('hex')
}

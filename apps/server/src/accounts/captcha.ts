import { createHmac, timingSafeEqual } from 'node:crypto'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import { captchaImage } from '@moqi/signing/seal-art/captcha-image'
import type { Deps } from '#src/platform/deps.ts'
import { putInOutbox } from '#src/platform/gateways/outbox.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'

/** Letters and digits that nobody mistakes for another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXY3456789'

/** Draws a captcha and remembers its answer, hashed (checklist C16: two minutes, once). */
export async function makeCaptcha(deps: Deps): Promise<{ captchaId: string; captchaImg: string }> {
  const { db, now, random, newId } = deps
  const answer = [...random(accountLimits.captcha.length)].map((byte) => alphabet[byte % alphabet.length]).join('')
  const captchaId = newId()
  await db.directoryWrite(async (tx) => {
    await tx.deleteFrom('captcha').where('expires_at', '<', now()).execute()
    const expires = now() + accountLimits.captcha.lifeMs
    await tx
      .insertInto('captcha')
      .values({ captcha_id: captchaId, answer_hash: answerHash(deps, captchaId, answer), expires_at: expires })
      .execute()
    if (!deps.config.demo) return
    const message = { channel: 'captcha', recipient: captchaId, scene: 'captcha', subject: null, body: answer } as const
    await putInOutbox(tx, { id: newId(), ...message }, now())
  })
  const image = await captchaImage(answer, () => random(4).readUInt32BE() / 2 ** 32)
  return { captchaId, captchaImg: `data:image/png;base64,${image.toString('base64')}` }
}

/** Uses a captcha up. Throws `account/captcha-wrong` when the answer is wrong, late or a second one. */
export async function useCaptcha(
  deps: Pick<Deps, 'db' | 'now' | 'derivationKey'>,
  { captchaId, captchaCode }: { captchaId: string; captchaCode: string },
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(captchaId)) throw new Refusal('account/captcha-wrong')
  const found = await deps.db.directory((directory) =>
    directory
      .deleteFrom('captcha')
      .where('captcha_id', '=', captchaId)
      .returning(['answer_hash', 'expires_at'])
      .executeTakeFirst(),
  )
  const given = answerHash(deps, captchaId, captchaCode.trim().toUpperCase())
  const right = found && timingSafeEqual(Buffer.from(given), Buffer.from(found.answer_hash))
  if (!right || found.expires_at < deps.now()) throw new Refusal('account/captcha-wrong')
}

function answerHash({ derivationKey }: Pick<Deps, 'derivationKey'>, captchaId: string, answer: string): string {
  return createHmac('sha256', derived(derivationKey, 'captcha')).update(`${captchaId} ${answer}`).digest('hex')
}

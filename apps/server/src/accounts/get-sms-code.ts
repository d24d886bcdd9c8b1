import type { Input, Output } from '@moqi/api/call'
import type { registration } from '@moqi/api/registration'
import { type SmsScene, smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { codeWait, sendCode, useCode } from '#src/platform/messages/verification-code.ts'
import { useCaptcha } from './captcha.ts'
import { useCaptchaToken } from './check-image-code.ts'
import { giveSmsToken, isRegistered, phoneOf, type PhoneScene } from './proven-phone.ts'

type Ask = typeof registration.getSmsCode
type Check = typeof registration.checkSms

/** A scene's message to a phone with an account and to one without. */
const messages = {
  register: { known: 'alreadyRegistered', unknown: 'registerCode' },
  reset: { known: 'resetCode', unknown: 'notRegistered' },
  smsLogin: { known: 'loginCode', unknown: 'notRegistered' },
} as const satisfies Record<PhoneScene, Record<'known' | 'unknown', SmsScene>>

/**
 * Sends a code, captcha first (checklist C4). Whoever asks learns nothing of who exists: where a code would be good for
 * nothing the same is done and answered, and the phone's owner is told why instead.
 */
export async function getSmsCode(deps: Deps, caller: Caller, input: Input<Ask>): Promise<Output<Ask>> {
  const phone = phoneOf(input.phone)
  await passCaptcha(deps, input)
  const message = messages[input.scene][(await isRegistered(deps, phone)) ? 'known' : 'unknown']
  const { scene } = input
  await sendCode(deps, { recipient: phone, scene, binding: '' }, caller.address, (code) =>
    smsMessage(message, { code }, deps.config.brand),
  )
  return codeWait
}

async function passCaptcha(deps: Deps, { captchaToken, captchaId, captchaCode }: Input<Ask>): Promise<void> {
  if (captchaToken) return useCaptchaToken(deps, captchaToken)
  if (!captchaId || !captchaCode) throw new Refusal('account/captcha-required')
  return useCaptcha(deps, { captchaId, captchaCode })
}

/** Exchanges a right code for a token of its phone and scene, and tells only then who exists (checklist C8). */
export async function checkSms(deps: Deps, _caller: Caller, input: Input<Check>): Promise<Output<Check>> {
  const phone = phoneOf(input.phone)
  const { scene } = input
  await useCode(deps, { recipient: phone, scene, binding: '' }, input.smsCode)
  const smsToken = await deps.db.directoryWrite((tx) => giveSmsToken(deps, tx, { phone, scene }))
  return { smsToken, registered: (await isRegistered(deps, phone)) ? 1 : 0 }
}

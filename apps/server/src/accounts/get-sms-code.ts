import type { Input } from '@moqi/api/call'
import type { registration } from '@moqi/api/registration'
import { type SmsScene, smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type CodePurpose, codeWait, sendCode, useCode } from '#src/platform/messages/verification-code.ts'
import { useCaptcha } from './captcha.ts'
import { useCaptchaToken } from './check-image-code.ts'
import { findSigner } from './find-signer.ts'
import { giveSmsToken, phoneOf, type PhoneScene } from './proven-phone.ts'
import { countedAddress, signerPurpose } from './signer-code.ts'

type Ask = typeof registration.getSmsCode

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
export const getSmsCode: Handler<Ask> = async (deps, caller, input) => {
  const phone = phoneOf(input.phone)
  await passCaptcha(deps, input)
  const { scene } = input
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  const message = messages[scene][signer.account ? 'known' : 'unknown']
  const write = (code: string) => smsMessage(message, { code }, deps.config.brand)
  if (scene === 'register') await sendCode(deps, registering(phone), caller.address, write)
  else await sendCode(deps, signerPurpose(phone, scene, signer), countedAddress(caller, signer), write)
  return codeWait
}

async function passCaptcha(deps: Deps, { captchaToken, captchaId, captchaCode }: Input<Ask>): Promise<void> {
  if (captchaToken) return useCaptchaToken(deps, captchaToken)
  if (!captchaId || !captchaCode) throw new Refusal('account/captcha-required')
  return useCaptcha(deps, { captchaId, captchaCode })
}

/** Exchanges a right code for a token of its phone and scene, and tells only then who exists (checklist C8). */
export const checkSms: Handler<typeof registration.checkSms> = async (deps, caller, input) => {
  const phone = phoneOf(input.phone)
  const { scene } = input
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  const purpose = scene === 'register' ? registering(phone) : signerPurpose(phone, scene, signer)
  await useCode(deps, purpose, input.smsCode)
  const smsToken = await deps.db.directoryWrite((tx) => giveSmsToken(deps, tx, { phone, scene }))
  return { smsToken, registered: signer.account ? 1 : 0 }
}

/** Nobody's device yet. */
const registering = (recipient: string): CodePurpose => ({ recipient, scene: 'register', binding: '' })

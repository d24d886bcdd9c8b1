import type { authentication } from '@moqi/api/authentication'
import type { Input, Output } from '@moqi/api/call'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { startSession } from '#src/http/session.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type CodePurpose, codeWait, sendCode } from '#src/platform/messages/verification-code.ts'
import { useCaptcha } from './captcha.ts'
import { recordConsent } from './consent.ts'
import { findOrCreate } from './find-or-create.ts'
import { findSigner, type Signer } from './find-signer.ts'
import { useSignInCode } from './use-sign-in-code.ts'
import { phoneOf } from './proven-phone.ts'

type Ask = typeof authentication.getVerificationCode
type Login = typeof authentication.loginByVerificationCode

/** Sends a login code, captcha first; a phone without account is answered alike (checklist C20). */
export async function getVerificationCode(deps: Deps, caller: Caller, input: Input<Ask>): Promise<Output<Ask>> {
  const phone = phoneOf(input.phone)
  await useCaptcha(deps, input)
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  // The owner's own device asks for the owner's own phone: whatever else asks from this address does not stop it.
  const address = signer.device?.trusted ? null : caller.address
  await sendCode(deps, purposeOf(phone, signer), address, (code) =>
    smsMessage('loginCode', { code }, deps.config.brand),
  )
  return codeWait
}

/** Signs in by code (checklist C2). A phone without account gets one: the code has proved the phone. */
export async function loginByVerificationCode(deps: Deps, caller: Caller, input: Input<Login>): Promise<Output<Login>> {
  const phone = phoneOf(input.phone)
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  await useSignInCode(deps, caller, {
    purpose: purposeOf(phone, signer),
    code: input.smsCode,
    method: 'code',
    signer,
  })
  const accountId = signer.account?.account_id ?? (await findOrCreate(deps, phone))
  const remember = input.rememberMe === 1
  return deps.db.directoryWrite(async (tx) => {
    if (input.agree) await recordConsent(deps, tx, caller, accountId)
    return startSession(deps, tx, caller, { accountId, remember, method: 'code' })
  })
}

/** A trusted device has codes of its own: strangers can neither use up its number nor its tries. */
function purposeOf(recipient: string, { device }: Signer): CodePurpose {
  return device?.trusted
    ? { recipient, scene: 'login on device', binding: device.deviceId }
    : { recipient, scene: 'login', binding: '' }
}

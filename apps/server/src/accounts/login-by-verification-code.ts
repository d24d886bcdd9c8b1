import type { authentication } from '@moqi/api/authentication'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import type { Handler } from '#src/platform/handlers.ts'
import { codeWait, sendCode } from '#src/platform/messages/verification-code.ts'
import { useCaptcha } from './captcha.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { enterAccount } from '#src/cores/identity/enter-account.ts'
import { findOrCreate } from './find-or-create.ts'
import { findSigner } from './find-signer.ts'
import { phoneOf } from './proven-phone.ts'
import { countedAddress, signerPurpose } from './signer-code.ts'
import { useSignInCode } from './use-sign-in-code.ts'

/** Sends a login code, captcha first; a phone without account is answered alike (checklist C20). */
export const getVerificationCode: Handler<typeof authentication.getVerificationCode> = async (deps, caller, input) => {
  const phone = phoneOf(input.phone)
  await useCaptcha(deps, input)
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  await sendCode(deps, signerPurpose(phone, 'login', signer), countedAddress(caller, signer), (code) =>
    smsMessage('loginCode', { code }, deps.config.brand),
  )
  return codeWait
}

/** Signs in by code (checklist C2). A phone without account gets one: the code has proved the phone. */
export const loginByVerificationCode: Handler<typeof authentication.loginByVerificationCode> = async (
  deps,
  caller,
  input,
) => {
  const phone = phoneOf(input.phone)
  const signer = await deps.db.directory((directory) => findSigner(deps, directory, caller, phone))
  await useSignInCode(deps, caller, {
    purpose: signerPurpose(phone, 'login', signer),
    code: input.smsCode,
    method: 'code',
    signer,
  })
  const accountId = signer.account?.account_id ?? (await findOrCreate(deps, phone))
  const remember = input.rememberMe === 1
  return enterAccount(deps, caller, { accountId, remember, method: 'code' }, async (tx) => {
    if (input.agree) await recordConsent(deps, tx, caller, accountId)
  })
}

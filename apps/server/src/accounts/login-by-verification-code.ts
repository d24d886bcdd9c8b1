import type { authentication } from '@moqi/api/authentication'
import type { Input, Output } from '@moqi/api/call'
import { checkPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Caller } from '#src/platform/actor.ts'
import { startSession } from '#src/http/session.ts'
import { isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { codeWait, sendCode, useCode } from '#src/platform/messages/verification-code.ts'
import { useCaptcha } from './captcha.ts'
import { createAccount } from './create-account.ts'

type Ask = typeof authentication.getVerificationCode
type Login = typeof authentication.loginByVerificationCode

const scene = 'login'

/** Sends a login code, captcha first; a phone without account is answered alike (checklist C20). */
export async function getVerificationCode(deps: Deps, caller: Caller, input: Input<Ask>): Promise<Output<Ask>> {
  const phone = phoneOf(input.phone)
  await useCaptcha(deps, input)
  await sendCode(deps, { recipient: phone, scene, binding: '' }, caller.address, (code) =>
    smsMessage('loginCode', { code }, deps.config.brand),
  )
  return codeWait
}

/** Signs in by code (checklist C2). A phone without account gets one: the code has proved the phone. */
export async function loginByVerificationCode(deps: Deps, caller: Caller, input: Input<Login>): Promise<Output<Login>> {
  const phone = phoneOf(input.phone)
  await useCode(deps, { recipient: phone, scene, binding: '' }, input.smsCode)
  const accountId = await findOrCreate(deps, phone)
  return deps.db.directoryWrite((tx) => startSession(deps, tx, caller, { accountId, remember: input.rememberMe === 1 }))
}

async function findOrCreate(deps: Deps, phone: string): Promise<string> {
  const find = () =>
    deps.db.directory((directory) =>
      directory.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirst(),
    )
  const found = await find()
  if (found) return found.account_id
  try {
    return (await deps.db.directoryWrite((tx) => createAccount(deps, tx, { phone }))).accountId
  } catch (error) {
    if (!isDuplicate(error)) throw error
    const other = await find()
    if (!other) throw error
    return other.account_id
  }
}

function phoneOf(text: string): string {
  const phone = checkPhone(text)
  if (!phone.ok) throw new Refusal('field/invalid', { field: 'phone', message: phone.message })
  return phone.value
}

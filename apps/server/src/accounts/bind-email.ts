import type { Output } from '@moqi/api/call'
import type { authentication } from '@moqi/api/authentication'
import type { registration } from '@moqi/api/registration'
import { bindMailCode, mailChanged } from '@moqi/domain/account/code-mail'
import { checkEmail, maskEmail } from '@moqi/domain/identity/email'
import { maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { queueMail } from '#src/platform/messages/queue-message.ts'
import { codeWait, mailCodeWait, sendCode, type TypedCode, useCodes } from '#src/platform/messages/verification-code.ts'

const scene = 'mail'

/** Sends a code to the address to be bound, good for this account alone (checklist C15). */
export const emailCode: Handler<typeof registration.emailCode> = async (deps, person, input) => {
  const email = emailOf(input.email)
  await sendCode(deps, mailPurpose(person, email), person.address, (code) => bindMailCode(code, deps.config.brand))
  return mailCodeWait
}

/** Sends the code that another address needs when one is bound already, to the own phone (checklist C21). */
export async function sendMailChangeCode(
  deps: Deps,
  person: Person,
): Promise<Output<typeof authentication.getSmsVerificationCode>> {
  await sendCode(deps, phonePurpose(person), null, (code) => smsMessage('mailCode', { code }, deps.config.brand))
  return { ...codeWait, phone: maskPhone(person.phone) }
}

/**
 * Binds an address by its code, or another by its code and one sent to the phone (checklist R23). The former address
 * is told.
 */
export const bindEmail: Handler<typeof registration.bindEmail> = async (deps, person, input) => {
  const email = emailOf(input.email)
  const before = await boundEmail(deps, person)
  const codes = [emailTyped(person, email, input.emailCode)]
  if (before !== null) codes.push({ purpose: phonePurpose(person), code: phoneCode(input.smsCode), field: 'smsCode' })
  await useCodes(deps, codes)
  return deps.db.directoryWrite(async (tx) => {
    const changed = await tx
      .updateTable('account')
      .set({ email })
      .where('account_id', '=', person.accountId)
      .where('email', 'is not distinct from', before)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) throw emailFault('邮箱刚刚在其他页面变更过，请刷新后重试')
    if (before !== null && before !== email) {
      const content = mailChanged(maskEmail(email), deps.config.brand)
      await queueMail(deps, tx, { recipient: before, scene: 'mailChanged', content })
    }
    return keepAnswer(tx, deps, person, { email: maskEmail(email) })
  })
}

/** The code of an address as somebody typed it, for `useCodes`. */
export const emailTyped = (person: Person, email: string, code: string): TypedCode => ({
  purpose: mailPurpose(person, email),
  code,
  field: 'emailCode',
})

/** A typed mail address, normalised. Throws `field/invalid`. */
export function emailOf(text: string): string {
  const email = checkEmail(text)
  if (!email.ok) throw emailFault(email.message)
  return email.value
}

const emailFault = (message: string) => new Refusal('field/invalid', { field: 'email', message })

function phoneCode(smsCode: string | undefined): string {
  if (smsCode) return smsCode
  throw new Refusal('field/invalid', { field: 'smsCode', message: '更换邮箱需要验证手机，请输入短信验证码' })
}

const mailPurpose = ({ accountId }: Person, email: string) => ({ recipient: email, scene, binding: accountId })
const phonePurpose = ({ accountId, phone }: Person) => ({ recipient: phone, scene, binding: accountId })

async function boundEmail({ db }: Pick<Deps, 'db'>, { accountId }: Person): Promise<string | null> {
  const account = await db.directory((directory) =>
    directory.selectFrom('account').where('account_id', '=', accountId).select('email').executeTakeFirstOrThrow(),
  )
  return account.email
}

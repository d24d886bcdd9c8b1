import type { security } from '@moqi/api/security'
import { hasPhone } from '@moqi/domain/account/dormancy'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import { isDuplicate } from '#src/platform/database/database.ts'
import { requireRecentProof } from '#src/cores/identity/recent-proof.ts'
import { endSessions } from '#src/cores/identity/session.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { queueSms } from '#src/platform/messages/queue-message.ts'
import { type CodePurpose, codeWait, sendCode, useCodes } from '#src/platform/messages/verification-code.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { useCaptcha } from './captcha.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'

/** Sends a code to the phone that is to take over; whether somebody has it is told only to whoever holds it. */
export const getNewPhoneCode: Handler<typeof security.getNewPhoneCode> = async (deps, person, input) => {
  const phone = newPhone(person, input.phone)
  await useCaptcha(deps, input)
  await sendCode(deps, purposeOf(person, phone), person.address, (code) =>
    smsMessage('phoneCode', { code }, deps.config.brand),
  )
  return codeWait
}

/**
 * Moves the account to another phone, by a code to each; whoever else is signed in is signed out. The old phone is
 * told. An account whose number went to somebody else is moved by whoever has just signed in otherwise. Contracts that
 * wait for the new phone are claimed by a job.
 */
export const changePhone: Handler<typeof security.changePhone> = async (deps, person, input) => {
  const phone = newPhone(person, input.phone)
  const present = hasPhone(person.phone)
  if (!present) await deps.db.directory((directory) => requireRecentProof(deps, directory, person))
  await useCodes(deps, [
    ...(present ? [{ purpose: ownPhone(person, 'phone'), code: input.smsCode, field: 'smsCode' } as const] : []),
    { purpose: purposeOf(person, phone), code: input.phoneCode, field: 'phoneCode' },
  ])
  try {
    return await deps.db.directoryWrite(async (tx) => {
      await lockPhones(tx, [person.phone, phone])
      await tx.updateTable('account').set({ phone }).where('account_id', '=', person.accountId).execute()
      await endSessions(tx, person.accountId, person.sessionHash)
      const message = smsMessage('phoneChanged', { phone: maskPhone(phone) }, deps.config.brand)
      await queueSms(deps, tx, { recipient: person.phone, scene: 'phoneChanged', message })
      await enqueue(tx, 'claimEntries', { accountId: person.accountId })
      return keepAnswer(tx, deps, person, { phone: maskPhone(phone) })
    })
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal('account/taken', { field: 'phone' })
    throw error
  }
}

function newPhone(person: Person, text: string): string {
  const phone = fieldOf('phone', checkPhone(text))
  if (phone === person.phone) {
    throw new Refusal('field/invalid', { field: 'phone', message: '新手机号与当前手机号相同' })
  }
  return phone
}

const purposeOf = ({ accountId }: Person, phone: string): CodePurpose => ({
  recipient: phone,
  scene: 'newPhone',
  binding: accountId,
})

import type { authentication } from '@moqi/api/authentication'
import type { Output } from '@moqi/api/call'
import { maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type CodePurpose, codeWait, sendCode } from './verification-code.ts'

/** What a code to the own phone may change. */
const templates = {
  pin: 'pinCode',
  phone: 'phoneCode',
  password: 'resetCode',
  close: 'closeCode',
  key: 'keyCode',
  transfer: 'transferCode',
  network: 'networkCode',
  export: 'exportCode',
  closeCompany: 'closeCompanyCode',
} as const
/** What a code to one's own phone may be asked for. */
export type OwnPhoneScene = keyof typeof templates

/** Sends a code to the own phone, good for this account and scene alone (checklist C21). */
export async function sendOwnPhoneCode(
  deps: Deps,
  person: Person,
  scene: OwnPhoneScene,
): Promise<Output<typeof authentication.getSmsVerificationCode>> {
  await sendCode(deps, ownPhone(person, scene), null, (code) =>
    smsMessage(templates[scene], { code }, deps.config.brand),
  )
  return { ...codeWait, phone: maskPhone(person.phone) }
}

/** What such a code is good for. */
export const ownPhone = ({ accountId, phone }: Person, scene: OwnPhoneScene): CodePurpose => ({
  recipient: phone,
  scene,
  binding: accountId,
})

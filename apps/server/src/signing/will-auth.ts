import type { authentication } from '@moqi/api/authentication'
import type { Input } from '@moqi/api/call'
import { maskPhone } from '@moqi/domain/identity/phone'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { codeWait, sendCode, useCode } from '#src/platform/messages/verification-code.ts'
import { bindingOf, prove, type Proven, willedBy } from './prove-will.ts'

type BySms = typeof authentication.getAuthTokenBySmsVerificationCode

const scene = 'sign'

/** Sends the code that proves the will to sign these contracts, to the actor's own phone (checklist C21). */
export const getSmsVerificationCode: Handler<typeof authentication.getSmsVerificationCode> = async (
  deps,
  member,
  input,
) => {
  if (input.scene !== scene) throw new Refusal('request/invalid')
  const willed = await willedBy(deps, member, { signIds: input.signIds ?? [], approveIds: input.approveIds ?? [] })
  const title = await deps.db.read(willed.first.homeTenantId, (db) =>
    db
      .selectFrom('contract')
      .where('tenant_id', '=', willed.first.homeTenantId)
      .where('contract_id', '=', willed.first.contractId)
      .select('subject')
      .executeTakeFirstOrThrow(),
  )
  const binding = bindingOf(willed.consents)
  await sendCode(deps, { recipient: member.phone, scene, binding }, null, (code) =>
    codeMessage(deps, { code, title: title.subject, n: willed.consents.size }),
  )
  return { ...codeWait, phone: maskPhone(member.phone) }
}

/** The SMS of a code says how many contracts it signs. */
function codeMessage({ config }: Pick<Deps, 'config'>, { code, title, n }: { code: string; title: string; n: number }) {
  if (n === 1) return smsMessage('signCode', { code, title }, config.brand)
  return smsMessage('signSeveralCode', { code, title, n }, config.brand)
}

/** Exchanges the code for a token that signs exactly these contracts, once, within five minutes (checklist C17). */
export const getAuthTokenBySmsVerificationCode: Handler<BySms> = (deps, member, input) =>
  prove(deps, member, input, async (consents) => {
    await useCode(deps, { recipient: member.phone, scene, binding: bindingOf(consents) }, input.smsCode)
    return { method: 'sms' }
  })

/** The same by the signing PIN, which `usePin` checks (checklist C18). */
export const getAuthTokenByPin = (
  deps: Deps,
  member: Member,
  input: Input<typeof authentication.getAuthTokenByPin>,
  usePin: (deps: Deps, member: Member, pin: string) => Promise<void>,
): Promise<Proven> =>
  prove(deps, member, input, async () => {
    await usePin(deps, member, input.pin)
    return { method: 'pin' }
  })

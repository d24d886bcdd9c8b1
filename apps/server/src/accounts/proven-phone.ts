import { accountLimits } from '@moqi/domain/account/limits'
import { checkPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { giveProof, useProof } from '#src/platform/proof.ts'
import { fieldOf } from '#src/platform/field-of.ts'

/** What a code without a session may be asked for; codes and tokens of one scene are nothing in another. */
export type PhoneScene = 'register' | 'reset' | 'smsLogin'

/** A typed phone, normalised. Throws `field/invalid`. */
export function phoneOf(text: string): string {
  return fieldOf('phone', checkPhone(text))
}

/** A token that says once, within ten minutes, that this phone received a code in this scene (checklist C8). */
export const giveSmsToken = (
  deps: Pick<Deps, 'now' | 'random' | 'derivationKey'>,
  tx: Db,
  { phone, scene }: { phone: string; scene: PhoneScene },
): Promise<string> =>
  giveProof(deps, tx, { kind: 'sms', subject: `${phone} ${scene}`, lifeMs: accountLimits.smsToken.lifeMs })

/** Uses an smsToken up and answers its phone. Throws `account/code-wrong`; a refusal later on gives the token back. */
export async function useSmsToken(
  deps: Pick<Deps, 'now' | 'derivationKey'>,
  tx: Db,
  scene: PhoneScene,
  smsToken: string,
): Promise<string> {
  const subject = await useProof(deps, tx, 'sms', smsToken)
  const [phone, proven] = subject?.split(' ') ?? []
  if (!phone || proven !== scene) throw new Refusal('account/code-wrong', { field: 'smsCode' })
  return phone
}

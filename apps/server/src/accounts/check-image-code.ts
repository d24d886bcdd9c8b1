import type { Input, Output } from '@moqi/api/call'
import type { registration } from '@moqi/api/registration'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { giveProof, useProof } from '#src/platform/proof.ts'
import { useCaptcha } from './captcha.ts'

type Check = typeof registration.checkImageCode

/** Exchanges a captcha's answer for a token that counts as one, once, within two minutes (checklist C6, C7). */
export async function checkImageCode(deps: Deps, _caller: Caller, input: Input<Check>): Promise<Output<Check>> {
  await useCaptcha(deps, input)
  const captchaToken = await deps.db.directoryWrite((tx) =>
    giveProof(deps, tx, { kind: 'captcha', subject: '', lifeMs: accountLimits.captchaToken.lifeMs }),
  )
  return { captchaToken }
}

/** Uses a captchaToken up. Throws `account/captcha-wrong`. */
export async function useCaptchaToken(
  deps: Pick<Deps, 'db' | 'now' | 'derivationKey'>,
  captchaToken: string,
): Promise<void> {
  const proven = await deps.db.directoryWrite((tx) => useProof(deps, tx, 'captcha', captchaToken))
  if (proven === null) throw new Refusal('account/captcha-wrong')
}

import type { signIn } from '@moqi/api/sign-in'
import { checkPhone } from '@moqi/domain/identity/phone'
import type { Handler } from '#src/platform/handlers.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { enterAccount } from '#src/cores/identity/enter-account.ts'
import { findSigner } from './find-signer.ts'
import { signerPurpose } from './signer-code.ts'
import { useSignInCode } from './use-sign-in-code.ts'

/** No code hashes to this, so it counts as a wrong one. */
const never = ''

/**
 * Signs in by user name, its phone and a code sent there (checklist C13). A name and a phone that do not belong
 * together are a wrong code in every respect, and leave the right one as it was.
 */
export const loginForUserNameAndPhone: Handler<typeof signIn.loginForUserNameAndPhone> = async (
  deps,
  caller,
  { userName, phone: typed, smsCode, agree },
) => {
  const phone = fieldOf('phone', checkPhone(typed))
  const { signer, pair } = await deps.db.directory(async (directory) => ({
    signer: await findSigner(deps, directory, caller, phone),
    pair: await directory
      .selectFrom('account')
      .where('phone', '=', phone)
      .where('user_name', '=', userName)
      .select('account_id')
      .executeTakeFirst(),
  }))
  const purpose = signerPurpose(phone, 'smsLogin', signer)
  await useSignInCode(deps, caller, { purpose, code: pair ? smsCode : never, method: 'sms', signer })
  if (!pair) throw new Error('a code matched that nobody can type')
  const account = { accountId: pair.account_id, remember: false, method: 'sms' } as const
  return enterAccount(deps, caller, account, async (tx) => {
    if (agree) await recordConsent(deps, tx, caller, account.accountId)
  })
}

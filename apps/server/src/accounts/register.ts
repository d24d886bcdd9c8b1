import type { Output } from '@moqi/api/call'
import type { registration } from '@moqi/api/registration'
import { checkCompanyName } from '@moqi/domain/identity/company'
import { Refusal } from '@moqi/domain/refusal'
import { startSession } from '#src/cores/identity/session.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Caller } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { findCertificateKey } from '#src/cores/identity/certificate-key.ts'
import { alreadyBound } from './bind-key.ts'
import { createAccount } from './create-account.ts'
import { createSpace } from '#src/cores/identity/create-space.ts'
import { hashPassword } from '#src/platform/keys/password-hash.ts'
import { phoneOf, useSmsToken } from './proven-phone.ts'
import { bindRegistered, type KeyToBind, keyToRegister } from './register-with-key.ts'
import { passwordOf } from './set-password.ts'
import { requireFreeUserName, userNameOf } from './unique-user-name.ts'

type Register = typeof registration.register
type Registrant = {
  accountId: string
  userName: string
  phone: string
  passwordHash: string
  smsToken: string
  companyName: string | null
  inviteCode: string | undefined
  /** Signs in from now on. */
  key: KeyToBind | null
}

/**
 * Makes an account of a proven phone and signs it in (checklist C3); a company's registrant owns its space, not yet
 * authenticated. A refused field costs nothing: the smsToken stays good for the next attempt.
 */
export const register: Handler<Register> = async (deps, caller, input) => {
  const userName = userNameOf(input.userName)
  const phone = phoneOf(input.phone)
  const password = passwordOf(input.password, { userName, phone })
  const companyName = input.userType === 'company' ? companyNameOf(input.companyName ?? '') : null
  const { smsToken, inviteCode } = input
  const key = await keyToRegister(deps, input)
  const accountId = deps.newId()
  const passwordHash = await hashPassword(deps, accountId, password)
  const registrant = { accountId, userName, phone, smsToken, companyName, inviteCode, passwordHash, key }
  const attempt = () => deps.db.directoryWrite((tx) => createRegistered(deps, tx, caller, registrant))
  return attempt().catch((error: unknown) => {
    // Somebody was quicker with the phone or the user name, and is seen the second time.
    if (isDuplicate(error)) return attempt()
    throw error
  })
}

async function createRegistered(
  deps: Deps,
  tx: Db,
  caller: Caller,
  { companyName, smsToken, inviteCode, key, ...account }: Registrant,
): Promise<Output<Register>> {
  if ((await useSmsToken(deps, tx, 'register', smsToken)) !== account.phone)
    throw new Refusal('account/code-wrong', { field: 'smsCode' })
  const known = await tx
    .selectFrom('account')
    .where('phone', '=', account.phone)
    .select('account_id')
    .executeTakeFirst()
  if (known) throw new Refusal('account/taken', { field: 'phone' })
  await requireFreeUserName(tx, account.userName)
  const { accountId } = await createAccount(deps, tx, { ...account, ...(inviteCode && { inviteCode }) })
  if (key) {
    if (await findCertificateKey(deps, tx, key.fingerprint)) throw alreadyBound()
    await bindRegistered(deps, tx, accountId, key)
  }
  if (companyName !== null) await createSpace(deps, tx, accountId, { kind: 'company', name: companyName })
  await recordConsent(deps, tx, caller, accountId)
  return startSession(deps, tx, caller, { accountId, remember: false })
}

function companyNameOf(text: string): string {
  return fieldOf('companyName', checkCompanyName(text))
}

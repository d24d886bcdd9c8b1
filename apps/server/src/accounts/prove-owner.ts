import type { phoneOwner } from '@moqi/api/phone-owner'
import { comparedNumber, personPapers } from '@moqi/domain/identity/person-paper'
import { Refusal } from '@moqi/domain/refusal'
import { knownOwner, type KnownOwner } from '#src/cores/identity/dormant-account.ts'
import { startSession } from '#src/cores/identity/session.ts'
import { logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { identityHash } from '#src/platform/identity-hash.ts'
import { checkPassword } from '#src/platform/keys/password-hash.ts'
import { useProof } from '#src/platform/proof.ts'
import { accountNameKey } from './find-signer.ts'

/**
 * Signs in whoever proved the phone and now proves to own its account, by the number of the paper it is real-named by
 * or by its password. A wrong answer spends the challenge: another try costs another code to the phone, of which there
 * are few (`smsCode.perPhoneDay`).
 */
export const proveOwner: Handler<typeof phoneOwner.proveOwner> = async (
  deps,
  caller,
  { code, proof, text, rememberMe },
) => {
  const found = await deps.db.directoryWrite(async (tx) => {
    const accountId = await useProof(deps, tx, 'owner', code)
    return accountId === null ? null : { accountId, ...(await knownOwner(tx, accountId)) }
  })
  if (found === null) throw new Refusal('account/owner-wrong')
  const { accountId } = found
  const isOwner = await proofs[proof](deps, found, text)
  if (isOwner) {
    const session = { accountId, remember: rememberMe === 1, method: 'code' } as const
    return deps.db.directoryWrite((tx) => startSession(deps, tx, caller, session))
  }
  const failure = { accountId, method: 'code', result: 'wrongOwner', deviceId: null, at: deps.now() } as const
  const nameKey = accountNameKey(deps, accountId)
  await deps.db.directory((directory) => logFailure(directory, caller, { nameKey, ...failure }))
  throw new Refusal('account/owner-wrong')
}

type Owner = KnownOwner & { accountId: string }

const proofs = {
  idNumber: async (deps: Pick<Deps, 'derivationKey'>, { identityHash: known }: Owner, text: string) => {
    const typed = text.replaceAll(/\s+/g, '').toUpperCase()
    const numbers = [typed, ...personPapers.map((paper) => comparedNumber(paper, typed))]
    return known !== null && numbers.some((number) => identityHash(deps, number) === known)
  },
  password: (deps: Pick<Deps, 'derivationKey'>, { accountId, passwordHash }: Owner, text: string) =>
    checkPassword(deps, { account_id: accountId, password_hash: passwordHash }, text),
}

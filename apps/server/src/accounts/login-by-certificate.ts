import type { certificateKey } from '@moqi/api/certificate-key'
import type { SignInResult } from '@moqi/domain/account/sign-in'
import { Refusal } from '@moqi/domain/refusal'
import { derOf, requireCertificateAnswer } from '#src/cores/identity/certificate-answer.ts'
import { giveCertificateChallenge, useCertificateChallenge } from '#src/cores/identity/certificate-challenge.ts'
import { type CertificateKey, findCertificateKey, noteCertificateUse } from '#src/cores/identity/certificate-key.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { enterAccount } from '#src/cores/identity/enter-account.ts'
import { logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { accountNameKey } from './find-signer.ts'

type Login = typeof certificateKey.loginByCertificate

/**
 * Signs in by a certificate key (checklist C9): first a challenge for the certificate, then its key's signature over
 * it. A certificate nobody has bound is given a challenge like one that somebody has.
 */
export const loginByCertificate: Handler<Login> = async (deps, caller, { id, purpose, sign, code, agree }) => {
  const ask = { purpose, fingerprint: id, bound: [] } as const
  if (code === undefined || sign === undefined) {
    return { code: await deps.db.directoryWrite((tx) => giveCertificateChallenge(deps, tx, ask)) }
  }
  // What registers is answered to `register`.
  if (purpose !== 'signIn') throw new Refusal('account/key-wrong')
  const key = await deps.db.directory((directory) => findCertificateKey(deps, directory, id))
  if (!key) throw unbound()
  const { account_id: accountId, certificate, chain } = key
  try {
    await requireCertificateAnswer(deps, { id, sign, code, certificate, chain: chain.map(derOf) })
    if (!(await deps.db.directoryWrite((tx) => useCertificateChallenge(deps, tx, code, ask)))) {
      throw new Refusal('account/key-wrong')
    }
  } catch (error) {
    if (error instanceof Refusal) await noteFailure(deps, caller, key, 'wrongKey')
    throw error
  }
  return enterAccount(deps, caller, { accountId, remember: false, method: 'certificate' }, async (tx) => {
    // Unbound at this moment, it opens nothing.
    if (!(await findCertificateKey(deps, tx, id))) throw unbound()
    await noteCertificateUse(tx, id, deps.now())
    if (agree) await recordConsent(deps, tx, caller, accountId)
  })
}

const unbound = () =>
  new Refusal('account/key-wrong', {
    message: '该证书还没有绑定账号，请先用其他方式登录后在“安全设置”中绑定，或用它注册新账号',
  })

async function noteFailure(
  deps: Deps,
  caller: Caller,
  { account_id: accountId }: CertificateKey,
  result: Exclude<SignInResult, 'success'>,
): Promise<void> {
  const failure = { accountId, method: 'certificate', result, deviceId: null, at: deps.now() } as const
  const nameKey = accountNameKey(deps, accountId)
  await deps.db.directory((directory) => logFailure(directory, caller, { nameKey, ...failure }))
}

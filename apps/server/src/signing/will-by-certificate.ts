import type { authentication } from '@moqi/api/authentication'
import { Refusal } from '@moqi/domain/refusal'
import { derOf, requireCertificateAnswer } from '#src/cores/identity/certificate-answer.ts'
import { giveCertificateChallenge, useCertificateChallenge } from '#src/cores/identity/certificate-challenge.ts'
import { type CertificateKey, findCertificateKey, noteCertificateUse } from '#src/cores/identity/certificate-key.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { bindingOf, type Consents, prove, willedBy } from './prove-will.ts'

type Challenge = typeof authentication.getCertificateChallenge
type ByCertificate = typeof authentication.getAuthTokenByCertificate

/**
 * What a certificate key is to sign so that its owner's will to these contracts is proved: it names who consents to
 * which documents by their SHA-256. Throws `account/key-not-found` for a key that is not the member's own.
 */
export const getCertificateChallenge: Handler<Challenge> = async (deps, member, input) => {
  const { consents } = await willedBy(deps, member, input)
  if (!(await ownKey(deps, member, input.id))) throw new Refusal('account/key-not-found', { message: notBound })
  const code = await deps.db.directoryWrite((tx) =>
    giveCertificateChallenge(deps, tx, askOf(member, input.id, consents)),
  )
  return { code }
}

const notBound = '该证书没有绑定您的账号，可在安全设置中绑定，本次请用短信验证码'

async function ownKey(
  deps: Pick<Deps, 'db' | 'derivationKey'>,
  { accountId }: Member,
  id: string,
): Promise<CertificateKey | null> {
  const key = await deps.db.directory((directory) => findCertificateKey(deps, directory, id))
  return key?.account_id === accountId ? key : null
}

const askOf = ({ accountId, tenantId }: Member, fingerprint: string, consents: Consents) =>
  ({ purpose: 'will', fingerprint, bound: [accountId, tenantId, bindingOf(consents)] }) as const

/** Exchanges a certificate key's signature over such a challenge for a token. */
export const getAuthTokenByCertificate: Handler<ByCertificate> = (deps, member, input) =>
  prove(deps, member, input, async (consents) => {
    const { id, sign, code } = input
    const key = await ownKey(deps, member, id)
    if (!key) throw new Refusal('account/key-wrong')
    const { certificate, chain } = key
    await requireCertificateAnswer(deps, { id, sign, code, certificate, chain: chain.map(derOf) })
    await deps.db.directoryWrite(async (tx) => {
      if (!(await useCertificateChallenge(deps, tx, code, askOf(member, id, consents)))) {
        throw new Refusal('account/key-wrong')
      }
      await noteCertificateUse(tx, id, deps.now())
    })
    return {
      method: 'certificate',
      certificate: { certificate: certificate.toString('base64'), chain, code, signature: sign },
    }
  })

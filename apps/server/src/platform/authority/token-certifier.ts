import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fromPem } from '@moqi/trust/certificates/pem'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { pkcs11SigningKey, readPkcs11Uri } from '@moqi/trust/hsm/pkcs11-key'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import type { Deps } from '#src/platform/deps.ts'
import { renewed } from './renewed.ts'
import { replacementTime } from './stored-keys.ts'

/** The platform's key in a token (HSM): it certifies there and never leaves it. `close` logs out. */
export type TokenCertifier = { certifier: () => Promise<SigningKey>; close: () => Promise<void> }

/**
 * Opens the key that MOQI_CERTIFIER_PKCS11 names; null when it names none. Its certificate is the operator's business:
 * in the last third of its life the log asks for another and the file is read anew every hour. Throws `Pkcs11Failure`,
 * or an `Error` for a file without certificate or with one that has ended.
 */
export async function openTokenCertifier(deps: Pick<Deps, 'config' | 'now' | 'log'>): Promise<TokenCertifier | null> {
  const { certifierToken } = deps.config
  if (!certifierToken) return null
  const { settings, object: label } = readPkcs11Uri(certifierToken.uri)
  const token = new Pkcs11Token(settings)
  const close = () => token.close()
  const current = renewed(deps, async () => {
    const [certificate, ...chain] = fromPem('CERTIFICATE', readFileSync(certifierToken.certificate, 'utf8'))
    if (!certificate) throw new Error(`MOQI_CERTIFIER_CERT ${certifierToken.certificate} holds no certificate`)
    const ends = new X509Certificate(certificate).validToDate.getTime()
    const until = new Date(ends).toISOString()
    if (deps.now() >= ends) throw new Error(`the certificate of MOQI_CERTIFIER_CERT ended on ${until}`)
    if (deps.now() >= replacementTime(certificate)) {
      deps.log(`MOQI_CERTIFIER_CERT ends on ${until}: put a new certificate of the same key into the file`)
    }
    return { key: await pkcs11SigningKey(token, { label, certificate, chain }), certificates: [certificate] }
  })
  try {
    await current()
  } catch (error) {
    await close()
    throw error
  }
  return { certifier: async () => (await current()).key, close }
}

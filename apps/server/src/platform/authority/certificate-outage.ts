import { Refusal } from '@moqi/domain/refusal'
import { type CertificateAuthority, CertificateRefusal } from '@moqi/trust/certificates/certificate-authority'
import { NoAnswer } from '@moqi/trust/http/bounded-answer'
import { requireNoConnection } from '#src/platform/database/held-connection.ts'
import type { Deps } from '#src/platform/deps.ts'

const restMs = 8000

/** What a signer reads while no certificate is to be had. */
const unavailable = (cause: unknown) =>
  new Refusal(
    'service/unavailable',
    { retryAfter: restMs / 1000, message: '证书服务暂时不可用，请稍后再试' },
    { cause },
  )

/**
 * An authority elsewhere, which is not asked again for a few seconds after it was silent or answered no certificate, so
 * that a hundred signers do not each wait for the same silence. Refuses `service/unavailable`, also meanwhile; the log
 * hears of each attempt that failed. Never asked by work that holds a connection.
 */
export function restingCertificates(
  { now, log }: Pick<Deps, 'now' | 'log'>,
  authority: CertificateAuthority,
): CertificateAuthority {
  let restsUntil = Number.NEGATIVE_INFINITY
  return {
    async issue(request, subject) {
      requireNoConnection('the certificate authority')
      // A clock that was set back makes nobody wait longer.
      if (now() < restsUntil && now() >= restsUntil - restMs) throw unavailable('it did not answer a moment ago')
      try {
        return await authority.issue(request, subject)
      } catch (error) {
        if (!(error instanceof NoAnswer || error instanceof CertificateRefusal)) throw error
        restsUntil = now() + restMs
        log('no certificate is to be had', error)
        throw unavailable(error)
      }
    },
  }
}

import { readFileSync } from 'node:fs'
import { createCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { httpCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { fromPem } from '@moqi/trust/certificates/pem'
import type { PrivateKey } from '@moqi/trust/cms/keys'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { networkRevocation } from '@moqi/signing/levels/network-revocation'
import type { RevocationSource } from '@moqi/signing/levels/validation-data'
import { httpAuthority } from '@moqi/trust/timestamp/request-token'
import type { RemoteAuthority } from '#src/platform/config.ts'
import { talliedCertificates } from '#src/platform/gateways/tallied-gateways.ts'
import type { GatewayTally } from '#src/platform/gateways/tally.ts'
import { askedOutside } from '#src/platform/database/held-connection.ts'
import type { Deps } from '#src/platform/deps.ts'
import { restingCertificates } from './certificate-outage.ts'
import { watchingClock } from './clock-check.ts'
import type { AuthorityDeps } from './embedded-keys.ts'
import { embeddedSigningAuthority } from './embedded-signing-authority.ts'
import { fittingCertificates } from './fitting-certificates.ts'
import { provenTimestamps } from './proven-timestamps.ts'
import { renewed } from './renewed.ts'
import { signerKeys } from './signer-keys.ts'
import type { SigningAuthority } from './signing-authority.ts'
import { storedKeyFromElsewhere } from './stored-keys.ts'
import { restingAfterOutage } from './timestamp-outage.ts'

/** Somebody waits for this answer, so it is asked for briefly and once more. */
const timestampTimeoutMs = 4000
const certificateTimeoutMs = 10_000
const revocationTimeoutMs = 5000

/** Whoever asks another authority for certificates may have each question noted. */
type Certifying = AuthorityDeps & { tally?: Pick<GatewayTally, 'note'> }

/**
 * The embedded CA and TSA, or those that the settings name in their place; `certifier` is the platform's key elsewhere.
 */
export async function openSigningAuthority(
  deps: Certifying,
  certifier: SigningAuthority['certifier'] | null = null,
): Promise<SigningAuthority> {
  const embedded = await embeddedSigningAuthority(deps)
  const { timestampAuthority, certificateAuthority, trustedRoots, keyRoots } = deps.config
  const isElsewhere = timestampAuthority !== null || certificateAuthority !== null || certifier !== null
  if (!isElsewhere && !keyRoots) return embedded
  const roots = isElsewhere ? rootsIn('MOQI_TRUSTED_ROOTS', trustedRoots) : []
  const ofKeys = rootsOfKeys(deps)
  return {
    ...embedded,
    ...(timestampAuthority && watchingClock(deps, remoteTimestamps(deps, timestampAuthority, roots))),
    ...(certifier && { certifier }),
    ...(certificateAuthority && remoteCertificates(deps, { remote: certificateAuthority, roots }, certifier)),
    roots: [...embedded.roots, ...roots, ...ofKeys],
    issuers: [...embedded.issuers, ...roots, ...ofKeys],
    // Where real certificates are issued, a test certificate in a token is nobody's key.
    keyRoots: [...(certificateAuthority ? [] : embedded.keyRoots), ...roots, ...ofKeys],
    certifyKey: certificateAuthority ? null : embedded.certifyKey,
    revocation: firstKnown(
      embedded.revocation,
      askedOutside(
        'a revocation service',
        networkRevocation({ timeout: revocationTimeoutMs, now: () => new Date(deps.now()) }),
      ),
    ),
  }
}

const rootsOfKeys = ({ config: { keyRoots } }: AuthorityDeps) => (keyRoots ? rootsIn('MOQI_KEY_ROOTS', keyRoots) : [])

function rootsIn(setting: string, file: string | null): Buffer[] {
  const roots = file ? fromPem('CERTIFICATE', readFileSync(file, 'utf8')) : []
  if (roots.length === 0) throw new Error(`${setting} ${file} holds no certificate`)
  return roots
}

const bearer = ({ token }: RemoteAuthority) => (token === null ? undefined : `Bearer ${token}`)

function remoteTimestamps({ now }: Pick<Deps, 'now'>, remote: RemoteAuthority, roots: Buffer[]) {
  const authorization = bearer(remote)
  return restingAfterOutage(
    askedOutside(
      'the time-stamping authority',
      provenTimestamps(httpAuthority({ url: remote.url, timeout: timestampTimeoutMs, retries: 1, authorization }), {
        roots,
        now,
      }),
    ),
    now,
  )
}

/**
 * Spaces and the platform itself are certified elsewhere; what is signed is no longer a test. The platform's
 * certificate is asked for at the start, and again by whoever needs it while the authority is out of reach.
 */
function remoteCertificates(
  deps: Certifying,
  { remote, roots }: { remote: RemoteAuthority; roots: Buffer[] },
  elsewhere: SigningAuthority['certifier'] | null,
) {
  const { brand, suite } = deps.config
  const subject = { country: 'CN' as const, organization: brand, commonName: brand }
  const asking = { url: remote.url, timeout: certificateTimeoutMs, authorization: bearer(remote) }
  const fitting = { roots, now: deps.now, renamed: subject }
  const asked = fittingCertificates(httpCertificateAuthority(asking), fitting)
  const authority = restingCertificates(deps, deps.tally ? talliedCertificates(deps.tally, asked) : asked)
  const certify = (privateKey: PrivateKey) => authority.issue(createCertificateRequest(privateKey, subject), subject)
  const current = renewed(deps, async () => {
    const stored = await storedKeyFromElsewhere(deps, `certifier ${remote.url}`, certify, suite)
    const { key, certificate, chain } = stored
    return { key: signingKey(key, certificate, chain), certificates: [certificate] }
  })
  const certifier = elsewhere ?? (async () => (await current()).key)
  void certifier().catch((error: unknown) => deps.log('the platform has no certificate yet', error))
  return {
    partyKey: signerKeys(deps, authority),
    certifier,
    // Whoever makes seals must be known to whom they are shown: a maker of our own test root is not.
    sealMaker: async () => null,
    notice: null,
  }
}

function firstKnown(...sources: RevocationSource[]): RevocationSource {
  return async (certificate, issuer) => {
    let unreachable = false
    for (const source of sources) {
      const found = await source(certificate, issuer)
      if (found.crls.length + found.ocsps.length > 0) return found
      unreachable ||= found.unreachable ?? false
    }
    return { crls: [], ocsps: [], unreachable }
  }
}

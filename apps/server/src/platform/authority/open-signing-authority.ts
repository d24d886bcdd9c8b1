import { readFileSync } from 'node:fs'
import { createCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { httpCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { fromPem } from '@moqi/trust/certificates/pem'
import type { PrivateKey } from '@moqi/trust/cms/keys'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { networkRevocation } from '@moqi/signing/levels/network-revocation'
import type { RevocationSource } from '@moqi/signing/levels/validation-data'
import { httpAuthority } from '@moqi/trust/timestamp/request-token'
import { sql } from 'kysely'
import type { RemoteAuthority } from '#src/platform/config.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AuthorityDeps } from './embedded-keys.ts'
import { embeddedSigningAuthority } from './embedded-signing-authority.ts'
import { renewed } from './renewed.ts'
import { signerKeys } from './signer-keys.ts'
import type { SigningAuthority } from './signing-authority.ts'
import { storedKey } from './stored-keys.ts'
import { restingAfterOutage } from './timestamp-outage.ts'

/** Somebody waits for this answer, so it is asked for briefly and once more. */
const timestampTimeoutMs = 4000
const certificateTimeoutMs = 15_000
const revocationTimeoutMs = 5000

/**
 * The embedded CA and TSA, or those that the settings name in their place; `certifier` is the platform's key elsewhere.
 */
export async function openSigningAuthority(
  deps: AuthorityDeps,
  certifier: SigningAuthority['certifier'] | null = null,
): Promise<SigningAuthority> {
  const embedded = await embeddedSigningAuthority(deps)
  const { timestampAuthority, certificateAuthority, trustedRoots } = deps.config
  if (!timestampAuthority && !certificateAuthority && !certifier) return embedded
  const roots = trustedRoots ? fromPem('CERTIFICATE', readFileSync(trustedRoots, 'utf8')) : []
  if (roots.length === 0) throw new Error(`MOQI_TRUSTED_ROOTS ${trustedRoots} holds no certificate`)
  return {
    ...embedded,
    ...(timestampAuthority && { timestamps: remoteTimestamps(deps, timestampAuthority) }),
    ...(certifier && { certifier }),
    ...(certificateAuthority && (await remoteCertificates(deps, certificateAuthority, certifier))),
    roots: [...embedded.roots, ...roots],
    issuers: [...embedded.issuers, ...roots],
    revocation: firstKnown(
      embedded.revocation,
      networkRevocation({ timeout: revocationTimeoutMs, now: () => new Date(deps.now()) }),
    ),
  }
}

const bearer = ({ token }: RemoteAuthority) => (token === null ? undefined : `Bearer ${token}`)

function remoteTimestamps({ now }: Pick<Deps, 'now'>, remote: RemoteAuthority) {
  const authorization = bearer(remote)
  return restingAfterOutage(
    httpAuthority({ url: remote.url, timeout: timestampTimeoutMs, retries: 1, authorization }),
    now,
  )
}

/** Spaces and the platform itself are certified elsewhere; what is signed is no longer a test. */
async function remoteCertificates(
  deps: AuthorityDeps,
  remote: RemoteAuthority,
  elsewhere: SigningAuthority['certifier'] | null,
) {
  const { brand, suite } = deps.config
  const authority = httpCertificateAuthority({
    url: remote.url,
    timeout: certificateTimeoutMs,
    authorization: bearer(remote),
  })
  const subject = { country: 'CN' as const, organization: brand, commonName: brand }
  const certify = (privateKey: PrivateKey) => authority.issue(createCertificateRequest(privateKey, subject), subject)
  const current = renewed(deps, async () => {
    const { key, certificate, chain } = await deps.db.directoryWrite(async (tx) => {
      await sql`select pg_advisory_xact_lock(71052019)`.execute(tx)
      return storedKey(deps, tx, `certifier ${remote.url}`, certify, { suite })
    })
    return { key: signingKey(key, certificate, chain), certificates: [certificate] }
  })
  const certifier = elsewhere ?? (async () => (await current()).key)
  await certifier()
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

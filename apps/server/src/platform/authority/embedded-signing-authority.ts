import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Authority, issueCertificate } from '@moqi/trust/certificates/authority'
import { embeddedCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { testCertificateNotice } from '@moqi/trust/certificates/extensions'
import { askOcsp, OcspRefusal } from '@moqi/trust/revocation/ocsp-client'
import { toPem } from '@moqi/trust/certificates/pem'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import type { RevocationSource } from '@moqi/signing/levels/validation-data'
import { embeddedAuthority } from '@moqi/trust/timestamp/embedded-authority'
import { type AuthorityDeps, embeddedKeys, published, validityOf } from './embedded-keys.ts'
import { type IssuerName, type RevocationService, revocationService } from './revocation-service.ts'
import { renewed } from './renewed.ts'
import type { SigningAuthority } from './signing-authority.ts'
import { signerKeys } from './signer-keys.ts'
import type { StoredKey } from './stored-keys.ts'

/** Names the policy of the embedded time-stamps, under the number kept for examples (RFC 5612): it promises nothing. */
const timestampPolicy = '1.3.6.1.4.1.32473.1.1'

type Authorities = Record<IssuerName, Authority>

/**
 * A CA and TSA in this process: a root, an issuing CA below it, and keys for certification, time-stamps and OCSP, made
 * at the first start in the suite of the settings and kept sealed in the database, so that all nodes share them.
 * Throws `OtherSuite` at a later start with another suite: a contract is signed in one suite from freezing to its end.
 */
export async function embeddedSigningAuthority(deps: AuthorityDeps): Promise<SigningAuthority> {
  const current = renewed(deps, async () => services(deps, await embeddedKeys(deps)))
  const { root, issuing } = await current()
  const chain = [issuing.key.identity.certificate]
  const rootCertificate = root.key.identity.certificate
  publishRoot(deps.config.dataDir, rootCertificate)
  const validity = () => validityOf(deps, 2)
  return {
    partyKey: signerKeys(
      deps,
      embeddedCertificateAuthority({ authority: issuing, publishedAt: published(deps, 'issuing'), validity }),
      chain,
    ),
    certifier: async () => (await current()).certifier,
    sealMaker: async () => (await current()).sealMaker,
    // It has our own clock.
    clock: () => null,
    timestamps: async (request) => (await current()).timestamps(request),
    keyRoots: [rootCertificate],
    certifyKey: async (publicKey, subject) => {
      const issued = { authority: issuing, subject, publicKey, ...published(deps, 'issuing'), ...validity() }
      return { certificate: await issueCertificate({ ...issued, profile: 'signer' }), chain }
    },
    roots: [rootCertificate],
    issuers: [rootCertificate, ...chain],
    notice: testCertificateNotice,
    crls: async () => {
      const { service } = await current()
      return Promise.all([service.list('issuing'), service.list('root')])
    },
    revocation: async (certificate, issuer) =>
      revocationOf(deps, { root, issuing }, (await current()).service)(certificate, issuer),
    publication: async (fileName) => publisher({ root, issuing }, (await current()).service)(fileName),
    ocsp: async (request) => (await current()).service.ocsp(request),
  }
}

/** What works with certificates that end; the authorities themselves stay. */
function services(deps: AuthorityDeps, made: Awaited<ReturnType<typeof embeddedKeys>>) {
  const { root, issuing, certifier, sealMaker, timestamp, rootOcsp, issuingOcsp } = made
  const chain = [issuing.key.identity.certificate]
  const replaceable = [certifier, timestamp, rootOcsp, issuingOcsp, ...(sealMaker ? [sealMaker] : [])]
  return {
    root,
    issuing,
    certificates: replaceable.map(({ certificate }) => certificate),
    certifier: keyOf(certifier, chain),
    sealMaker: sealMaker && keyOf(sealMaker, chain),
    timestamps: embeddedAuthority({
      key: keyOf(timestamp, chain),
      policy: timestampPolicy,
      now: () => new Date(deps.now()),
    }),
    service: revocationService(deps, {
      root: { authority: root, responder: keyOf(rootOcsp, []) },
      issuing: { authority: issuing, responder: keyOf(issuingOcsp, []) },
    }),
  }
}

const keyOf = ({ key, certificate }: StoredKey, chain: Buffer[]): SigningKey => signingKey(key, certificate, chain)

/** So that anyone on this machine can verify with the root at hand. */
function publishRoot(dataDir: string, certificate: Buffer): void {
  const folder = join(dataDir, 'ca')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'root.crt'), toPem('CERTIFICATE', certificate))
}

/** The issuer's list and its OCSP answer, made here: what a reader in twenty years would otherwise have to ask for. */
function revocationOf(deps: AuthorityDeps, authorities: Authorities, service: RevocationService): RevocationSource {
  return async (certificate, issuer) => {
    const name = (['root', 'issuing'] as const).find((one) => authorities[one].key.identity.certificate.equals(issuer))
    if (!name) return { crls: [], ocsps: [] }
    const question = { certificate, issuer, now: new Date(deps.now()) }
    // A responder whose certificate ended answers nothing of use; the list says the same.
    const ocsps = await askOcsp((_url, request) => service.ocsp(request), name, question).then(
      ({ response }) => [response],
      (error: unknown) => {
        if (error instanceof OcspRefusal) return []
        throw error
      },
    )
    return { crls: [await service.list(name)], ocsps }
  }
}

function publisher(authorities: Authorities, service: RevocationService) {
  return async (fileName: string) => {
    const found = /^(root|issuing)\.(crt|crl)$/.exec(fileName)
    if (!found) return null
    const name = found[1] === 'root' ? 'root' : 'issuing'
    if (found[2] === 'crl') return { bytes: await service.list(name), type: 'application/pkix-crl' }
    return { bytes: authorities[name].key.identity.certificate, type: 'application/pkix-cert' }
  }
}

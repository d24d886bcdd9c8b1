import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Authority,
  authorityOf,
  createIssuingAuthority,
  createRootAuthority,
} from '@moqi/signing/certificates/authority'
import { embeddedCertificateAuthority } from '@moqi/signing/certificates/embedded-certificate-authority'
import { type PublishedAt, testCertificateNotice } from '@moqi/signing/certificates/extensions'
import { type CertificateProfile, issueCertificate } from '@moqi/signing/certificates/issue-certificate'
import { askOcsp, OcspRefusal } from '@moqi/signing/certificates/ocsp-client'
import { toPem } from '@moqi/signing/certificates/pem'
import { type PrivateKey, publicKeyOf } from '@moqi/signing/cms/keys'
import { type SigningKey, signingKey } from '@moqi/signing/cms/signing-key'
import type { RevocationSource } from '@moqi/signing/levels/validation-data'
import { type SuiteName, suiteOf } from '@moqi/signing/suites/suite'
import { embeddedAuthority } from '@moqi/signing/timestamp/embedded-authority'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { suiteSettings } from '#src/platform/config.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type IssuerName, type RevocationService, revocationService } from './revocation-service.ts'
import type { SigningAuthority } from './signing-authority.ts'
import { signerKeys } from './signer-keys.ts'
import { storedKey, type StoredKey } from './stored-keys.ts'

const yearMs = 365 * 24 * 3_600_000
/** Clocks of readers may be behind ours. */
const backdatedMs = 5 * 60_000
/** Names the policy of the embedded time-stamps, under the number kept for examples (RFC 5612): it promises nothing. */
const timestampPolicy = '1.3.6.1.4.1.32473.1.1'

type AuthorityDeps = Pick<Deps, 'config' | 'db' | 'now' | 'newId' | 'log' | 'keyEncryption'>
type Authorities = Record<IssuerName, Authority>

/** The authorities were made in one suite, and the settings name another. */
export class OtherSuite extends Error {
  override name = 'OtherSuite'
}

/**
 * A CA and TSA in this process: a root, an issuing CA below it, and keys for certification, time-stamps and OCSP, made
 * at the first start in the suite of the settings and kept sealed in the database, so that all nodes share them.
 * Throws `OtherSuite` at a later start with another suite: a contract is signed in one suite from freezing to its end.
 */
export async function embeddedSigningAuthority(deps: AuthorityDeps): Promise<SigningAuthority> {
  const made = await deps.db.directoryWrite(async (tx) => {
    await sql`select pg_advisory_xact_lock(71052019)`.execute(tx)
    return loadOrCreate(deps, tx)
  })
  const { root, issuing } = made
  const service = revocationService(deps, {
    root: { authority: root, responder: keyOf(made.rootOcsp, []) },
    issuing: { authority: issuing, responder: keyOf(made.issuingOcsp, []) },
  })
  const chain = [issuing.key.identity.certificate]
  const rootCertificate = root.key.identity.certificate
  publishRoot(deps.config.dataDir, rootCertificate)
  const validity = () => validityOf(deps, 2)
  return {
    signerKey: signerKeys(
      deps,
      embeddedCertificateAuthority({ authority: issuing, publishedAt: published(deps, 'issuing'), validity }),
      chain,
    ),
    certifier: keyOf(made.certifier, chain),
    sealMaker: made.sealMaker && keyOf(made.sealMaker, chain),
    timestamps: embeddedAuthority({
      key: keyOf(made.timestamp, chain),
      policy: timestampPolicy,
      now: () => new Date(deps.now()),
    }),
    roots: [rootCertificate],
    issuers: [rootCertificate, ...chain],
    notice: testCertificateNotice,
    crls: () => Promise.all([service.list('issuing'), service.list('root')]),
    revocation: revocationOf(deps, { root, issuing }, service),
    publication: publisher({ root, issuing }, service),
    ocsp: service.ocsp,
  }
}

const keyOf = ({ key, certificate }: StoredKey, chain: Buffer[]): SigningKey => signingKey(key, certificate, chain)

const validityOf = ({ now }: AuthorityDeps, years: number) => ({
  notBefore: new Date(now() - backdatedMs),
  notAfter: new Date(now() + years * yearMs),
})

/** What a certificate of that issuer says about where to ask. */
function published({ config }: AuthorityDeps, issuer: IssuerName): PublishedAt {
  const at = `${config.publicUrl}/ca`
  return { crlUrl: `${at}/${issuer}.crl`, ocspUrl: `${at}/ocsp`, issuerUrl: `${at}/${issuer}.crt` }
}

async function loadOrCreate(deps: AuthorityDeps, tx: Db) {
  const subject = (commonName: string) => ({
    country: 'CN' as const,
    organization: deps.config.brand,
    commonName: `${deps.config.brand}${commonName}`,
  })
  const root = await authority(deps, tx, 'root', (privateKey) =>
    createRootAuthority({ privateKey, subject: subject('测试根证书'), ...validityOf(deps, 30) }),
  )
  expectSuite(deps, suiteOf(root).name)
  const issuing = await authority(deps, tx, 'issuing', (privateKey) =>
    createIssuingAuthority({
      authority: root,
      privateKey,
      subject: subject('测试签发证书'),
      ...published(deps, 'root'),
      ...validityOf(deps, 20),
    }),
  )
  const leaf = (key: string, name: string, profile: CertificateProfile, issuer: IssuerName = 'issuing') => {
    const certify = async (privateKey: PrivateKey) => ({
      certificate: await issueCertificate({
        authority: issuer === 'root' ? root : issuing,
        subject: subject(name),
        publicKey: publicKeyOf(privateKey),
        profile,
        ...published(deps, issuer),
        ...validityOf(deps, 10),
      }),
      chain: [],
    })
    return storedKey(deps, tx, key, certify, { suite: leafSuite(deps, profile) })
  }
  return {
    root,
    issuing,
    timestamp: await leaf('timestamp', '测试时间戳服务', 'timestamp'),
    certifier: await leaf('certifier', '测试平台签章', 'certifier'),
    sealMaker: deps.config.suite === 'SM2' ? await leaf('seal-maker', '测试印章制作', 'signer') : null,
    issuingOcsp: await leaf('issuing-ocsp', '测试证书状态服务', 'ocsp'),
    rootOcsp: await leaf('root-ocsp', '测试根证书状态服务', 'ocsp', 'root'),
  }
}

/** Time-stamps are made with P-256 beside RSA, where it is as well understood and ten times as fast; SM2 asks for SM3. */
const leafSuite = ({ config: { suite } }: AuthorityDeps, profile: CertificateProfile): SuiteName =>
  profile === 'timestamp' && suite !== 'SM2' ? 'P-256' : suite

function expectSuite({ config }: AuthorityDeps, stored: SuiteName): void {
  if (stored === config.suite) return
  const [kept, asked] = [stored, config.suite].map((name) => `MOQI_CA_SUITE=${suiteSettings[name]}`)
  throw new OtherSuite(
    `此处的证书与合同属于 ${stored}，不能改用 ${asked}：一份合同自定稿到签完只用一种算法。` +
      `请设 ${kept} 后启动；要用新的算法，请以 MOQI_DATA（及 DATABASE_URL）另建一处`,
  )
}

async function authority(
  deps: AuthorityDeps,
  tx: Db,
  name: IssuerName,
  create: (key: PrivateKey) => Promise<Authority>,
): Promise<Authority> {
  const made = async (privateKey: PrivateKey) => {
    const { identity } = (await create(privateKey)).key
    return { certificate: identity.certificate, chain: [] }
  }
  const { key, certificate } = await storedKey(deps, tx, name, made, { suite: deps.config.suite, isKept: true })
  return authorityOf(key, certificate, [])
}

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
    // A responder that ended while this process ran answers nothing of use; the list says the same.
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

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Authority,
  authorityOf,
  createIssuingAuthority,
  createRootAuthority,
} from '@moqi/signing/certificates/authority'
import { testCertificateNotice } from '@moqi/signing/certificates/extensions'
import { type CertificateProfile, issueCertificate } from '@moqi/signing/certificates/issue-certificate'
import { toPem } from '@moqi/signing/certificates/pem'
import { createRevocationList } from '@moqi/signing/certificates/revocation-list'
import { type SigningKey, signingKey } from '@moqi/signing/cms/signing-key'
import { embeddedAuthority } from '@moqi/signing/timestamp/embedded-authority'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { SigningAuthority } from './signing-authority.ts'
import { signerKeys } from './signer-keys.ts'

const yearMs = 365 * 24 * 3_600_000
const hourMs = 3_600_000
/** Clocks of readers may be behind ours. */
const backdatedMs = 5 * 60_000
/** Names the policy of the embedded time-stamps, under the number kept for examples (RFC 5612): it promises nothing. */
const timestampPolicy = '1.3.6.1.4.1.32473.1.1'

type AuthorityDeps = Pick<Deps, 'config' | 'db' | 'now' | 'newId' | 'keyEncryption'>
type Stored = { key: KeyObject; certificate: Buffer }

/**
 * A CA and TSA in this process: a root, an issuing CA below it, and keys for certification and time-stamps, made at
 * the first start and kept sealed in the database, so that all nodes share them.
 */
export async function embeddedSigningAuthority(deps: AuthorityDeps): Promise<SigningAuthority> {
  const { root, issuing, timestamp, certifier } = await deps.db.directoryWrite(async (tx) => {
    await sql`select pg_advisory_xact_lock(71052019)`.execute(tx)
    return loadOrCreate(deps, tx)
  })
  const lists = revocationLists(deps, { root, issuing })
  const chain = [issuing.key.identity.certificate]
  const rootCertificate = root.key.identity.certificate
  publishRoot(deps.config.dataDir, rootCertificate)
  return {
    signerKey: signerKeys(deps, issuing, crlUrl(deps, 'issuing.crl')),
    certifier: keyOf(certifier, chain),
    timestamps: embeddedAuthority({
      key: keyOf(timestamp, chain),
      policy: timestampPolicy,
      now: () => new Date(deps.now()),
    }),
    roots: [rootCertificate],
    notice: testCertificateNotice,
    crls: () => Promise.all([lists('issuing'), lists('root')]),
    publication: publisher({ root, issuing }, lists),
  }
}

const keyOf = ({ key, certificate }: Stored, chain: Buffer[]): SigningKey => signingKey(key, certificate, chain)

async function loadOrCreate(deps: AuthorityDeps, tx: Db) {
  const validity = (years: number) => ({
    notBefore: new Date(deps.now() - backdatedMs),
    notAfter: new Date(deps.now() + years * yearMs),
  })
  const subject = (commonName: string) => ({
    country: 'CN' as const,
    organization: deps.config.brand,
    commonName: `${deps.config.brand}${commonName}`,
  })
  const root = await authority(deps, tx, 'root', (privateKey) =>
    createRootAuthority({ privateKey, subject: subject('测试根证书'), ...validity(30) }),
  )
  const issuing = await authority(deps, tx, 'issuing', (privateKey) =>
    createIssuingAuthority({
      authority: root,
      privateKey,
      subject: subject('测试签发证书'),
      crlUrl: crlUrl(deps, 'root.crl'),
      ...validity(20),
    }),
  )
  const leaf = (name: string, profile: CertificateProfile) =>
    stored(deps, tx, profile, (privateKey) =>
      issueCertificate({
        authority: issuing,
        subject: subject(name),
        publicKey: createPublicKey(privateKey),
        profile,
        crlUrl: crlUrl(deps, 'issuing.crl'),
        ...validity(10),
      }),
    )
  return {
    root,
    issuing,
    timestamp: await leaf('测试时间戳服务', 'timestamp'),
    certifier: await leaf('测试平台签章', 'certifier'),
  }
}

const crlUrl = ({ config }: AuthorityDeps, name: string) => `${config.publicUrl}/ca/${name}`

async function authority(
  deps: AuthorityDeps,
  tx: Db,
  name: string,
  create: (key: KeyObject) => Promise<Authority>,
): Promise<Authority> {
  const { key, certificate } = await stored(deps, tx, name, async (made) => {
    const { identity } = (await create(made)).key
    return identity.certificate
  })
  return authorityOf(key, certificate, [])
}

/** The named key and certificate, made if there is none yet. The private key leaves this process only sealed. */
async function stored(
  { keyEncryption, now }: AuthorityDeps,
  tx: Db,
  name: string,
  certify: (key: KeyObject) => Promise<Buffer>,
): Promise<Stored> {
  const found = await tx
    .selectFrom('platform_secret')
    .where('name', '=', name)
    .select(['sealed', 'certificate'])
    .executeTakeFirst()
  if (found?.certificate) {
    const pkcs8 = await keyEncryption.unseal(name, found.sealed)
    return { key: createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }), certificate: found.certificate }
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = await certify(privateKey)
  const sealed = await keyEncryption.seal(name, privateKey.export({ format: 'der', type: 'pkcs8' }))
  await tx.insertInto('platform_secret').values({ name, sealed, certificate, created_at: now() }).execute()
  return { key: privateKey, certificate }
}

/** So that anyone on this machine can verify with the root at hand. */
function publishRoot(dataDir: string, certificate: Buffer): void {
  const folder = join(dataDir, 'ca')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'root.crt'), toPem('CERTIFICATE', certificate))
}

type Authorities = { root: Authority; issuing: Authority }
type Lists = (name: keyof Authorities) => Promise<Buffer>

/** Revocation lists, made anew at most once a minute. */
function revocationLists(deps: AuthorityDeps, authorities: Authorities): Lists {
  const lists = new Map<string, { until: number; bytes: Promise<Buffer> }>()
  return (name) => {
    const known = lists.get(name)
    if (known && known.until > deps.now()) return known.bytes
    const bytes = revocationList(deps, authorities[name], name)
    lists.set(name, { until: deps.now() + 60_000, bytes })
    bytes.catch(() => lists.delete(name))
    return bytes
  }
}

function publisher(authorities: Authorities, lists: Lists) {
  return async (fileName: string) => {
    const found = /^(root|issuing)\.(crt|crl)$/.exec(fileName)
    if (!found) return null
    const name = found[1] === 'root' ? 'root' : 'issuing'
    if (found[2] === 'crl') return { bytes: await lists(name), type: 'application/pkix-crl' }
    return { bytes: authorities[name].key.identity.certificate, type: 'application/pkix-cert' }
  }
}

async function revocationList(deps: AuthorityDeps, issuer: Authority, name: string): Promise<Buffer> {
  const revoked = await deps.db.directory((directory) =>
    directory.selectFrom('revoked_certificate').where('issuer', '=', name).select(['serial', 'revoked_at']).execute(),
  )
  return createRevocationList({
    authority: issuer,
    revoked: revoked.map(({ serial, revoked_at }) => ({
      serial: Buffer.from(serial, 'hex'),
      at: new Date(revoked_at),
      reason: 'unspecified',
    })),
    thisUpdate: new Date(deps.now() - backdatedMs),
    nextUpdate: new Date(deps.now() + 24 * hourMs),
    number: Math.floor(deps.now() / 1000),
  })
}

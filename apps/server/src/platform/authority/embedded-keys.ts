import { dayMs } from '@moqi/domain/time/civil-date'
import {
  type Authority,
  authorityOf,
  type CertificateProfile,
  createIssuingAuthority,
  createRootAuthority,
  issueCertificate,
} from '@moqi/trust/certificates/authority'
import type { PublishedAt } from '@moqi/trust/certificates/extensions'
import { type PrivateKey, publicKeyOf } from '@moqi/trust/cms/keys'
import { type SuiteName, suiteOf } from '@moqi/trust/suites/suite'
import { sql } from 'kysely'
import { suiteSettings } from '#src/platform/config.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { IssuerName } from './revocation-service.ts'
import { storedKey } from './stored-keys.ts'

const yearMs = 365 * dayMs
/** Clocks of readers may be behind ours, and ours may be set back: a certificate holds from a day before it is made. */
const backdatedMs = dayMs
/** What it hangs from has to hold whenever it does. */
const authorityBackdatedMs = yearMs

/** What of the server's means the embedded authority keeps its keys by. */
export type AuthorityDeps = Pick<Deps, 'config' | 'db' | 'now' | 'newId' | 'log' | 'keyEncryption'>

/** The authorities were made in one suite, and the settings name another. */
export class OtherSuite extends Error {
  override name = 'OtherSuite'
}

/** How long a certificate made now holds. */
export const validityOf = ({ now }: AuthorityDeps, years: number, backMs = backdatedMs) => ({
  notBefore: new Date(now() - backMs),
  notAfter: new Date(now() + years * yearMs),
})

/** What a certificate of that issuer says about where to ask. */
export function published({ config }: AuthorityDeps, issuer: IssuerName): PublishedAt {
  const at = `${config.publicUrl}/ca`
  return { crlUrl: `${at}/${issuer}.crl`, ocspUrl: `${at}/ocsp`, issuerUrl: `${at}/${issuer}.crt` }
}

/**
 * The embedded authorities, and the keys they have certified for the platform: made at the first start and kept sealed
 * in the database, so that all nodes share them. Throws `OtherSuite`.
 */
export function embeddedKeys(deps: AuthorityDeps) {
  return deps.db.directoryWrite(async (tx) => {
    await sql`select pg_advisory_xact_lock(71052019)`.execute(tx)
    return loadOrCreate(deps, tx)
  })
}

async function loadOrCreate(deps: AuthorityDeps, tx: Db) {
  const subject = (commonName: string) => ({
    country: 'CN' as const,
    organization: deps.config.brand,
    commonName: `${deps.config.brand}${commonName}`,
  })
  const root = await authority(deps, tx, 'root', (privateKey) =>
    createRootAuthority({ privateKey, subject: subject('测试根证书'), ...validityOf(deps, 30, authorityBackdatedMs) }),
  )
  expectSuite(deps, suiteOf(root).name)
  const issuing = await authority(deps, tx, 'issuing', (privateKey) =>
    createIssuingAuthority({
      authority: root,
      privateKey,
      subject: subject('测试签发证书'),
      ...published(deps, 'root'),
      ...validityOf(deps, 20, authorityBackdatedMs),
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

/**
 * Time-stamps are made with P-256 beside RSA, where it is as well understood and ten times as fast; SM2 asks for SM3.
 */
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

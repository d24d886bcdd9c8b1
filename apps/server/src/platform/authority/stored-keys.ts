import { X509Certificate } from 'node:crypto'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { IssuedCertificate } from '@moqi/trust/certificates/certificate-authority'
import { fromPem, toPem } from '@moqi/trust/certificates/pem'
import { fromPkcs8, type PrivateKey, toPkcs8 } from '@moqi/trust/cms/keys'
import { type SuiteName, suites } from '@moqi/trust/suites/suite'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A key of the platform with its certificate; `chain` is empty unless somebody else issued it. */
export type StoredKey = IssuedCertificate & { key: PrivateKey }

type KeyDeps = Pick<Deps, 'now' | 'keyEncryption' | 'log'>

/** No certificate is replaced sooner than this before its end. */
const replacedAheadMs = 400 * dayMs

/** When a certificate (DER) is due to be replaced, in ms: in the last third of its life, and 400 days ahead at most. */
export function replacementTime(certificate: Buffer): number {
  const { validFromDate, validToDate } = new X509Certificate(certificate)
  const end = validToDate.getTime()
  return end - Math.min(replacedAheadMs, (end - validFromDate.getTime()) / 3)
}

/**
 * The named key and certificate, made in `suite` if there is none yet, or the certificate was revoked or is due to be
 * replaced; while it holds for a day, an authority that does not answer changes nothing. The private key leaves this
 * process only sealed. `isKept` false says that a certificate may be replaced by one for a new key.
 */
export async function storedKey(
  deps: KeyDeps,
  tx: Db,
  name: string,
  certify: (key: PrivateKey) => Promise<IssuedCertificate>,
  { suite, isKept = false }: { suite: SuiteName; isKept?: boolean },
): Promise<StoredKey> {
  const found = await tx
    .selectFrom('platform_secret')
    .where('name', '=', name)
    .select(['sealed', 'certificate', 'chain'])
    .executeTakeFirst()
  if (!found?.certificate) return made(deps, tx, name, certify, suite)
  const { certificate } = found
  const standing = isKept ? 'good' : await standingOf(deps, tx, certificate)
  if (standing === 'good') return opened(deps, name, { ...found, certificate })
  try {
    return await made(deps, tx, name, certify, suite)
  } catch (error) {
    if (standing === 'over') throw error
    deps.log(`the certificate of ${name} is due and was not replaced`, error)
    return opened(deps, name, { ...found, certificate })
  }
}

/**
 * Whether a certificate (DER) was made while the clock was wrong; authorities' clocks may be a little ahead of ours.
 */
const isOfFuture = (certificate: Buffer, now: number): boolean =>
  new X509Certificate(certificate).validFromDate.getTime() - now > dayMs

async function standingOf({ now }: KeyDeps, tx: Db, certificate: Buffer): Promise<'good' | 'due' | 'over'> {
  if (isOfFuture(certificate, now()) || endOf(certificate) - now() < dayMs || (await wasRevoked(tx, certificate)))
    return 'over'
  return now() < replacementTime(certificate) ? 'good' : 'due'
}

/** Serial numbers are random: no two issuers' are alike. */
async function wasRevoked(tx: Db, certificate: Buffer): Promise<boolean> {
  const serial = new X509Certificate(certificate).serialNumber.toLowerCase()
  const row = await tx
    .selectFrom('revoked_certificate')
    .where('serial', '=', serial)
    .select('serial')
    .executeTakeFirst()
  return row !== undefined
}

async function opened(
  { keyEncryption }: KeyDeps,
  name: string,
  { sealed, certificate, chain }: { sealed: Buffer; certificate: Buffer; chain: string | null },
): Promise<StoredKey> {
  const key = fromPkcs8(await keyEncryption.unseal(name, sealed))
  return { key, certificate, chain: fromPem('CERTIFICATE', chain ?? '') }
}

async function made(
  { keyEncryption, now }: KeyDeps,
  tx: Db,
  name: string,
  certify: (key: PrivateKey) => Promise<IssuedCertificate>,
  suite: SuiteName,
): Promise<StoredKey> {
  const privateKey = await suites[suite].generateKey()
  const { certificate, chain } = await certify(privateKey)
  const row = {
    sealed: await keyEncryption.seal(name, toPkcs8(privateKey)),
    certificate,
    chain: chain.length > 0 ? chain.map((der) => toPem('CERTIFICATE', der)).join('') : null,
    created_at: now(),
  }
  await tx
    .insertInto('platform_secret')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return { key: privateKey, certificate, chain }
}

const endOf = (certificate: Buffer) => new X509Certificate(certificate).validToDate.getTime()

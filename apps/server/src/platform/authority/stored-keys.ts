import { X509Certificate } from 'node:crypto'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { IssuedCertificate } from '@moqi/trust/certificates/certificate-authority'
import { fromPem, toPem } from '@moqi/trust/certificates/pem'
import { fromPkcs8, type PrivateKey, toPkcs8 } from '@moqi/trust/cms/keys'
import { type SuiteName, suites } from '@moqi/trust/suites/suite'
import { sql } from 'kysely'
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
 * replaced. The private key leaves this process only sealed. `isKept` false says that a certificate may be replaced by
 * one for a new key. For an authority in this process, which `certify` asks inside the transaction.
 */
export async function storedKey(
  deps: KeyDeps,
  tx: Db,
  name: string,
  certify: Certify,
  { suite, isKept = false }: { suite: SuiteName; isKept?: boolean },
): Promise<StoredKey> {
  const { standing, stored } = await findStored(deps, tx, name)
  if (stored && (isKept || standing === 'good')) return opened(deps, name, stored)
  return keepKey(deps, tx, name, await madeKey(suite, certify))
}

/**
 * The same for an authority elsewhere, which is asked between two transactions. While the certificate holds for a day,
 * one that does not answer changes nothing. Rejects with what `certify` rejects with.
 */
export async function storedKeyFromElsewhere(
  deps: KeyDeps & Pick<Deps, 'db'>,
  name: string,
  certify: Certify,
  suite: SuiteName,
): Promise<StoredKey> {
  const { standing, stored } = await deps.db.directory((db) => findStored(deps, db, name))
  if (stored && standing === 'good') return opened(deps, name, stored)
  try {
    const made = await madeKey(suite, certify)
    return await deps.db.directoryWrite(async (tx) => {
      await sql`select pg_advisory_xact_lock(71052019)`.execute(tx)
      const meanwhile = await findStored(deps, tx, name)
      if (meanwhile.stored && meanwhile.standing === 'good') return opened(deps, name, meanwhile.stored)
      return keepKey(deps, tx, name, made)
    })
  } catch (error) {
    if (!stored || standing === 'over') throw error
    deps.log(`the certificate of ${name} is due and was not replaced`, error)
    return opened(deps, name, stored)
  }
}

type Certify = (key: PrivateKey) => Promise<IssuedCertificate>
type Standing = 'good' | 'due' | 'over'
type Stored = { sealed: Buffer; certificate: Buffer; chain: string | null }

async function findStored(
  deps: KeyDeps,
  db: Db,
  name: string,
): Promise<{ stored: Stored; standing: Standing } | { stored: null; standing: 'over' }> {
  const found = await db
    .selectFrom('platform_secret')
    .where('name', '=', name)
    .select(['sealed', 'certificate', 'chain'])
    .executeTakeFirst()
  if (!found?.certificate) return { stored: null, standing: 'over' }
  const { sealed, certificate, chain } = found
  return { stored: { sealed, certificate, chain }, standing: await standingOf(deps, db, certificate) }
}

/** Authorities' clocks may be a little ahead of ours. */
const aheadMs = 5 * 60_000
/** Whether a certificate (DER) is of a day that has not come: made while the clock was wrong, or it was set back. */
const isOfFuture = (certificate: Buffer, now: number): boolean =>
  new X509Certificate(certificate).validFromDate.getTime() - now > aheadMs

async function standingOf({ now }: KeyDeps, tx: Db, certificate: Buffer): Promise<Standing> {
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
  { sealed, certificate, chain }: Stored,
): Promise<StoredKey> {
  const key = fromPkcs8(await keyEncryption.unseal(name, sealed))
  return { key, certificate, chain: fromPem('CERTIFICATE', chain ?? '') }
}

async function madeKey(suite: SuiteName, certify: Certify): Promise<StoredKey> {
  const key = await suites[suite].generateKey()
  return { key, ...(await certify(key)) }
}

async function keepKey({ keyEncryption, now }: KeyDeps, tx: Db, name: string, made: StoredKey): Promise<StoredKey> {
  const { key, certificate, chain } = made
  const row = {
    sealed: await keyEncryption.seal(name, toPkcs8(key)),
    certificate,
    chain: chain.length > 0 ? chain.map((der) => toPem('CERTIFICATE', der)).join('') : null,
    created_at: now(),
  }
  await tx
    .insertInto('platform_secret')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
  return made
}

const endOf = (certificate: Buffer) => new X509Certificate(certificate).validToDate.getTime()

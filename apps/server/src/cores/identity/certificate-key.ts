import { createHash } from 'node:crypto'
import { type CertificateSubject, mayBind } from '@moqi/domain/account/certificate-key'
import { nameParts, readCertificate } from '@moqi/trust/chains/certificate'
import type { Selectable } from 'kysely'
import type { OwnSpace } from '#src/platform/actor.ts'
import { registerCertificate } from '#src/platform/authority/certificate-register.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isKeyedHash, type Keyed, keyedHash, type KeyedPart } from '#src/platform/keys/keyed-hash.ts'

/** A certificate key as it is kept. */
export type CertificateKey = Selectable<Schema['certificate_key']>
type Held = Pick<CertificateKey, 'fingerprint' | 'account_id' | 'certificate' | 'chain' | 'created_at'>

/** What a row is held to: one that is written, or moved to another account, opens nothing. */
const certificateKeyMac = (keyed: Keyed, row: Held): Buffer => keyedHash(keyed, 'certificate key', macParts(row))

const macParts = ({ fingerprint, account_id, certificate, chain, created_at }: Held): KeyedPart[] => [
  fingerprint,
  account_id,
  certificate.toString('hex'),
  chain,
  created_at,
]

const isGenuine = (keyed: Keyed, row: CertificateKey) => isKeyedHash(keyed, 'certificate key', macParts(row), row.mac)

/** An account's certificate keys, the oldest first. */
export async function certificateKeysOf(keyed: Keyed, directory: Db, accountId: string): Promise<CertificateKey[]> {
  const rows = await directory
    .selectFrom('certificate_key')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('created_at')
    .execute()
  return rows.filter((row) => isGenuine(keyed, row))
}

/** The key with that certificate, whoever's it is; null when there is none. */
export async function findCertificateKey(
  keyed: Keyed,
  directory: Db,
  fingerprint: string,
): Promise<CertificateKey | null> {
  const row = await directory
    .selectFrom('certificate_key')
    .where('fingerprint', '=', fingerprint)
    .selectAll()
    .executeTakeFirst()
  return row && isGenuine(keyed, row) ? row : null
}

/** Binds a key to an account. Throws what `isDuplicate` knows when it is bound already, to whomever. */
export async function insertCertificateKey(
  { newId, ...keyed }: Keyed & Pick<Deps, 'newId'>,
  tx: Db,
  row: Held & Pick<CertificateKey, 'name'>,
): Promise<void> {
  await tx
    .insertInto('certificate_key')
    .values({
      fingerprint: row.fingerprint,
      account_id: row.account_id,
      certificate: row.certificate,
      chain: row.chain,
      name: row.name,
      created_at: row.created_at,
      used_at: null,
      mac: certificateKeyMac(keyed, row),
    })
    .execute()
  const own = await tx
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', row.account_id)
    .where('s.kind', '=', 'person')
    .select('m.tenant_id')
    .executeTakeFirstOrThrow()
  const entered = { certificate_id: newId(), tenant_id: own.tenant_id, created_at: row.created_at }
  await registerCertificate(tx, row.certificate, { ...entered, kind: 'key', subject_name: row.name })
}

/** Writes a use down. */
export const noteCertificateUse = (tx: Db, fingerprint: string, at: number): Promise<unknown> =>
  tx.updateTable('certificate_key').set({ used_at: at }).where('fingerprint', '=', fingerprint).execute()

/** How a certificate (DER) is named: SHA-256, hex. */
export const fingerprintOf = (certificate: Buffer): string => createHash('sha256').update(certificate).digest('hex')

/** Whom a certificate (DER) names. Throws `DerFault`. */
export function subjectOf(certificate: Buffer): CertificateSubject {
  const parts = nameParts(readCertificate(certificate).subject)
  const last = (label: string) => parts.findLast((part) => part.label === label)?.text ?? ''
  return { commonName: last('CN'), organization: last('O') }
}

/** Whether a certificate may be bound to who has these spaces. */
export function isOwnCertificate(certificate: Buffer, spaces: readonly OwnSpace[]): boolean {
  const known = spaces.filter(({ authStatus }) => authStatus === 'passAuth')
  const person = known.find(({ kind }) => kind === 'person')?.name ?? null
  const companies = known.filter(({ kind }) => kind === 'company').map(({ name }) => name)
  return mayBind(subjectOf(certificate), { person, companies })
}

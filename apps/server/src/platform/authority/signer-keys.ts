import { randomBytes, X509Certificate } from 'node:crypto'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { CertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { createCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { fromPem, toPem } from '@moqi/trust/certificates/pem'
import { fromPkcs8, toPkcs8 } from '@moqi/trust/cms/keys'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { suites } from '@moqi/trust/suites/suite'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import type { SignerSubject } from './signing-authority.ts'

type KeyDeps = Pick<Deps, 'config' | 'db' | 'now' | 'newId' | 'keyEncryption'>

const cachedKeys = 5000
/** A revoked certificate signs nothing more after this time, in ms. */
const keptMs = 60_000

/**
 * Keys of the spaces that sign. A private key is sealed by its tenant's data key, which is sealed by the
 * key-encryption key; both are opened only in memory, and the last few thousand stay there for a minute. `olderChain`
 * belongs to certificates stored before their chain was.
 */
export function signerKeys(deps: KeyDeps, authority: CertificateAuthority, olderChain: Buffer[] = []) {
  const cache = new Map<string, { key: SigningKey; until: number }>()
  return async (subject: SignerSubject): Promise<SigningKey> => {
    const name = `${subject.tenantId} ${subject.name}`
    const known = cache.get(name)
    if (known && known.until > deps.now()) return known.key
    const found = await deps.db.write(subject.tenantId, (tx) =>
      findOrIssue(deps, tx, { authority, olderChain, subject }),
    )
    if (cache.size >= cachedKeys) cache.delete(cache.keys().next().value ?? '')
    cache.set(name, found)
    return found.key
  }
}

async function findOrIssue(
  deps: KeyDeps,
  tx: Db,
  { authority, olderChain, subject }: { authority: CertificateAuthority; olderChain: Buffer[]; subject: SignerSubject },
): Promise<{ key: SigningKey; until: number }> {
  const { tenantId, name } = subject
  await lockSpaceKeys(tx, tenantId)
  const dataKey = await tenantKey(deps, tx, tenantId)
  const found = await tx
    .selectFrom('signing_certificate')
    .where('tenant_id', '=', tenantId)
    .where('subject_name', '=', name)
    .where('revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revoked_certificate')
            .whereRef('revoked_certificate.serial', '=', 'signing_certificate.serial')
            .where('revoked_certificate.issuer', '=', 'issuing')
            .select('revoked_certificate.serial'),
        ),
      ),
    )
    .where('not_after', '>', deps.now() + dayMs)
    .orderBy('created_at', 'desc')
    .select(['certificate_id', 'certificate', 'sealed_key', 'not_after', 'chain'])
    .executeTakeFirst()
  const { certificate_id, certificate, sealed_key, not_after, chain } =
    found ?? (await issue(deps, tx, dataKey, { authority, subject }))
  const key = fromPkcs8(unseal(dataKey, certificate_id, sealed_key))
  const issuers = chain === null ? olderChain : fromPem('CERTIFICATE', chain)
  return { key: signingKey(key, certificate, issuers), until: Math.min(not_after - dayMs, deps.now() + keptMs) }
}

async function issue(
  deps: KeyDeps,
  tx: Db,
  dataKey: Buffer,
  { authority, subject }: { authority: CertificateAuthority; subject: SignerSubject },
) {
  // In the thread pool: a key of RSA takes a few hundred milliseconds.
  const privateKey = await suites[deps.config.suite].generateKey()
  const now = deps.now()
  const named = {
    country: 'CN' as const,
    ...(subject.kind === 'company' && { organization: subject.name }),
    commonName: subject.name,
  }
  const { certificate, chain } = await authority.issue(createCertificateRequest(privateKey, named), named)
  const { serialNumber, validFromDate, validToDate } = new X509Certificate(certificate)
  const certificateId = deps.newId()
  const row = {
    tenant_id: subject.tenantId,
    certificate_id: certificateId,
    serial: serialNumber.toLowerCase(),
    subject_name: subject.name,
    certificate,
    sealed_key: seal(dataKey, certificateId, toPkcs8(privateKey)),
    not_before: validFromDate.getTime(),
    not_after: validToDate.getTime(),
    chain: chain.map((der) => toPem('CERTIFICATE', der)).join(''),
    revoked_at: null,
    created_at: now,
  }
  await tx.insertInto('signing_certificate').values(row).execute()
  return row
}

async function tenantKey({ keyEncryption, now }: KeyDeps, tx: Db, tenantId: string): Promise<Buffer> {
  const found = await tx.selectFrom('tenant_key').where('tenant_id', '=', tenantId).select('sealed').executeTakeFirst()
  if (found) return keyEncryption.unseal(tenantId, found.sealed)
  const made = randomBytes(32)
  await tx
    .insertInto('tenant_key')
    .values({ tenant_id: tenantId, sealed: await keyEncryption.seal(tenantId, made), created_at: now() })
    .execute()
  return made
}

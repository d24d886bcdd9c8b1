import { X509Certificate } from 'node:crypto'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { CertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { createCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { fromPem, toPem } from '@moqi/trust/certificates/pem'
import { fromPkcs8, type PrivateKey, toPkcs8 } from '@moqi/trust/cms/keys'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { suites } from '@moqi/trust/suites/suite'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { tenantKey } from '#src/platform/keys/tenant-key.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import { registerCertificate } from './certificate-register.ts'
import type { SignerSubject } from './signing-authority.ts'

type KeyDeps = Pick<Deps, 'config' | 'db' | 'now' | 'newId' | 'keyEncryption'>

const cachedKeys = 5000
/** A revoked certificate signs nothing more after this time, in ms. */
const keptMs = 60_000
/** Authorities' clocks may be a little ahead of ours. */
const clockSlackMs = 5 * 60_000

type Kept = { key: SigningKey; until: number }
type Sealed = {
  certificate_id: string
  certificate: Buffer
  sealed_key: Buffer
  not_after: number
  chain: string | null
}
/** A key that was certified and is not kept yet. */
type Made = { privateKey: PrivateKey; certificate: Buffer; chain: Buffer[] }

/**
 * Keys of the spaces that sign. A private key is sealed by its tenant's data key, which is sealed by the
 * key-encryption key; both are opened only in memory, and the last few thousand stay there for a minute. `olderChain`
 * belongs to certificates stored before their chain was. The authority is asked between two transactions, never inside
 * one; who asks for the same key meanwhile waits for the same answer.
 */
export function signerKeys(deps: KeyDeps, authority: CertificateAuthority, olderChain: Buffer[] = []) {
  const cache = new Map<string, Kept>()
  const asked = new Map<string, Promise<Kept>>()

  async function obtain(subject: SignerSubject): Promise<Kept> {
    const found = await deps.db.write(subject.tenantId, (tx) => findKept(deps, tx, subject, olderChain))
    if (found) return found
    const made = await certified(deps, authority, subject)
    return deps.db.write(
      subject.tenantId,
      async (tx) =>
        (await findKept(deps, tx, subject, olderChain)) ??
        opened(deps, await keep(deps, tx, subject, made), olderChain),
    )
  }

  return async (subject: SignerSubject): Promise<SigningKey> => {
    const name = `${subject.tenantId} ${subject.name}`
    const known = cache.get(name)
    if (known && known.until > deps.now()) return known.key
    const asking = asked.get(name) ?? obtain(subject).finally(() => asked.delete(name))
    asked.set(name, asking)
    const found = await asking
    if (cache.size >= cachedKeys) cache.delete(cache.keys().next().value ?? '')
    cache.set(name, found)
    return found.key
  }
}

/** A certificate of a day that has not come, by a clock that was set back, signs nothing until it has. */
async function findKept(
  deps: KeyDeps,
  tx: Db,
  { tenantId, name }: SignerSubject,
  olderChain: Buffer[],
): Promise<Kept | null> {
  await lockSpaceKeys(tx, tenantId)
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
    .where('not_before', '<=', deps.now() + clockSlackMs)
    .where('not_after', '>', deps.now() + dayMs)
    .orderBy('created_at', 'desc')
    .select(['certificate_id', 'certificate', 'sealed_key', 'not_after', 'chain'])
    .executeTakeFirst()
  return found ? opened(deps, { sealed: found, dataKey: await tenantKey(deps, tx, tenantId) }, olderChain) : null
}

function opened(
  { now }: KeyDeps,
  { sealed, dataKey }: { sealed: Sealed; dataKey: Buffer },
  olderChain: Buffer[],
): Kept {
  const { certificate_id, certificate, sealed_key, not_after, chain } = sealed
  const key = fromPkcs8(unseal(dataKey, certificate_id, sealed_key))
  const issuers = chain === null ? olderChain : fromPem('CERTIFICATE', chain)
  return { key: signingKey(key, certificate, issuers), until: Math.min(not_after - dayMs, now() + keptMs) }
}

async function certified(
  { config }: KeyDeps,
  authority: CertificateAuthority,
  { kind, name }: SignerSubject,
): Promise<Made> {
  // In the thread pool: a key of RSA takes a few hundred milliseconds.
  const privateKey = await suites[config.suite].generateKey()
  const named = { country: 'CN' as const, ...(kind === 'company' && { organization: name }), commonName: name }
  const { certificate, chain } = await authority.issue(createCertificateRequest(privateKey, named), named)
  return { privateKey, certificate, chain }
}

async function keep(deps: KeyDeps, tx: Db, { tenantId, kind, name }: SignerSubject, made: Made) {
  const dataKey = await tenantKey(deps, tx, tenantId)
  const { serialNumber, validFromDate, validToDate } = new X509Certificate(made.certificate)
  const certificateId = deps.newId()
  const row = {
    tenant_id: tenantId,
    certificate_id: certificateId,
    serial: serialNumber.toLowerCase(),
    subject_name: name,
    certificate: made.certificate,
    sealed_key: seal(dataKey, certificateId, toPkcs8(made.privateKey)),
    not_before: validFromDate.getTime(),
    not_after: validToDate.getTime(),
    chain: made.chain.map((der) => toPem('CERTIFICATE', der)).join(''),
    revoked_at: null,
    created_at: deps.now(),
  }
  await tx.insertInto('signing_certificate').values(row).execute()
  const entered = { certificate_id: certificateId, tenant_id: tenantId, subject_name: name, created_at: row.created_at }
  await registerCertificate(tx, made.certificate, { ...entered, kind })
  return { sealed: row, dataKey }
}

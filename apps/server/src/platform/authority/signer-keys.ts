import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import type { Authority } from '@moqi/signing/certificates/authority'
import { issueCertificate } from '@moqi/signing/certificates/issue-certificate'
import { type SigningKey, signingKey } from '@moqi/signing/cms/signing-key'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import type { SignerSubject } from './signing-authority.ts'

type KeyDeps = Pick<Deps, 'db' | 'now' | 'newId' | 'keyEncryption'>

const yearMs = 365 * 24 * 3_600_000
const dayMs = 24 * 3_600_000
const cachedKeys = 5000

/**
 * Keys of the spaces that sign. A private key is sealed by its tenant's data key, which is sealed by the
 * key-encryption key; both are opened only in memory, and the last few thousand stay there.
 */
export function signerKeys(deps: KeyDeps, issuing: Authority, crlUrl: string) {
  const cache = new Map<string, { key: SigningKey; until: number }>()
  return async (subject: SignerSubject): Promise<SigningKey> => {
    const name = `${subject.tenantId} ${subject.name}`
    const known = cache.get(name)
    if (known && known.until > deps.now()) return known.key
    const found = await deps.db.write(subject.tenantId, (tx) => findOrIssue(deps, tx, issuing, subject, crlUrl))
    if (cache.size >= cachedKeys) cache.delete(cache.keys().next().value ?? '')
    cache.set(name, found)
    return found.key
  }
}

async function findOrIssue(
  deps: KeyDeps,
  tx: Db,
  issuing: Authority,
  subject: SignerSubject,
  crlUrl: string,
): Promise<{ key: SigningKey; until: number }> {
  const { tenantId, name } = subject
  await lockSpaceKeys(tx, tenantId)
  const dataKey = await tenantKey(deps, tx, tenantId)
  const found = await tx
    .selectFrom('signing_certificate')
    .where('tenant_id', '=', tenantId)
    .where('subject_name', '=', name)
    .where('revoked_at', 'is', null)
    .where('not_after', '>', deps.now() + dayMs)
    .orderBy('created_at', 'desc')
    .select(['certificate_id', 'certificate', 'sealed_key', 'not_after'])
    .executeTakeFirst()
  const { certificate_id, certificate, sealed_key, not_after } =
    found ?? (await issue(deps, tx, dataKey, { issuing, subject, crlUrl }))
  const pkcs8 = unseal(dataKey, certificate_id, sealed_key)
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const chain = [issuing.key.identity.certificate]
  return { key: signingKey(key, certificate, chain), until: not_after - dayMs }
}

async function issue(
  deps: KeyDeps,
  tx: Db,
  dataKey: Buffer,
  { issuing, subject, crlUrl }: { issuing: Authority; subject: SignerSubject; crlUrl: string },
) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = deps.now()
  const certificate = await issueCertificate({
    authority: issuing,
    subject: {
      country: 'CN',
      ...(subject.kind === 'company' && { organization: subject.name }),
      commonName: subject.name,
    },
    publicKey: createPublicKey(privateKey),
    profile: 'signer',
    crlUrl,
    notBefore: new Date(now - 5 * 60_000),
    notAfter: new Date(now + 2 * yearMs),
  })
  const certificateId = deps.newId()
  const row = {
    tenant_id: subject.tenantId,
    certificate_id: certificateId,
    serial: new X509Certificate(certificate).serialNumber.toLowerCase(),
    subject_name: subject.name,
    certificate,
    sealed_key: seal(dataKey, certificateId, privateKey.export({ format: 'der', type: 'pkcs8' })),
    not_before: now - 5 * 60_000,
    not_after: now + 2 * yearMs,
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

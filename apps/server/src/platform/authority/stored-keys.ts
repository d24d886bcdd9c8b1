import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import type { IssuedCertificate } from '@moqi/signing/certificates/certificate-authority'
import { fromPem, toPem } from '@moqi/signing/certificates/pem'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A key of the platform with its certificate; `chain` is empty unless somebody else issued it. */
export type StoredKey = IssuedCertificate & { key: KeyObject }

type KeyDeps = Pick<Deps, 'now' | 'keyEncryption'>

/** A certificate that ends within this time is replaced at the next start. */
const replacedAheadMs = 400 * 24 * 3_600_000

/**
 * The named key and certificate, made if there is none yet or the certificate ends soon. The private key leaves this
 * process only sealed. `isKept` false says that a certificate may be replaced by one for a new key.
 */
export async function storedKey(
  { keyEncryption, now }: KeyDeps,
  tx: Db,
  name: string,
  certify: (key: KeyObject) => Promise<IssuedCertificate>,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<StoredKey> {
  const found = await tx
    .selectFrom('platform_secret')
    .where('name', '=', name)
    .select(['sealed', 'certificate', 'chain'])
    .executeTakeFirst()
  if (found?.certificate && (isKept || endOf(found.certificate) - now() > replacedAheadMs)) {
    const pkcs8 = await keyEncryption.unseal(name, found.sealed)
    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    return { key, certificate: found.certificate, chain: fromPem('CERTIFICATE', found.chain ?? '') }
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { certificate, chain } = await certify(privateKey)
  const row = {
    sealed: await keyEncryption.seal(name, privateKey.export({ format: 'der', type: 'pkcs8' })),
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

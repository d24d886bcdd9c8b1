import { X509Certificate } from 'node:crypto'
import type { IssuedCertificate } from '@moqi/signing/certificates/certificate-authority'
import { fromPem, toPem } from '@moqi/signing/certificates/pem'
import { fromPkcs8, type PrivateKey, toPkcs8 } from '@moqi/signing/cms/keys'
import { type SuiteName, suites } from '@moqi/signing/suites/suite'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A key of the platform with its certificate; `chain` is empty unless somebody else issued it. */
export type StoredKey = IssuedCertificate & { key: PrivateKey }

type KeyDeps = Pick<Deps, 'now' | 'keyEncryption'>

/** A certificate that ends within this time is replaced at the next start. */
const replacedAheadMs = 400 * 24 * 3_600_000

/**
 * The named key and certificate, made in `suite` if there is none yet or the certificate ends soon. The private key
 * leaves this process only sealed. `isKept` false says that a certificate may be replaced by one for a new key.
 */
export async function storedKey(
  { keyEncryption, now }: KeyDeps,
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
  if (found?.certificate && (isKept || endOf(found.certificate) - now() > replacedAheadMs)) {
    const pkcs8 = await keyEncryption.unseal(name, found.sealed)
    return { key: fromPkcs8(pkcs8), certificate: found.certificate, chain: fromPem('CERTIFICATE', found.chain ?? '') }
  }
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

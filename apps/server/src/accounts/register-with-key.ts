import type { Input } from '@moqi/api/call'
import type { registration } from '@moqi/api/registration'
import { certificateKeyName, certifies } from '@moqi/domain/account/certificate-key'
import { Refusal } from '@moqi/domain/refusal'
import { derOf, requireCertificateAnswer } from '#src/cores/identity/certificate-answer.ts'
import { useCertificateChallenge } from '#src/cores/identity/certificate-challenge.ts'
import { insertCertificateKey, subjectOf } from '#src/cores/identity/certificate-key.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type Asked = Input<typeof registration.register>

/** A key that was held to its certificate, to be bound to the account that is made with it. */
export type KeyToBind = {
  fingerprint: string
  code: string
  certificate: Buffer
  chain: string[]
  name: string
}

/**
 * The certificate key that a registration brings; null when it brings none. Whoever registers a company by a key is
 * certified as that company. Throws `account/key-wrong`, `account/certificate-unfit`, `field/invalid`.
 */
export async function keyToRegister(deps: Deps, input: Asked): Promise<KeyToBind | null> {
  const { id, sign, code, cert, chainArray } = input
  if ([id, sign, code, cert].every((part) => part === undefined)) return null
  // Whoever registers with a key must not be given an account without one.
  if (!id || !sign || !code || !cert) throw new Refusal('account/key-wrong')
  const certificate = derOf(cert)
  await requireCertificateAnswer(deps, { id, sign, code, certificate, chain: chainArray.map(derOf) })
  const subject = subjectOf(certificate)
  if (input.userType === 'company' && !isOf(subject, input.companyName ?? '')) {
    throw new Refusal('field/invalid', { field: 'companyName', message: '企业名称与证书上的不一致' })
  }
  return { fingerprint: id, code, certificate, chain: chainArray, name: certificateKeyName(subject) }
}

const isOf = (subject: ReturnType<typeof subjectOf>, companyName: string) =>
  certifies(subject, companyName) || certifies({ ...subject, commonName: subject.organization }, companyName)

/** Binds it in the transaction that makes the account. Throws `account/key-wrong` when its challenge is not good. */
export async function bindRegistered(deps: Deps, tx: Db, accountId: string, key: KeyToBind): Promise<void> {
  const { fingerprint, code, certificate, chain, name } = key
  const ask = { purpose: 'register', fingerprint, bound: [] } as const
  if (!(await useCertificateChallenge(deps, tx, code, ask))) throw new Refusal('account/key-wrong')
  const row = { fingerprint, account_id: accountId, certificate, chain, name, created_at: deps.now() }
  await insertCertificateKey(deps, tx, row)
}

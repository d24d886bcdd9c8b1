import type { certificateKey } from '@moqi/api/certificate-key'
import { certificateKeyName } from '@moqi/domain/account/certificate-key'
import { accountLimits } from '@moqi/domain/account/limits'
import { willWayTable } from '@moqi/domain/contract/will-kind'
import { Refusal } from '@moqi/domain/refusal'
import { nameLine, readCertificate } from '@moqi/trust/chains/certificate'
import { derOf, requireCertificateAnswer } from '#src/cores/identity/certificate-answer.ts'
import { giveCertificateChallenge, useCertificateChallenge } from '#src/cores/identity/certificate-challenge.ts'
import {
  certificateKeysOf,
  insertCertificateKey,
  isOwnCertificate,
  subjectOf,
} from '#src/cores/identity/certificate-key.ts'
import { tellKeyChanged } from '#src/cores/identity/tell-key-changed.ts'
import { provedWays, willHashOf } from '#src/cores/signer/will.ts'
import type { Person } from '#src/platform/actor.ts'
import { forgetKeys } from '#src/platform/authority/certificate-register.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'

type Bind = typeof certificateKey.bindKey

/**
 * Binds a certificate key to the account (checklist C14): first a challenge, then its signature, with a code to the
 * phone. The certificate names the person, or a company it is in, once that is known. Its owner is told.
 */
export const bindKey: Handler<Bind> = async (deps, person, input) => {
  const { accountId } = person
  const { id, sign, code, cert } = input
  const ask = { purpose: 'bind', fingerprint: id, bound: [accountId] } as const
  if (sign === undefined || code === undefined || cert === undefined) {
    return { code: await deps.db.directoryWrite((tx) => giveCertificateChallenge(deps, tx, ask)) }
  }
  const certificate = derOf(cert)
  const chain = input.chainArray.map(derOf)
  await requireCertificateAnswer(deps, { id, sign, code, certificate, chain })
  if (!isOwnCertificate(certificate, person.spaces)) throw foreign()
  await checkPerson(deps, person, input)
  const name = certificateKeyName(subjectOf(certificate))
  await deps.db
    .directoryWrite(async (tx) => {
      // Two bound at once take turns: neither is one too many.
      await tx.selectFrom('account').where('account_id', '=', accountId).select('account_id').forUpdate().execute()
      if (!(await useCertificateChallenge(deps, tx, code, ask))) throw new Refusal('account/key-wrong')
      if ((await certificateKeysOf(deps, tx, accountId)).length >= accountLimits.certificateKey.most) throw tooMany()
      const row = { fingerprint: id, account_id: accountId, certificate, chain: input.chainArray }
      await insertCertificateKey(deps, tx, { ...row, name, created_at: deps.now() })
      await tellKeyChanged(deps, tx, { accountId, name, event: 'added' })
    })
    .catch((error: unknown) => {
      throw isDuplicate(error) ? alreadyBound() : error
    })
  return { keyId: id, keyName: name }
}

const foreign = () =>
  new Refusal('account/certificate-unfit', {
    message: '证书上的姓名或企业名称与您的实名信息不一致，请使用本人或本企业的证书',
  })

/** Of one certificate there is one account. */
export const alreadyBound = () =>
  new Refusal('account/certificate-unfit', { message: '该证书已绑定账号，请直接用它登录，或换一个证书' })

const tooMany = () =>
  new Refusal('field/invalid', {
    field: 'smsCode',
    message: `最多绑定${accountLimits.certificateKey.most}个证书Key，请先解除不用的`,
  })

type Proofs = { smsCode?: string | undefined; authToken?: string | undefined }

/** Who binds a key holds the phone or a key already. */
async function checkPerson(deps: Deps, person: Person, { smsCode = '', authToken }: Proofs): Promise<void> {
  if (authToken === undefined) return useCode(deps, ownPhone(person, 'key'), smsCode)
  const proved = await deps.db.directory((directory) =>
    provedWays(deps, directory, { accountId: person.accountId, tokenHash: willHashOf(deps, authToken) }),
  )
  if (!proved.some((way) => willWayTable[way].factor === 'possession')) throw new Refusal('will-auth/required')
}

/** The account's certificate keys, the oldest first. */
export const listCertificateKeys: Handler<typeof certificateKey.listCertificateKeys> = async (deps, { accountId }) => {
  const keys = await deps.db.directory((directory) => certificateKeysOf(deps, directory, accountId))
  return {
    keyArray: keys.map(({ fingerprint, name, certificate, created_at, used_at }) => {
      const { subject, issuer, notAfter } = readCertificate(certificate)
      return {
        keyId: fingerprint,
        keyName: name,
        subject: nameLine(subject),
        issuer: nameLine(issuer),
        expireTime: notAfter,
        createTime: created_at,
        usedTime: used_at,
      }
    }),
  }
}

/** Takes a certificate key off the account, by a code to the phone; its owner is told. */
export const unbindKey: Handler<typeof certificateKey.unbindKey> = async (deps, person, { keyId, smsCode }) => {
  const { accountId } = person
  const keys = await deps.db.directory((directory) => certificateKeysOf(deps, directory, accountId))
  if (!keys.some(({ fingerprint }) => fingerprint === keyId)) throw new Refusal('account/key-not-found')
  await useCode(deps, ownPhone(person, 'key'), smsCode)
  await deps.db.directoryWrite((tx) => unbind(deps, tx, { accountId, keyId }))
  return null
}

async function unbind(deps: Deps, tx: Db, { accountId, keyId }: { accountId: string; keyId: string }): Promise<void> {
  const removed = await tx
    .deleteFrom('certificate_key')
    .where('fingerprint', '=', keyId)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new Refusal('account/key-not-found')
  await forgetKeys(tx, [keyId])
  await tellKeyChanged(deps, tx, { accountId, name: removed.name, event: 'removed' })
}

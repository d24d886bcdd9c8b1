import type { passkey } from '@moqi/api/passkey'
import { accountLimits } from '@moqi/domain/account/limits'
import { checkKeyName } from '@moqi/domain/account/passkey'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { giveChallenge, useChallenge } from '#src/cores/identity/key-challenge.ts'
import { keysOf, passkeyMac, relyingParty, userHandleOf } from '#src/cores/identity/passkey.ts'
import { isDuplicate } from '#src/platform/database/database.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { verifyAttestation } from '#src/platform/webauthn.ts'
import { namedKeys } from '#src/cores/identity/challenge-shape.ts'
import { forgetRecoveryCodes } from './recovery-codes.ts'
import { tellKeyChanged } from '#src/cores/identity/tell-key-changed.ts'

const yesNo = (yes: boolean) => (yes ? 'yes' : 'no')

/** The account's keys, the oldest first, and whether it asks for one at sign-in. */
export const listKeys: Handler<typeof passkey.listKeys> = async (deps, { accountId }) =>
  deps.db.directory(async (directory) => {
    const account = await directory
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select(({ selectFrom }) => [
        'key_required_at',
        selectFrom('recovery_code')
          .whereRef('recovery_code.account_id', '=', 'account.account_id')
          .select(({ fn }) => fn.countAll<number>().as('number'))
          .as('recovery_left'),
      ])
      .executeTakeFirstOrThrow()
    const keys = await keysOf(deps, directory, accountId)
    return {
      keyArray: keys.map(({ credential_id, name, synced, copied_at, created_at, used_at }) => ({
        keyId: credential_id,
        name,
        synced: yesNo(synced),
        copied: yesNo(copied_at !== null),
        createTime: created_at,
        usedTime: used_at,
      })),
      keyRequired: yesNo(account.key_required_at !== null),
      recoveryLeft: Number(account.recovery_left),
    }
  })

/** What a browser makes a key from, once a code has proved who holds the phone. */
export const getKeyOptions: Handler<typeof passkey.getKeyOptions> = async (deps, person, { smsCode }) => {
  const { accountId } = person
  const keys = await deps.db.directory((directory) => keysOf(deps, directory, accountId))
  if (keys.length >= accountLimits.passkey.most) throw tooMany()
  await useCode(deps, ownPhone(person, 'key'), smsCode)
  const code = await deps.db.directoryWrite((tx) => giveChallenge(deps, tx, { purpose: 'add', accountId }))
  return {
    code,
    rpId: relyingParty(deps).rpId,
    rpName: deps.config.brand,
    userHandle: userHandleOf(deps, accountId),
    userName: `${person.nickName} ${maskPhone(person.phone)}`,
    keyArray: namedKeys(keys),
  }
}

const tooMany = () =>
  new Refusal('field/invalid', {
    field: 'smsCode',
    message: `最多绑定${accountLimits.passkey.most}把密钥，请先移除不用的密钥`,
  })

/** Binds a key to the account: its attestation over a challenge of this account's, made here. Its owner is told. */
export const addKey: Handler<typeof passkey.addKey> = async (deps, { accountId }, input) => {
  const name = fieldOf('name', checkKeyName(input.name))
  const made = await verifyAttestation({ challenge: input.code, ...relyingParty(deps) }, input)
  if (!made) throw new Refusal('account/key-wrong')
  const row = {
    credential_id: made.keyId,
    account_id: accountId,
    public_key: made.publicKey,
    created_at: deps.now(),
  }
  await deps.db
    .directoryWrite(async (tx) => {
      const challenge = await useChallenge(deps, tx, input.code)
      if (challenge?.purpose !== 'add' || challenge.accountId !== accountId) throw new Refusal('account/key-wrong')
      await tx
        .insertInto('passkey')
        .values({
          credential_id: row.credential_id,
          account_id: row.account_id,
          public_key: row.public_key,
          name,
          transports: input.transports,
          synced: made.synced,
          counter: made.counter,
          copied_at: null,
          created_at: row.created_at,
          used_at: null,
          mac: passkeyMac(deps, row),
        })
        .execute()
      await tellKeyChanged(deps, tx, { accountId, name, event: 'added' })
    })
    .catch((error: unknown) => {
      // WebAuthn §7.1: of a key that is bound already, here or to somebody else, no second is made.
      if (isDuplicate(error)) throw new Refusal('account/key-wrong', { message: '该密钥已绑定，请换一把密钥' })
      throw error
    })
  return { keyId: row.credential_id }
}

/** Gives one of the own keys another name. Throws `account/key-not-found`. */
export const renameKey: Handler<typeof passkey.renameKey> = async ({ db }, { accountId }, input) => {
  const name = fieldOf('name', checkKeyName(input.name))
  const changed = await db.directoryWrite((tx) =>
    tx
      .updateTable('passkey')
      .set({ name })
      .where('credential_id', '=', input.keyId)
      .where('account_id', '=', accountId)
      .executeTakeFirst(),
  )
  if (changed.numUpdatedRows === 0n) throw new Refusal('account/key-not-found')
  return null
}

/**
 * Takes a key off the account; its owner is told. The last one asks for a code to the phone, and with it goes what it
 * was asked for at sign-in.
 */
export const removeKey: Handler<typeof passkey.removeKey> = async (deps, person, { keyId, smsCode }) => {
  const { accountId } = person
  const keys = await deps.db.directory((directory) => keysOf(deps, directory, accountId))
  if (!keys.some(({ credential_id }) => credential_id === keyId)) throw new Refusal('account/key-not-found')
  if (smsCode !== undefined) await useCode(deps, ownPhone(person, 'key'), smsCode)
  await deps.db.directoryWrite(async (tx) => {
    // Two of them removed at once take turns: one is the last.
    await tx.selectFrom('account').where('account_id', '=', accountId).select('account_id').forUpdate().execute()
    const removed = await tx
      .deleteFrom('passkey')
      .where('credential_id', '=', keyId)
      .where('account_id', '=', accountId)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw new Refusal('account/key-not-found')
    if ((await keysOf(deps, tx, accountId)).length === 0) {
      if (smsCode === undefined) throw lastKey()
      await tx.updateTable('account').set({ key_required_at: null }).where('account_id', '=', accountId).execute()
      await forgetRecoveryCodes(tx, accountId)
    }
    await tellKeyChanged(deps, tx, { accountId, name: removed.name, event: 'removed' })
  })
  return null
}

const lastKey = () =>
  new Refusal('field/invalid', { field: 'smsCode', message: '这是最后一把密钥，请输入短信验证码确认移除' })

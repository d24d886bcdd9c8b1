import type { authentication } from '@moqi/api/authentication'
import type { KeyProof } from '@moqi/evidence/log-record'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import { challengeOf } from '#src/cores/identity/challenge-shape.ts'
import { assertionOf, checkAssertion, findKey, keysOf, noteUse, type Passkey } from '#src/cores/identity/passkey.ts'
import { tellKeyChanged } from '#src/cores/identity/tell-key-changed.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { giveProof, useProof } from '#src/platform/proof.ts'
import { bindingOf, prove, willedBy } from './prove-will.ts'

type Challenge = typeof authentication.getWillChallenge
type ByKey = typeof authentication.getAuthTokenByKey

/**
 * What a key is to sign so that its owner's will to these contracts is proved: chance, and the SHA-256 of who consents
 * to which documents. Throws `account/key-not-found` for whoever has no key.
 */
export const getWillChallenge: Handler<Challenge> = async (deps, member, input) => {
  const { consents } = await willedBy(deps, member, input)
  const keys = await deps.db.directory((directory) => keysOf(deps, directory, member.accountId))
  if (keys.length === 0) throw noKey()
  const subject = subjectOf(member, bindingOf(consents))
  const lifeMs = accountLimits.passkey.challengeMs
  const chance = await deps.db.directoryWrite((tx) => giveProof(deps, tx, { kind: 'will', subject, lifeMs }))
  return challengeOf(deps, challengeFor(chance, bindingOf(consents)), keys)
}

const noKey = () =>
  new Refusal('account/key-not-found', { message: '您还没有绑定密钥，可在个人设置中绑定，本次请用短信验证码' })

/** Exchanges a key's signature over such a challenge for a token: by a key that has seen who holds it. */
export const getAuthTokenByKey: Handler<ByKey> = (deps, member, input) =>
  prove(deps, member, input, async (consents) => {
    const key = await deps.db.directory((directory) => findKey(deps, directory, input.id))
    if (key?.account_id !== member.accountId) throw new Refusal('account/key-wrong')
    const asserted = await checkAssertion(deps, key, { challenge: input.code, sign: input.sign })
    if (!asserted) throw new Refusal('account/key-wrong')
    if (!asserted.verified) throw unverified()
    const isCopy = await deps.db.directoryWrite(async (tx) => {
      await spendChallenge(deps, tx, { member, code: input.code, binding: bindingOf(consents) })
      if (await noteUse(deps, tx, key.credential_id, asserted.counter)) return false
      await tellKeyChanged(deps, tx, { accountId: key.account_id, name: key.name, event: 'copied' })
      return true
    })
    if (isCopy) throw new Refusal('account/key-copied')
    return { method: 'key', key: proofOf(key, input.sign) }
  })

const unverified = () =>
  new Refusal('account/key-wrong', { message: '该密钥没有验证您的指纹、面容或PIN，请改用短信验证码' })

const subjectOf = ({ accountId, tenantId }: Member, binding: string) => `${accountId} ${tenantId} ${binding}`

/** Bytes of chance, of which 24 make no half a group in base64, and then what is consented to. */
const challengeFor = (chance: string, binding: string) => chance + Buffer.from(binding, 'hex').toString('base64url')

/** Uses a challenge up. Throws `account/key-wrong` for one that is not of this person for just this. */
async function spendChallenge(
  deps: Deps,
  tx: Db,
  { member, code, binding }: { member: Member; code: string; binding: string },
): Promise<void> {
  const chance = code.slice(0, -challengeFor('', binding).length)
  const subject = await useProof(deps, tx, 'will', chance)
  if (subject !== subjectOf(member, binding) || code !== challengeFor(chance, binding))
    throw new Refusal('account/key-wrong')
}

function proofOf({ credential_id: keyId, public_key, synced }: Passkey, sign: string): KeyProof {
  const read = assertionOf(sign)
  if (!read) throw new Refusal('account/key-wrong')
  const { clientDataJSON: clientData, authenticatorData, signature } = read
  return { keyId, publicKey: public_key.toString('base64url'), synced, clientData, authenticatorData, signature }
}

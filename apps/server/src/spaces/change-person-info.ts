import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { identityConsents } from '@moqi/domain/account/agreements'
import { personChangeFault } from '@moqi/domain/identity/person-change'
import { Refusal } from '@moqi/domain/refusal'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { beginPersonAuth, knownPerson, type PersonProof } from '#src/cores/identity/person-auth.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { askRegistry } from './ask-registry.ts'
import { factorsOf, proofOf, refuseSpent } from './person-authentication.ts'
import { askVerdictLater, endPersonAuth } from './person-verdict.ts'

type Change = typeof realName.changePersonInfo

/**
 * Real-names a person anew under another name, or another number: an authentication of its own runs, by machines as the
 * first did, while the one that stands stays in force until this has passed (domain 5.6, 信息变更).
 */
export const changePersonInfo: Handler<Change> = async (deps, person, input) => {
  const { authWay } = input
  const { accountId } = person
  const factors = factorsOf(person, input, shanghaiDate(deps.now()))
  const { tenantId, authStatus } = personalSpace(person)
  // Before the gateway is asked in vain.
  personAuthLifecycle.after(authStatus, 'changeInfo')
  const proof = proofOf(deps, tenantId, factors)
  await deps.db.directory(async (tx) => {
    await refuseSpent(deps, tx, tenantId)
    await refuseSomebodyElse(tx, tenantId, proof)
    await recordConsent(deps, tx, person, accountId, identityConsents)
  })
  const authId = deps.newId()
  const verdict = await askRegistry(deps.identity.checkPerson({ authId, ...factors }))
  return deps.db.write(tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    await refuseSpent(deps, tx, tenantId)
    await refuseSomebodyElse(tx, tenantId, proof)
    const begun = { authId, authWay, proof, isChange: true }
    const row = await beginPersonAuth(deps, tx, { tenantId, accountId, authStatus }, begun)
    const answer = async (): Promise<Output<Change>> => {
      if (verdict.is === 'pending') {
        await askVerdictLater(tx, authId, 0)
        return { authid: authId, changeState: 'pending', reason: null }
      }
      const reason = verdict.is === 'failed' ? verdict.reason : null
      await endPersonAuth(deps, tx, row, reason)
      return { authid: authId, changeState: reason === null ? 'passed' : 'failed', reason }
    }
    return keepAnswer(tx, deps, person, await answer())
  })
}

/** Throws `field/invalid` unless name or number stays: who changes both at once may be somebody else. */
export async function refuseSomebodyElse(
  db: Db,
  tenantId: string,
  { realName: name, identityHash, birthdayHashes }: PersonProof,
): Promise<void> {
  const fault = personChangeFault(await knownPerson(db, tenantId), { name, identityHash, birthdayHashes })
  if (fault) throw new Refusal('field/invalid', fault)
}

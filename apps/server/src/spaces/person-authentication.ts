import type { realName } from '@moqi/api/real-name'
import { checkAge, checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { OwnSpace, Person } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { inTenant, type Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { identityHash } from '#src/platform/identity-hash.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { movePersonAuth } from '#src/cores/identity/move-auth.ts'
import { givePack, trialPack } from '#src/cores/quota/give-pack.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'

/**
 * Real-names a person: name and identity number are checked here, then by the gateway. The number is kept only as a
 * keyed hash. Waiting contracts are claimed, and a seal is made, by jobs of the same transaction.
 */
export const submitPersonAuth: Handler<typeof realName.submitPersonAuth> = async (deps, person, input) => {
  const today = shanghaiDate(deps.now())
  const name = fieldOf('realName', checkPersonName(input.realName))
  const idNumber = fieldOf('idNumber', checkIdNumber(input.idNumber, today))
  fieldOf('idNumber', checkAge(idNumber, today))
  const own = personalSpace(person)
  // Before the gateway is asked in vain.
  personAuthLifecycle.after(own.authStatus, 'submit')
  const reason = await deps.identity.checkPerson({ realName: name, idNumber })
  return deps.db.write(own.tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    const status = await movePersonAuth(tx, own, ['submit', reason === null ? 'personPassed' : 'personFailed'], {
      reject_reason: reason,
      name: reason === null ? name : '',
      identity_hash: identityHash(deps, idNumber),
      authenticated_at: reason === null ? deps.now() : null,
      auth_id: reason === null ? deps.newId() : null,
    })
    if (reason === null) await welcome(deps, tx, person, own, name)
    tellAuth(tx, { tenantId: own.tenantId, accountId: person.accountId }, status)
    const completeTime = reason === null ? deps.now() : null
    return keepAnswer(tx, deps, person, { authid: own.tenantId, isAuthed: status, reason, completeTime })
  })
}

async function welcome(deps: Deps, tx: Db, person: Person, own: OwnSpace, name: string): Promise<void> {
  const { accountId } = person
  const { tenantId } = own
  await changeAccount(tx, accountId, { nick_name: name })
  await inTenant(tx, tenantId, () => givePack(deps, tx, tenantId, trialPack))
  await enqueue(tx, 'makeFirstSeal', { tenantId, accountId })
  await enqueue(tx, 'claimEntries', { accountId })
}

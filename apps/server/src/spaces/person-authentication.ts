import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { birthdayPins } from '@moqi/domain/account/user-name'
import { birthDate, checkAge, checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { beginPersonAuth, type PersonProof } from '#src/cores/identity/person-auth.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { IdentityVerdict } from '#src/platform/gateways/identity-gateway.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { birthdayHash, identityHash } from '#src/platform/identity-hash.ts'
import { moveCompanies } from './operator-steps.ts'
import { askVerdictLater, endPersonAuth } from './person-verdict.ts'

type Submit = typeof realName.submitPersonAuth
type Submission = { authId: string; proof: PersonProof; verdict: IdentityVerdict }

/**
 * Real-names a person: name and identity number are checked here, then by the gateway, which may take its time. The
 * number is kept only as a keyed hash. Waiting contracts are claimed, and a seal is made, by jobs of the transaction in
 * which it passes.
 */
export const submitPersonAuth: Handler<Submit> = async (deps, person, input) => {
  const today = shanghaiDate(deps.now())
  const name = fieldOf('realName', checkPersonName(input.realName))
  const idNumber = fieldOf('idNumber', checkIdNumber(input.idNumber, today))
  fieldOf('idNumber', checkAge(idNumber, today))
  const { tenantId, authStatus } = personalSpace(person)
  // Before the gateway is asked in vain.
  personAuthLifecycle.after(authStatus, 'submit')
  const authId = deps.newId()
  const verdict = await deps.identity.checkPerson({ authId, realName: name, idNumber })
  const proof = {
    realName: name,
    identityHash: identityHash(deps, idNumber),
    birthdayHashes: birthdayPins(birthDate(idNumber)).map((pin) => birthdayHash(deps, tenantId, pin)),
  }
  return deps.db.write(tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    return keepAnswer(tx, deps, person, await submitted(deps, tx, person, { authId, proof, verdict }))
  })
}

async function submitted(
  deps: Deps,
  tx: Db,
  person: Person,
  { authId, proof, verdict }: Submission,
): Promise<Output<Submit>> {
  const { accountId } = person
  const { tenantId, authStatus } = personalSpace(person)
  const row = await beginPersonAuth(deps, tx, { tenantId, accountId, authStatus }, { authId, proof })
  await moveCompanies(deps, tx, accountId, { is: 'begun' })
  if (verdict.is === 'pending') {
    await askVerdictLater(tx, authId, 0)
    return { authid: authId, isAuthed: 'inPersonAuth', reason: null, completeTime: null }
  }
  const reason = verdict.is === 'failed' ? verdict.reason : null
  const isAuthed = await endPersonAuth(deps, tx, row, reason)
  return { authid: authId, isAuthed, reason, completeTime: reason === null ? deps.now() : null }
}

import type { Input, Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { identityConsents } from '@moqi/domain/account/agreements'
import { birthdayPins } from '@moqi/domain/account/user-name'
import { checkPersonalCard } from '@moqi/domain/identity/bank'
import { birthDate, checkAge, checkIdNumber } from '@moqi/domain/identity/id-number'
import { attemptsLeft, type FactorWay, machineWays } from '@moqi/domain/identity/person-factors'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { type CivilDate, shanghaiDate } from '@moqi/domain/time/civil-date'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { beginPersonAuth, failedAttempts, type PersonProof } from '#src/cores/identity/person-auth.ts'
import { endedByPlatform, isEnded } from '#src/cores/identity/is-ended.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { IdentityVerdict, PersonFactors } from '#src/platform/gateways/identity/identity-gateway.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { birthdayHash, identityHash } from '#src/platform/identity-hash.ts'
import { askRegistry } from './ask-registry.ts'
import { moveCompanies } from './operator-steps.ts'
import { askVerdictLater, endPersonAuth } from './person-verdict.ts'

type Submit = typeof realName.submitPersonAuth
type Submission = { authId: string; authWay: FactorWay; proof: PersonProof; verdict: IdentityVerdict }

/**
 * Real-names a person: what is typed is checked here, then by the gateway, which may take its time. Both consents
 * are on record before it is asked. The number is kept only as a keyed hash, a card not at all. Waiting
 * contracts are claimed, and a seal is made, by jobs of the transaction in which it passes.
 */
export const submitPersonAuth: Handler<Submit> = async (deps, person, input) => {
  const { authWay } = input
  const factors = factorsOf(person, input, shanghaiDate(deps.now()))
  const { tenantId, authStatus } = personalSpace(person)
  // Before the gateway is asked in vain.
  personAuthLifecycle.after(authStatus, 'submit')
  await deps.db.directory(async (tx) => {
    await refuseSpent(deps, tx, tenantId)
    await recordConsent(deps, tx, person, person.accountId, identityConsents)
  })
  const authId = deps.newId()
  const verdict = await askRegistry(deps.identity.checkPerson({ authId, ...factors }))
  const proof = proofOf(deps, tenantId, factors)
  return deps.db.write(tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    // Those that were asked at once learn no more than those asked one after the other.
    await refuseSpent(deps, tx, tenantId)
    return keepAnswer(tx, deps, person, await submitted(deps, tx, person, { authId, authWay, proof, verdict }))
  })
}

/** What is kept of who somebody says to be. */
export const proofOf = (deps: Deps, tenantId: string, { realName: name, idNumber }: PersonFactors): PersonProof => ({
  realName: name,
  identityHash: identityHash(deps, idNumber),
  birthdayHashes: birthdayPins(birthDate(idNumber)).map((pin) => birthdayHash(deps, tenantId, pin)),
})

/** What the gateway is asked by; refuses what cannot be somebody's. */
export function factorsOf({ phone }: Person, input: Input<Submit>, today: CivilDate): PersonFactors {
  const realName = fieldOf('realName', checkPersonName(input.realName))
  const idNumber = fieldOf('idNumber', checkIdNumber(input.idNumber, today))
  fieldOf('idNumber', checkAge(idNumber, today))
  if (input.authWay === 'twoFactors') return { realName, idNumber }
  if (input.authWay === 'threeFactors') return { realName, idNumber, phone }
  const bankCard = fieldOf('bankCard', checkPersonalCard(input.bankCard ?? ''))
  return { realName, idNumber, phone, bankCard }
}

/**
 * Throws `identity/tries-spent` for whom the machines have not found too often of late, `identity/rejected` for whose
 * authentication the platform has ended: people look at who comes back.
 */
export async function refuseSpent(deps: Pick<Deps, 'now'>, db: Db, tenantId: string): Promise<void> {
  const { left } = attemptsLeft(await failedAttempts(deps, db, tenantId, machineWays))
  if (left === 0) throw new Refusal('identity/tries-spent')
  if (await isEnded(db, tenantId)) throw new Refusal('identity/rejected', { message: endedByPlatform })
}

async function submitted(
  deps: Deps,
  tx: Db,
  person: Person,
  { authId, authWay, proof, verdict }: Submission,
): Promise<Output<Submit>> {
  const { accountId } = person
  const { tenantId, authStatus } = personalSpace(person)
  const row = await beginPersonAuth(deps, tx, { tenantId, accountId, authStatus }, { authId, authWay, proof })
  await moveCompanies(deps, tx, accountId, { is: 'begun' })
  if (verdict.is === 'pending') {
    await askVerdictLater(tx, authId, 0)
    return { authid: authId, isAuthed: 'inPersonAuth', reason: null, completeTime: null }
  }
  const reason = verdict.is === 'failed' ? verdict.reason : null
  const isAuthed = await endPersonAuth(deps, tx, row, reason)
  return { authid: authId, isAuthed, reason, completeTime: reason === null ? deps.now() : null }
}

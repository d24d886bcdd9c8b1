import { createHmac } from 'node:crypto'
import type { Input, Output } from '@moqi/api/call'
import type { user } from '@moqi/api/user'
import { checkAge, checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import type { Checked } from '@moqi/domain/identity/checked'
import { Refusal } from '@moqi/domain/refusal'
import { authMoved } from '@moqi/domain/spaces/auth-lifecycle'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import type { OwnSpace, Person } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/http/idempotency.ts'
import { inTenant, type Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { giveQuota } from '#src/platform/quota-ledger.ts'

type Submit = typeof user.submitPersonAuth

/** 体验 pack after the first real-name authentication (domain.md 5.9). */
const trial = 5

/** The personal space's authentication (checklist C92). */
export async function getAuthInfo({ db }: Pick<Deps, 'db'>, person: Person): Promise<Output<typeof user.getAuthInfo>> {
  const own = personalSpace(person)
  const found = await db.directory((directory) =>
    directory
      .selectFrom('space')
      .where('tenant_id', '=', own.tenantId)
      .select(['auth_status', 'name', 'reject_reason'])
      .executeTakeFirstOrThrow(),
  )
  return { isAuthed: found.auth_status, realName: found.name || null, reason: found.reject_reason }
}

/**
 * Real-names a person: name and identity number are checked here, then by the gateway. The number is kept only as a
 * keyed hash. Waiting contracts are claimed, and a seal is made, by jobs of the same transaction.
 */
export async function submitPersonAuth(deps: Deps, person: Person, input: Input<Submit>): Promise<Output<Submit>> {
  const today = shanghaiDate(deps.now())
  const realName = fieldOf('realName', checkPersonName(input.realName))
  const idNumber = fieldOf('idNumber', checkIdNumber(input.idNumber, today))
  fieldOf('idNumber', checkAge(idNumber, today))
  const own = personalSpace(person)
  const started = authMoved('person', own.authStatus, 'submit')
  const reason = await deps.identity.checkPerson({ realName, idNumber })
  const status = authMoved('person', started, reason === null ? 'personPassed' : 'personFailed')
  const identityHash = createHmac('sha256', derived(deps.derivationKey, 'identity number'))
    .update(idNumber)
    .digest('hex')
  return deps.db.write(own.tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    const changed = await tx
      .updateTable('space')
      .set({
        auth_status: status,
        reject_reason: reason,
        name: reason === null ? realName : '',
        identity_hash: identityHash,
        authenticated_at: reason === null ? deps.now() : null,
      })
      .where('tenant_id', '=', own.tenantId)
      .where('auth_status', '=', own.authStatus)
      .executeTakeFirst()
    if (changed.numUpdatedRows !== 1n) throw new Refusal('contract/illegal-move')
    if (reason === null) await welcome(deps, tx, person, own, realName)
    const completeTime = reason === null ? deps.now() : null
    return keepAnswer(tx, deps, person, { authid: own.tenantId, isAuthed: status, reason, completeTime })
  })
}

async function welcome(deps: Deps, tx: Db, person: Person, own: OwnSpace, realName: string): Promise<void> {
  const { accountId } = person
  const { tenantId } = own
  await tx.updateTable('account').set({ nick_name: realName }).where('account_id', '=', accountId).execute()
  await inTenant(tx, tenantId, () => giveQuota(deps, tx, tenantId, trial))
  await enqueue(tx, 'makeFirstSeal', { tenantId, accountId })
  await enqueue(tx, 'claimEntries', { accountId })
}

function personalSpace(person: Person): OwnSpace {
  const own = person.spaces.find(({ kind }) => kind === 'person')
  if (!own) throw new Error(`account ${person.accountId} has no personal space`)
  return own
}

function fieldOf<T>(field: string, checked: Checked<T>): T {
  if (!checked.ok) throw new Refusal('field/invalid', { field, message: checked.message })
  return checked.value
}

import type { Input, Output } from '@moqi/api/call'
import type { security } from '@moqi/api/security'
import { Refusal } from '@moqi/domain/refusal'
import { forgetLinksOf } from '#src/cores/identity/provider-link.ts'
import { everySpace } from '#src/cores/identity/open-spaces.ts'
import { forgetPersonAuth } from '#src/cores/identity/move-auth.ts'
import { forgetWills } from '#src/cores/signer/will.ts'
import { revokeSeals } from '#src/cores/seal/revoke-seals.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import { forgetKeys } from '#src/platform/authority/certificate-register.ts'
import { retireCertificates } from '#src/platform/authority/retire-certificates.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'

type Info = Output<typeof security.getCloseInfo>

/** What must be settled first: contracts that still run, and companies the person is in. */
export async function getCloseInfo({ db }: Pick<Deps, 'db'>, person: Person): Promise<Info> {
  const obstacleArray: Info['obstacleArray'] = []
  const binding = await bindingCompanies({ db }, person.accountId)
  for (const { tenantId, kind, name } of everySpace(person)) {
    if (kind === 'company' && binding.has(tenantId)) obstacleArray.push({ kind: 'company', number: 1, name, tenantId })
    const number = await db.read(tenantId, (tenant) => openContracts(tenant, tenantId, person.accountId))
    if (number > 0) obstacleArray.push({ kind: 'openContracts', number, name: name || null, tenantId })
  }
  return { obstacleArray }
}

/** The person's companies but for those that were never authenticated and have nobody else in them. */
async function bindingCompanies({ db }: Pick<Deps, 'db'>, accountId: string): Promise<Set<string>> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('membership as m')
      .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
      .where('m.account_id', '=', accountId)
      .where('s.kind', '=', 'company')
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('s.auth_status', '=', 'passAuth'),
          eb('s.authenticated_at', 'is not', null),
          exists(
            selectFrom('membership as o')
              .whereRef('o.tenant_id', '=', 'm.tenant_id')
              .where('o.account_id', '<>', accountId)
              .select('o.account_id'),
          ),
        ]),
      )
      .select('m.tenant_id')
      .execute(),
  )
  return new Set(rows.map(({ tenant_id }) => tenant_id))
}

async function openContracts(tenant: Db, tenantId: string, accountId: string): Promise<number> {
  const { number } = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('contract_state', '=', 'signing')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/**
 * Closes the account for good: nobody signs in to it or with its certificates any more, and its phone and names are
 * free. Seals and certificates of the personal space sign nothing more; keys are destroyed, the address book goes. What
 * stays is what the law keeps: contracts and their evidence, certificates, consents, the log of sign-ins.
 */
export async function closeAccount(
  deps: Deps,
  person: Person,
  input: Input<typeof security.closeAccount>,
  forgetContacts: (tx: Db, tenantId: string) => Promise<unknown>,
): Promise<null> {
  const { obstacleArray } = await getCloseInfo(deps, person)
  if (obstacleArray.length > 0) throw new Refusal('account/not-closable')
  await useCode(deps, ownPhone(person, 'close'), input.smsCode)
  const own = person.spaces.find(({ kind }) => kind === 'person')
  if (!own) throw new Error(`account ${person.accountId} has no personal space`)
  return deps.db.directoryWrite(async (tx) => {
    // Sending to this phone and closing it take turns: a contract sent meanwhile is an obstacle still.
    await lockPhones(tx, [person.phone])
    const open = await inTenant(tx, own.tenantId, () => openContracts(tx, own.tenantId, person.accountId))
    if (open > 0) throw new Refusal('account/not-closable')
    await inTenant(tx, own.tenantId, async () => {
      await forgetContacts(tx, own.tenantId)
      await revokeSeals(deps, tx, person, { tenantId: own.tenantId, reason: '账号注销' })
      await retireCertificates(tx, own.tenantId, deps.now())
    })
    await retireAccount(deps, tx, person.accountId, own.tenantId)
    return keepAnswer(tx, deps, person, null)
  })
}

async function fingerprintsOf(tx: Db, accountId: string): Promise<string[]> {
  const keys = await tx
    .selectFrom('certificate_key')
    .where('account_id', '=', accountId)
    .select('fingerprint')
    .execute()
  return keys.map(({ fingerprint }) => fingerprint)
}

async function retireAccount({ now }: Pick<Deps, 'now'>, tx: Db, accountId: string, tenantId: string): Promise<void> {
  await forgetKeys(tx, await fingerprintsOf(tx, accountId))
  for (const table of [
    'session',
    'device',
    'auto_login_token',
    'pass',
    'password_history',
    'passkey',
    'certificate_key',
    'recovery_code',
  ] as const) {
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute()
  }
  await forgetLinksOf(tx, accountId)
  await forgetWills(tx, accountId)
  await forgetPersonAuth(tx, tenantId)
  await tx
    .updateTable('account')
    .set({
      // Unique, and no phone: nobody proves it, nothing is sent to it.
      phone: `closed ${accountId}`,
      user_name: null,
      email: null,
      password_hash: null,
      password_changed_at: null,
      pin_hash: null,
      pin_set_at: null,
      key_required_at: null,
      closed_at: now(),
    })
    .where('account_id', '=', accountId)
    .execute()
}

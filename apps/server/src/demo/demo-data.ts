import { usualWatch } from '@moqi/domain/seals/seal-watch'
import { companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { moveCompanyAuth, movePersonAuth } from '#src/cores/identity/move-auth.ts'
import { grantWithoutLetter } from '#src/cores/seal/grants.ts'
import { givePack } from '#src/cores/quota/give-pack.ts'
import { demoCompanies, demoPassword, demoPeople, demoPin } from './demo-people.ts'

type Making = Pick<Deps, 'db' | 'blobs' | 'derivationKey' | 'newId' | 'now'>
type NewAccount = { accountId: string; phone: string; nickName: string; passwordHash: string }

/** What the demo borrows from the features, handed in by main.ts because features do not import each other. */
export type DemoMeans = {
  createAccount: (deps: Making, tx: Db, account: NewAccount) => Promise<{ accountId: string; tenantId: string }>
  hashPassword: (deps: Making, accountId: string, password: string) => Promise<string>
  givePin: (deps: Making, tx: Db, accountId: string, pin: string) => Promise<void>
  addCompanySeal: (deps: Making, tx: Db, seal: { tenantId: string; companyName: string }) => Promise<string | null>
  addPersonSeal: (
    deps: Making,
    tx: Db,
    seal: { tenantId: string; accountId: string; name: string },
  ) => Promise<string | null>
}

type Company = { tenantId: string; sealId: string | null }

/** What each kind of space is given. */
const gift = {
  company: { kind: 'gift', total: 200, expiresAt: null },
  person: { kind: 'gift', total: 20, expiresAt: null },
} as const

/**
 * Makes the four people, their companies, seals and 份 in one transaction. Once any of the people exists it changes
 * nothing: what visitors did stays. Nodes that start together wait for each other.
 */
export async function ensureDemoData(deps: Making, means: DemoMeans): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo data', 0))`.execute(tx)
    const phones = demoPeople.map(({ phone }) => phone)
    const known = await tx.selectFrom('account').where('phone', 'in', phones).select('account_id').executeTakeFirst()
    if (known) return
    const companies = new Map<string, Company>()
    for (const { name, creditCode } of demoCompanies) {
      companies.set(name, await addCompany(deps, tx, means, { name, creditCode }))
    }
    for (const person of demoPeople) {
      const accountId = await addPerson(deps, tx, means, person)
      const company = person.company === null ? undefined : companies.get(person.company)
      if (!company) continue
      await means.givePin(deps, tx, accountId, demoPin)
      await join(deps, tx, company, accountId, person.owner)
    }
  })
}

async function addCompany(
  deps: Making,
  tx: Db,
  means: DemoMeans,
  { name, creditCode }: { name: string; creditCode: string },
): Promise<Company> {
  const tenantId = deps.newId()
  await tx
    .insertInto('space')
    .values({
      tenant_id: tenantId,
      kind: 'company',
      company_id: deps.newId(),
      name,
      credit_code: creditCode,
      identity_hash: null,
      auth_status: companyAuthLifecycle.initial,
      reject_reason: null,
      created_at: deps.now(),
    })
    .execute()
  await moveCompanyAuth(tx, { tenantId, authStatus: 'notAuth' }, ['submit', 'companyPassed'], {
    authenticated_at: deps.now(),
    auth_id: deps.newId(),
  })
  await inTenant(tx, tenantId, async () => {
    await givePack(deps, tx, tenantId, gift.company)
    await openAllDay(tx, tenantId)
  })
  return { tenantId, sealId: await means.addCompanySeal(deps, tx, { tenantId, companyName: name }) }
}

/** Whoever tries the product does so at any hour, and no use of a seal is unusual for that. */
async function openAllDay(tx: Db, tenant_id: string): Promise<void> {
  const { enabled, days, perHour: per_hour, perDay: per_day } = usualWatch
  await tx
    .insertInto('seal_watch')
    .values({ tenant_id, enabled, days: [...days], from_minute: 0, until_minute: 1440, per_hour, per_day })
    .execute()
}

async function addPerson(
  deps: Making,
  tx: Db,
  means: DemoMeans,
  { phone, name }: { phone: string; name: string },
): Promise<string> {
  const accountId = deps.newId()
  const passwordHash = await means.hashPassword(deps, accountId, demoPassword)
  const { tenantId } = await means.createAccount(deps, tx, { accountId, phone, nickName: name, passwordHash })
  await movePersonAuth(tx, { tenantId, authStatus: 'notAuth' }, ['submit', 'personPassed'], {
    name,
    authenticated_at: deps.now(),
    auth_id: deps.newId(),
  })
  await inTenant(tx, tenantId, () => givePack(deps, tx, tenantId, gift.person))
  await means.addPersonSeal(deps, tx, { tenantId, accountId, name })
  return accountId
}

/** Makes the person a member; an operator may use the company's seal. */
async function join(
  { now, newId }: Making,
  tx: Db,
  { tenantId, sealId }: Company,
  accountId: string,
  owner: boolean,
): Promise<void> {
  await tx
    .insertInto('membership')
    .values({ tenant_id: tenantId, account_id: accountId, is_owner: owner, created_at: now() })
    .execute()
  if (owner || sealId === null) return
  await inTenant(tx, tenantId, () =>
    grantWithoutLetter({ now, newId }, tx, { tenantId, sealId, accountId, by: '管理员' }),
  )
}

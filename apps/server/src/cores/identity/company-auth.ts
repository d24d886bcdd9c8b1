import { paymentDays, paymentTries } from '@moqi/domain/identity/bank'
import type { AuthState, CompanyAuthEvent } from '@moqi/domain/spaces/company-auth-lifecycle'
import { dayMs } from '@moqi/domain/time/civil-date'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { moveCompanyAuth } from './move-auth.ts'

/** A company's authentication as it is kept, with tries and the amount that was sent, in 分. */
export type CompanyAuthRow = Selectable<DirectoryTables['company_auth']>

/** What somebody says of a company, and who says it. */
export type CompanyProof = Pick<
  Insertable<DirectoryTables['company_auth']>,
  'account_id' | 'company_name' | 'credit_code' | 'legal_name' | 'bank_name' | 'bank_account'
>

/** The authentication under way of a space, or by its id. */
export function openCompanyAuth(
  db: Db,
  by: { tenantId: string } | { authId: string },
  lock = false,
): Promise<CompanyAuthRow | undefined> {
  const [column, value] = 'tenantId' in by ? (['tenant_id', by.tenantId] as const) : (['auth_id', by.authId] as const)
  return db
    .selectFrom('company_auth')
    .where(column, '=', value)
    .where('ended_at', 'is', null)
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** After which an authentication begun or paid now has failed; the later of two takes the place of the earlier. */
const lapsing = (authId: string) => ({ delayMs: paymentDays * dayMs, key: `lapse ${authId}` })

/**
 * Begins a company's authentication; the space has been moved already. It is paid at once, unless it waits for its
 * operator's own (`infoSubmitted`). Either way it ends when nothing comes of it.
 */
export async function beginCompanyAuth(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  { authId, tenantId, paid }: { authId: string; tenantId: string; paid: boolean },
  proof: CompanyProof,
): Promise<void> {
  await tx
    .insertInto('company_auth')
    .values({
      auth_id: authId,
      tenant_id: tenantId,
      account_id: proof.account_id,
      company_name: proof.company_name,
      credit_code: proof.credit_code,
      legal_name: proof.legal_name,
      bank_name: proof.bank_name,
      bank_account: proof.bank_account,
      fen: 1 + (random(6).readUIntBE(0, 6) % 99),
      step: 'infoSubmitted',
      tries_left: paymentTries,
      expire_at: null,
      created_at: now(),
      ended_at: null,
    })
    .execute()
  if (paid) await payLater(tx, authId)
  else await enqueue(tx, 'lapsePayment', { authId }, lapsing(authId))
}

/** Has the amount sent by a job; also when the bank never answers, it ends. */
async function payLater(tx: Db, authId: string): Promise<void> {
  await tx.updateTable('company_auth').set({ step: 'paymentSent' }).where('auth_id', '=', authId).execute()
  await enqueue(tx, 'payCompany', { authId })
  await enqueue(tx, 'lapsePayment', { authId }, lapsing(authId))
}

/** The amount is on its way and may be told from now on. */
export async function awaitAmount({ now }: Pick<Deps, 'now'>, tx: Db, authId: string): Promise<void> {
  const lapse = lapsing(authId)
  await tx
    .updateTable('company_auth')
    .set({ step: 'amountPending', expire_at: now() + lapse.delayMs })
    .where('auth_id', '=', authId)
    .execute()
  await enqueue(tx, 'lapsePayment', { authId }, lapse)
}

/** Takes one of the tries to tell the amount. */
export async function spendTry(tx: Db, { auth_id, tries_left }: CompanyAuthRow): Promise<void> {
  await tx
    .updateTable('company_auth')
    .set({ tries_left: tries_left - 1 })
    .where('auth_id', '=', auth_id)
    .execute()
}

/** The company's space is authenticated by this authentication, which ends. */
export async function passCompanyAuth({ now }: Pick<Deps, 'now'>, tx: Db, row: CompanyAuthRow): Promise<AuthState> {
  await endCompanyAuth(tx, row.auth_id, now())
  return moveCompanyAuth(tx, { tenantId: row.tenant_id, authStatus: 'inCompanyAuth' }, ['companyPassed'], {
    reject_reason: null,
    name: row.company_name,
    credit_code: row.credit_code,
    authenticated_at: now(),
    auth_id: row.auth_id,
  })
}

/** What a failure is, from where the space stands; one whose operator has failed before stays as it is. */
const failures: Partial<Record<AuthState, CompanyAuthEvent>> = {
  inPersonAuth: 'personFailed',
  inCompanyAuth: 'companyFailed',
}

/** Ends an authentication under way without its having passed, with the reason its owner reads. */
export async function failCompanyAuth(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { auth_id, tenant_id: tenantId }: CompanyAuthRow,
  reason: string,
): Promise<AuthState> {
  await endCompanyAuth(tx, auth_id, now())
  const authStatus = await statusOf(tx, tenantId)
  const failure = failures[authStatus]
  return moveCompanyAuth(tx, { tenantId, authStatus }, failure ? [failure] : [], { reject_reason: reason })
}

/** Of the account its last digits are kept, which say which it was. */
async function endCompanyAuth(tx: Db, authId: string, at: number): Promise<void> {
  const bank_account = sql<string>`right(bank_account, 4)`
  await tx.updateTable('company_auth').set({ ended_at: at, bank_account }).where('auth_id', '=', authId).execute()
}

/** What the person who operates a company has done: begun the own authentication, passed or failed it. */
export type OperatorStep = { is: 'begun' } | { is: 'passed' } | { is: 'failed'; reason: string }

/** The authentications that wait for their operator's own, oldest first. */
export const waitingForOperator = (tx: Db, accountId: string): Promise<CompanyAuthRow[]> =>
  tx
    .selectFrom('company_auth')
    .where('account_id', '=', accountId)
    .where('step', '=', 'infoSubmitted')
    .where('ended_at', 'is', null)
    .selectAll()
    .forUpdate()
    .orderBy('created_at')
    .execute()

/** Moves a company's space as its operator's own authentication goes (domain 5.6); once that has passed, it is paid. */
export async function followOperator(tx: Db, row: CompanyAuthRow, step: OperatorStep): Promise<AuthState> {
  const { auth_id: authId, tenant_id: tenantId } = row
  const authStatus = await statusOf(tx, tenantId)
  const reject_reason = step.is === 'failed' ? step.reason : null
  const moved = await moveCompanyAuth(tx, { tenantId, authStatus }, eventsOf(step, authStatus), { reject_reason })
  if (step.is === 'passed') await payLater(tx, authId)
  return moved
}

function eventsOf({ is }: OperatorStep, authStatus: AuthState): CompanyAuthEvent[] {
  const again: CompanyAuthEvent[] = authStatus === 'rejectPersonAuth' ? ['startPerson'] : []
  if (is === 'begun') return again
  return [...again, is === 'passed' ? 'personPassed' : 'personFailed']
}

async function statusOf(tx: Db, tenantId: string): Promise<AuthState> {
  const { auth_status } = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select('auth_status')
    .executeTakeFirstOrThrow()
  return auth_status
}

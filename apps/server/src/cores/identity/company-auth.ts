import { paymentDays, paymentTries } from '@moqi/domain/identity/bank'
import type { CompanyKind } from '@moqi/domain/identity/company-paper'
import type { CompanyWay } from '@moqi/domain/identity/company-way'
import { Refusal } from '@moqi/domain/refusal'
import type { AuthState, CompanyAuthEvent } from '@moqi/domain/spaces/company-auth-lifecycle'
import {
  type CompanyStep,
  type CompanyStepEvent,
  companyStepLifecycle,
  firstSteps,
} from '@moqi/domain/spaces/company-step-lifecycle'
import { dayMs } from '@moqi/domain/time/civil-date'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { remarkLength } from '@moqi/domain/identity/reverse-payment'
import { closeReview } from './company-review.ts'
import { moveCompanyAuth } from './move-auth.ts'

/** A company's authentication as it is kept, with tries and the amount that was sent, in 分. */
export type CompanyAuthRow = Selectable<DirectoryTables['company_auth']>

/** What somebody says of a company, who says it, and by what it is to be proved. */
export type CompanyProof = {
  accountId: string
  authWay: CompanyWay
  kind: CompanyKind
  companyName: string
  creditCode: string
  legalName: string
  bankName: string
  bankAccount: string
  /** Of a letter: who signs it; the number as a keyed hash. */
  legal?: { phone: string; identityHash: string }
}

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
 * Begins a company's authentication; the space has been moved already. It goes on at once, unless it waits for its
 * operator's own (`infoSubmitted`). Either way it ends when nothing comes of it.
 */
export async function beginCompanyAuth(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  { authId, tenantId, isNamed }: { authId: string; tenantId: string; isNamed: boolean },
  proof: CompanyProof,
): Promise<void> {
  const row = await tx
    .insertInto('company_auth')
    .values({
      auth_id: authId,
      tenant_id: tenantId,
      account_id: proof.accountId,
      auth_way: proof.authWay,
      kind: proof.kind,
      company_name: proof.companyName,
      credit_code: proof.creditCode,
      legal_name: proof.legalName,
      bank_name: proof.bankName,
      bank_account: proof.bankAccount,
      legal_phone: proof.legal?.phone ?? null,
      legal_identity_hash: proof.legal?.identityHash ?? null,
      fen: 1 + (random(6).readUIntBE(0, 6) % 99),
      remark:
        proof.authWay === 'reverse'
          ? String(random(6).readUIntBE(0, 6) % 10 ** remarkLength).padStart(remarkLength, '0')
          : null,
      step: companyStepLifecycle.initial,
      tries_left: paymentTries,
      expire_at: null,
      created_at: now(),
      ended_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'lapsePayment', { authId }, lapsing(authId))
  if (isNamed) await goOn({ now }, tx, row)
}

/** What is done first, now that its operator is real-named. */
async function goOn({ now }: Pick<Deps, 'now'>, tx: Db, row: CompanyAuthRow): Promise<void> {
  const { auth_id: authId, auth_way } = row
  const lapse = lapsing(authId)
  await moveStep(tx, row, firstSteps[auth_way], auth_way === 'reverse' ? { expire_at: now() + lapse.delayMs } : {})
  if (auth_way === 'manualReview') return
  if (auth_way === 'reverse') await askArrivedLater(tx, authId, 0)
  else await enqueue(tx, auth_way === 'letter' ? 'sendCompanyLetter' : 'payCompany', { authId })
  // Also when nobody ever answers, it ends.
  await enqueue(tx, 'lapsePayment', { authId }, lapse)
}

/** A transfer within a bank is there in seconds, one between banks in minutes. ms. */
const arrivalPauses = [10_000, 10_000, 30_000, 60_000, 120_000, 300_000] as const
const longestPause = 600_000

/** Has the bank asked after a while what has arrived; `asked` is how often that was done before. */
export async function askArrivedLater(tx: Db, authId: string, asked: number): Promise<void> {
  const delayMs = arrivalPauses[asked] ?? longestPause
  await enqueue(tx, 'askArrived', { authId, asked }, { delayMs, key: `arrived ${authId}` })
}

type StepFacts = Pick<
  Updateable<DirectoryTables['company_auth']>,
  'expire_at' | 'ended_at' | 'withdrawn_at' | 'legal_phone' | 'legal_identity_hash'
>

/** Moves an authentication on. Throws `space/auth-changed` when it cannot be moved so, or has been moved. */
async function moveStep(
  tx: Db,
  { auth_id, step }: CompanyAuthRow,
  event: CompanyStepEvent,
  facts: StepFacts & { bank_account?: RawBuilder<string> } = {},
): Promise<void> {
  const { after, refusal } = companyStepLifecycle
  const moved = await tx
    .updateTable('company_auth')
    .set({ ...facts, step: after<CompanyStep, CompanyStepEvent>(step, event) })
    .where('auth_id', '=', auth_id)
    .where('step', '=', step)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refusal(refusal)
}

/** The amount is on its way and may be told from now on. */
export async function awaitAmount({ now }: Pick<Deps, 'now'>, tx: Db, row: CompanyAuthRow): Promise<void> {
  const lapse = lapsing(row.auth_id)
  await moveStep(tx, row, 'paid', { expire_at: now() + lapse.delayMs })
  await enqueue(tx, 'lapsePayment', { authId: row.auth_id }, lapse)
}

/** The letter of an authentication has been sent to its legal representative. */
export async function noteLetter(
  tx: Db,
  { auth_id }: CompanyAuthRow,
  letter: Pick<CompanyAuthRow, 'letter_tenant_id' | 'letter_contract_id' | 'letter_sign_id' | 'expire_at'>,
): Promise<void> {
  await tx
    .updateTable('company_auth')
    .set({
      letter_tenant_id: letter.letter_tenant_id,
      letter_contract_id: letter.letter_contract_id,
      letter_sign_id: letter.letter_sign_id,
      expire_at: letter.expire_at,
    })
    .where('auth_id', '=', auth_id)
    .execute()
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
  await endStep(tx, row, 'pass', { at: now(), isWithdrawn: false })
  // Of a space whose authentication has lapsed the company is no longer.
  await tx
    .updateTable('space')
    .set({ credit_code: null })
    .where('credit_code', '=', row.credit_code)
    .where('tenant_id', '!=', row.tenant_id)
    .where('auth_status', '!=', 'passAuth')
    .execute()
  return moveCompanyAuth(tx, { tenantId: row.tenant_id, authStatus: 'inCompanyAuth' }, ['companyPassed'], {
    reject_reason: null,
    name: row.company_name,
    credit_code: row.credit_code,
    authenticated_at: now(),
    auth_id: row.auth_id,
    auth_until: null,
    auth_told_at: null,
    auth_end: null,
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
  row: CompanyAuthRow,
  reason: string,
  isWithdrawn = false,
): Promise<AuthState> {
  await endStep(tx, row, 'fail', { at: now(), isWithdrawn: isWithdrawn && row.step === 'reversePending' })
  const { tenant_id: tenantId } = row
  const authStatus = await statusOf(tx, tenantId)
  const failure = failures[authStatus]
  return moveCompanyAuth(tx, { tenantId, authStatus }, failure ? [failure] : [], { reject_reason: reason })
}

/** Ends one under way because its owner takes it back: of a payment that comes later one is told (`withdrawnAuth`). */
export const withdrawCompanyAuth = (
  deps: Pick<Deps, 'now'>,
  tx: Db,
  row: CompanyAuthRow,
  reason: string,
): Promise<AuthState> => failCompanyAuth(deps, tx, row, reason, true)

/** The authentication of that id whose own payment was awaited and taken back; undefined once its time is over. */
export const withdrawnAuth = (
  { now }: Pick<Deps, 'now'>,
  db: Db,
  authId: string,
): Promise<CompanyAuthRow | undefined> =>
  db
    .selectFrom('company_auth')
    .where('auth_id', '=', authId)
    .where('withdrawn_at', 'is not', null)
    .where('expire_at', '>', now())
    .selectAll()
    .executeTakeFirst()

type StepEnd = { at: number; isWithdrawn: boolean }

/** Of the account its last digits are kept, which say which it was; papers of it wait no more, and no letter. */
async function endStep(
  tx: Db,
  row: CompanyAuthRow,
  event: 'pass' | 'fail',
  { at, isWithdrawn }: StepEnd,
): Promise<void> {
  await moveStep(tx, row, event, {
    ended_at: at,
    ...(isWithdrawn && { withdrawn_at: at }),
    bank_account: sql<string>`right(bank_account, 4)`,
    legal_phone: null,
    legal_identity_hash: null,
  })
  await closeReview(tx, row.auth_id, at)
  const { letter_tenant_id: tenantId, letter_contract_id: contractId } = row
  if (event === 'fail' && tenantId && contractId) await enqueue(tx, 'recallLetter', { tenantId, contractId })
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

/** Moves a company's space as its operator's own authentication goes (domain 5.6); once that has passed, it goes on. */
export async function followOperator(
  deps: Pick<Deps, 'now'>,
  tx: Db,
  row: CompanyAuthRow,
  step: OperatorStep,
): Promise<AuthState> {
  const { tenant_id: tenantId } = row
  const authStatus = await statusOf(tx, tenantId)
  const reject_reason = step.is === 'failed' ? step.reason : null
  const moved = await moveCompanyAuth(tx, { tenantId, authStatus }, eventsOf(step, authStatus), { reject_reason })
  if (step.is === 'passed') await goOn(deps, tx, row)
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

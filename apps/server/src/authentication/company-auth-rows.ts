import { paymentDays } from '@moqi/domain/identity/bank'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { type Selectable, sql } from 'kysely'
import { moveCompanyAuth } from '#src/cores/identity/move-auth.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** A company's authentication: `fen` were sent to its account, null `ended_at` while it is under way. */
    company_auth: {
      auth_id: string
      tenant_id: string
      /** Who asked for it. */
      account_id: string
      company_name: string
      credit_code: string
      legal_name: string
      bank_name: string
      bank_account: string
      fen: number
      step: 'paymentSent' | 'amountPending'
      tries_left: number
      /** Until when the amount may be told; null before it was sent. */
      expire_at: number | null
      created_at: number
      ended_at: number | null
    }
  }
}

/** A company's authentication as it is kept, with tries and the amount that was sent, in 分. */
export type CompanyAuthRow = Selectable<Schema['company_auth']>

/** The tenant id of a company space that the person owns. Throws `space/not-found`, `space/owner-only`. */
export function ownedCompany(person: Pick<Person, 'spaces'>, tenantId: string): string {
  const space = person.spaces.find((own) => own.tenantId === tenantId && own.kind === 'company')
  if (!space) throw new Refusal('space/not-found')
  if (!space.isOwner) throw new Refusal('space/owner-only')
  return tenantId
}

/** The person's own company space of that name, the authenticated before others. */
export function findOwnCompany(db: Db, accountId: string, name: string) {
  return db
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('m.is_owner', '=', true)
    .where('s.kind', '=', 'company')
    .where('s.name', '=', name)
    .select(['s.tenant_id', 's.auth_status'])
    .orderBy((eb) => eb.case().when('s.auth_status', '=', 'passAuth').then(0).else(1).end())
    .orderBy('s.created_at')
    .executeTakeFirst()
}

/** The authentication under way of a space, or by its id. */
export function openAuth(
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
export const lapsing = (authId: string) => ({ delayMs: paymentDays * dayMs, key: `lapse ${authId}` })

/** Ends an authentication under way without its having passed, with the reason its owner reads. */
export async function failAuth(tx: Db, { auth_id, tenant_id }: CompanyAuthRow, reason: string, at: number) {
  await endAuth(tx, auth_id, at)
  return moveCompanyAuth(tx, { tenantId: tenant_id, authStatus: 'inCompanyAuth' }, ['companyFailed'], {
    reject_reason: reason,
  })
}

/** Ends an authentication; of the account its last digits are kept, which say which it was. */
export async function endAuth(tx: Db, authId: string, at: number): Promise<void> {
  const bank_account = sql<string>`right(bank_account, 4)`
  await tx.updateTable('company_auth').set({ ended_at: at, bank_account }).where('auth_id', '=', authId).execute()
}

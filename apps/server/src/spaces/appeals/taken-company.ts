import type { Output } from '@moqi/api/call'
import type { appeal, OwnAppeal } from '@moqi/api/appeal'
import { checkCreditCode } from '@moqi/domain/identity/company'
import { maskName } from '@moqi/domain/identity/person-name'
import { maskPhone } from '@moqi/domain/identity/phone'
import { reviewLogVerbs } from '@moqi/domain/identity/review-log-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { objectionDays } from '@moqi/domain/spaces/appeal-lifecycle'
import { type AppealRow, joinWish, newestAppeal } from '#src/cores/identity/appeal.ts'
import { reviewLogOf } from '#src/cores/identity/review-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'

type Taken = typeof appeal.getTakenCompany

/** A company that is authenticated, with the administrator who has been one longest. */
export type TakenCompany = {
  tenantId: string
  name: string
  creditCode: string
  authAt: number | null
  isAuthed: boolean
  adminName: string
  adminPhone: string
}

/** The authenticated company of that code. Throws `field/invalid`, `space/not-found`. */
export async function takenCompany(db: Db, typed: string): Promise<TakenCompany> {
  const creditCode = fieldOf('creditCode', checkCreditCode(typed))
  const row = await companyRows(db)
    .where('s.credit_code', '=', creditCode)
    .where('s.auth_status', '=', 'passAuth')
    .executeTakeFirst()
  if (!row) throw new Refusal('space/not-found', { message: '该企业尚未在本平台认证，请直接提交认证' })
  return companyOf(row)
}

/** The same of a space, authenticated still or not. Throws `appeal/changed` where nobody administers it. */
export async function companyIn(db: Db, tenantId: string): Promise<TakenCompany> {
  const row = await companyRows(db).where('s.tenant_id', '=', tenantId).executeTakeFirst()
  if (!row) throw new Refusal('appeal/changed')
  return companyOf(row)
}

const companyRows = (db: Db) =>
  db
    .selectFrom('space as s')
    .innerJoin('membership as m', 'm.tenant_id', 's.tenant_id')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('s.kind', '=', 'company')
    .where('m.is_owner', '=', true)
    .orderBy('m.created_at')
    .select(['s.tenant_id', 's.name', 's.credit_code', 's.authenticated_at', 's.auth_status', 'a.nick_name', 'a.phone'])

type Row = Awaited<ReturnType<ReturnType<typeof companyRows>['execute']>>[number]

const companyOf = (row: Row): TakenCompany => ({
  tenantId: row.tenant_id,
  name: row.name,
  creditCode: row.credit_code ?? '',
  authAt: row.authenticated_at,
  isAuthed: row.auth_status === 'passAuth',
  adminName: row.nick_name,
  adminPhone: row.phone,
})

/** Who administers a company that is authenticated already, masked, and how the person stands to it (domain 5.6). */
export const getTakenCompany: Handler<Taken> = async (deps, person, input) => {
  const { accountId } = person
  const { taken, own, askedAt } = await deps.db.directory(async (directory) => {
    const found = await takenCompany(directory, input.creditCode)
    const place = { tenantId: found.tenantId, accountId }
    return {
      taken: found,
      own: await newestAppeal(directory, place),
      askedAt: await joinWish(deps, directory, place),
    }
  })
  const space = person.spaces.find(({ tenantId }) => tenantId === taken.tenantId)
  return {
    companyName: taken.name,
    creditCode: taken.creditCode,
    authTime: taken.authAt,
    adminName: maskName(taken.adminName),
    adminPhone: maskPhone(taken.adminPhone),
    isMember: space ? 1 : 0,
    isAdmin: space?.isOwner ? 1 : 0,
    askTime: askedAt,
    objectDays: objectionDays,
    hasReview: deps.config.operator ? 1 : 0,
    appeal: own ? await shownAppeal(deps, own) : null,
  } satisfies Output<Taken>
}

async function shownAppeal({ db }: Pick<Deps, 'db'>, row: AppealRow): Promise<OwnAppeal> {
  const papers = { tenantId: row.papers_tenant_id, authId: row.appeal_id }
  const lines = await db.read(papers.tenantId, (own) => reviewLogOf(own, papers))
  return {
    appealId: row.appeal_id,
    appealState: row.state,
    appealReason: row.reason,
    statement: row.statement,
    submitTime: row.submitted_at,
    objectUntil: row.object_until,
    objectTime: row.objected_at,
    reason: row.end_reason,
    reviewLogArray: lines.map(({ at: time, verb, detail }) => ({ time, label: reviewLogVerbs[verb], detail })),
  }
}

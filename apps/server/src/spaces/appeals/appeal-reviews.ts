import type { appeal } from '@moqi/api/appeal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkCreditCode } from '@moqi/domain/identity/company'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { ReviewLogVerb } from '@moqi/domain/identity/review-log-verbs'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { appealLifecycle, appealPapers, grantObstacle } from '@moqi/domain/spaces/appeal-lifecycle'
import { type AppealRow, moveAppeal, noteFirstOfAppeal, requireAppeal } from '#src/cores/identity/appeal.ts'
import { waitingAppeals } from '#src/cores/identity/waiting-appeals.ts'
import { openPicture } from '#src/cores/identity/paper-picture.ts'
import { addReviewLog } from '#src/cores/identity/review-log.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { giveAdministration } from './give-administration.ts'
import { companyIn, type TakenCompany } from './taken-company.ts'
import { tellAdministrators } from './tell-administrators.ts'

type Calls = typeof appeal

const pageSize = 20

/** Appeals that wait, of every company, with what both sides say; the oldest first. */
export const listAppeals: Handler<Calls['listAppeals']> = async ({ db, config }, { operatorId }, input) => {
  const wanted = { search: input.search, state: input.appealState }
  const rows = await db.directory((directory) => waitingAppeals(directory, readCursor(input.cursor), pageSize, wanted))
  const { page, nextCursor } = pageOf(rows, pageSize, ({ submitted_at: at, appeal_id: id }) => ({ at, id }))
  const appealArray = page.map((row) => ({
    appealId: row.appeal_id,
    appealState: row.state,
    appealReason: row.reason,
    companyName: row.company_name,
    statement: row.statement,
    submitTime: row.submitted_at,
    objectUntil: row.object_until,
    appellantName: row.nick_name,
    appellantPhone: maskPhone(row.phone),
    isMember: row.is_member ? (1 as const) : (0 as const),
    adminName: row.admin_name ?? '',
    adminPhone: maskPhone(row.admin_phone ?? ''),
    objection: row.objection,
    objectTime: row.objected_at,
    hasFirst: row.first_operator_id === null ? (0 as const) : (1 as const),
    isFirstOwn: row.first_operator_id === operatorId ? (1 as const) : (0 as const),
  }))
  return { appealArray, nextCursor, reviewers: config.companyReviewers }
}

/** One picture, opened; who appeals can read that it was looked at, and the platform by whom. */
export const appealPicture: Handler<Calls['appealPicture']> = async (
  deps,
  operator,
  { appealId, picture: pictureNo },
) => {
  const { papers_tenant_id: tenantId } = await deps.db.directory((directory) => openOf(directory, appealId))
  return deps.db.write(tenantId, async (tx) => {
    const row = await openOf(tx, appealId)
    const { name } = await companyIn(tx, row.tenant_id)
    const at = { tenantId, authId: appealId, pictureNo, shown: appealPapers }
    const { type, bytes, shows } = await openPicture(deps, tx, at)
    await note(deps, tx, operator, { row, line: ['look', shows], deed: ['lookPaper', `${name}　${shows}`] })
    return { type, bytes, etag: `${appealId}-${pictureNo}` }
  })
}

type Noted = { row: AppealRow; line: [ReviewLogVerb, string | null]; deed: [OperatorVerb, string] }

/** What was done is read by who appeals, in the own space, and stands in the operator's own record. */
async function note(deps: Deps, tx: Db, { operatorId, address }: Operator, noted: Noted): Promise<void> {
  const [verb, detail] = noted.line
  const { papers_tenant_id: tenantId, appeal_id: authId } = noted.row
  await addReviewLog(deps, tx, { tenantId, authId, verb, detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: noted.deed[0], detail: noted.deed[1] })
}

/**
 * Grants an appeal: the company's number is typed as it stands in the picture, the time to object is over or was used,
 * and where two must look the first one's word waits for the second's.
 */
export const grantAppeal: Handler<Calls['grantAppeal']> = (deps, operator, { appealId, ...input }) =>
  decide(deps, appealId, async (tx, row, company) => {
    if (!company.isAuthed) throw new Refusal('appeal/changed', { message: '该企业的认证已失效，不能准予' })
    if (grantObstacle(row.state, { until: row.object_until, now: deps.now() }) === 'early')
      throw new Refusal('appeal/early')
    if (fieldOf('creditCode', checkCreditCode(input.creditCode)) !== company.creditCode) throw differs
    if (deps.config.companyReviewers === 2 && row.first_operator_id === null) {
      await noteFirstOfAppeal(tx, row, operator.operatorId)
      await note(deps, tx, operator, { row, line: ['first', null], deed: ['grantAppealFirst', company.name] })
      return { isGranted: 0 }
    }
    if (row.first_operator_id === operator.operatorId) throw new Refusal('operator/second-person')
    await moveAppeal(tx, row, 'grant', { ended_at: deps.now() })
    await note(deps, tx, operator, { row, line: ['pass', null], deed: ['grantAppeal', company.name] })
    const { tenantId } = company
    await inTenant(tx, tenantId, () => giveAdministration(deps, tx, row, { company, address: operator.address }))
    return { isGranted: 1 }
  })

const differs = new Refusal('field/invalid', {
  field: 'creditCode',
  message: '与该企业认证的统一社会信用代码不一致，请对照照片核对；确实不一致请不予支持',
})

/** The appeal is not granted: who made it reads why, and the administrators that it is over. */
export const refuseAppeal: Handler<Calls['refuseAppeal']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  return decide(deps, input.appealId, async (tx, row, { name, tenantId, creditCode }) => {
    await moveAppeal(tx, row, 'refuse', { ended_at: deps.now(), end_reason: reason })
    await note(deps, tx, operator, { row, line: ['refuse', reason], deed: ['refuseAppeal', `${name}　${reason}`] })
    const to = { accountId: row.account_id, tenantId: row.papers_tenant_id }
    await notify(deps, tx, { kind: 'appealDecided', to, facts: { company: name, creditCode, reason } })
    await tellAdministrators(deps, tx, tenantId, { kind: 'appealOver', by: row.account_id })
    return null
  })
}

/** Decides in the space of who appeals. Whoever decides second is refused (`appeal/changed`). */
async function decide<T>(
  deps: Deps,
  appealId: string,
  judge: (tx: Db, row: AppealRow, company: TakenCompany) => Promise<T>,
): Promise<T> {
  const { papers_tenant_id } = await deps.db.directory((directory) => requireAppeal(directory, appealId))
  return deps.db.write(papers_tenant_id, async (tx) => {
    const row = await requireAppeal(tx, appealId, true)
    if (row.ended_at !== null) throw new Refusal('appeal/changed')
    return judge(tx, row, await companyIn(tx, row.tenant_id))
  })
}

/** An appeal that waits. Throws `appeal/not-found`. */
async function openOf(db: Db, appealId: string): Promise<AppealRow> {
  const row = await requireAppeal(db, appealId)
  if (appealLifecycle.isEnd(row.state)) throw new Refusal('appeal/not-found')
  return row
}

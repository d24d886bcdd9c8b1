import type { appeal } from '@moqi/api/appeal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { maskName } from '@moqi/domain/identity/person-name'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { moveAppeal, newestAppeal, requireAppeal } from '#src/cores/identity/appeal.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { companyIn } from './taken-company.ts'
import { ownedCompany } from '#src/spaces/owned-company.ts'

type Calls = typeof appeal

/** The appeal against those who administer the company, for them alone. */
export const getAppealAgainst: Handler<Calls['getAppealAgainst']> = async ({ db }, member) => {
  const tenantId = ownedCompany(member, member.tenantId)
  return db.directory(async (directory) => {
    const row = await newestAppeal(directory, { tenantId })
    if (!row) return { appeal: null }
    const who = await directory
      .selectFrom('account')
      .where('account_id', '=', row.account_id)
      .select(['nick_name', 'phone'])
      .executeTakeFirstOrThrow()
    return {
      appeal: {
        appealId: row.appeal_id,
        appealState: row.state,
        appealReason: row.reason,
        appellantName: maskName(who.nick_name),
        appellantPhone: maskPhone(who.phone),
        statement: row.statement,
        submitTime: row.submitted_at,
        objectUntil: row.object_until,
        objection: row.objection,
      },
    }
  })
}

/** Objects to it, once and in time; whoever appeals is told, and the platform reads both sides. */
export const objectToAppeal: Handler<Calls['objectToAppeal']> = async (deps, member, { appealId, ...input }) => {
  const tenantId = ownedCompany(member, member.tenantId)
  const objection = fieldOf('objection', checkReason(input.objection))
  return deps.db.write(tenantId, async (tx) => {
    const row = await requireAppeal(tx, appealId, true)
    if (row.tenant_id !== tenantId) throw new Refusal('appeal/not-found')
    if (deps.now() >= row.object_until) throw new Refusal('appeal/changed', { message: '异议期已过，不能再提出异议' })
    const { accountId } = member
    await moveAppeal(tx, row, 'object', { objection, objected_by: accountId, objected_at: deps.now() })
    await addMemberLog(deps, tx, member, { tenantId, verb: 'objectToAppeal', detail: null })
    const to = { accountId: row.account_id, tenantId: row.papers_tenant_id }
    const { name: company, creditCode } = await companyIn(tx, tenantId)
    await notify(deps, tx, { kind: 'appealObjected', to, facts: { company, creditCode } })
    return keepAnswer(tx, deps, member, null)
  })
}

import type { companyClosing } from '@moqi/api/company-closing'
import { Refusal } from '@moqi/domain/refusal'
import { mayClose } from '@moqi/domain/spaces/company-closing'
import { formatDate } from '@moqi/domain/time/format-date'
import { beginClosing, endClosing, pendingClosing } from '#src/cores/identity/company-closing.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { freezeOf, freezeSeals, thawSeals } from '#src/cores/seal/freeze-seals.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { settledFacts, wireClosing } from './closing-info.ts'
import { tellMembers } from './tell-members.ts'

const reason = '企业正在注销'

/**
 * Begins the closing of the company, by its name and a code to the administrator's phone: from now on no seal of it
 * signs and nobody launches, until it is taken back or its grace period is over. All members are told.
 */
export const startCompanyClosing: Handler<typeof companyClosing.startCompanyClosing> = async (deps, member, input) => {
  const { tenantId, space } = member
  if (input.companyName !== space.name) {
    throw new Refusal('field/invalid', { field: 'companyName', message: '与企业全称不一致，请重新输入' })
  }
  // Before the code is used up: what cannot begin must not cost it.
  await deps.db.read(tenantId, (tenant) => requireSettled(tenant, tenantId))
  await useCode(deps, ownPhone(member, 'closeCompany'), input.smsCode)
  return deps.db.write(tenantId, async (tx) => {
    const isFrozen = (await freezeOf(tx, tenantId)) !== null
    if (!isFrozen) await freezeSeals(deps, tx, member, reason)
    const row = await beginClosing(deps, tx, member, { froze: !isFrozen })
    // Whatever was signed or sent until the seals were frozen is seen now.
    await requireSettled(tx, tenantId, row.closing_id)
    const place = { tenantId, closingId: row.closing_id }
    const delayMs = row.closes_at - row.started_at
    await enqueue(tx, 'closeCompany', place, { delayMs, key: `close ${row.closing_id}` })
    const date = formatDate(row.closes_at, '{y}-{m}-{d}')
    await addMemberLog(deps, tx, member, { tenantId, verb: 'startClosing', detail: date })
    const facts = { company: space.name, name: member.nickName, date }
    await tellMembers(deps, tx, tenantId, { kind: 'companyCloses', facts, once: row.closing_id })
    return keepAnswer(tx, deps, member, wireClosing(row))
  })
}

/** Throws `closing/changed` while another one is pending, and `closing/obstacles`. */
async function requireSettled(tenant: Db, tenantId: string, own?: string): Promise<void> {
  const pending = await pendingClosing(tenant, tenantId)
  if (pending && pending.closing_id !== own) throw new Refusal('closing/changed')
  const { openTaskNumber: openContracts, integrationNumber: integrations } = await settledFacts(tenant, tenantId)
  if (mayClose({ openContracts, integrations })) return
  const parts = [
    openContracts > 0 && `还有${openContracts}份合同正在签署，请等待完成，或先撤回、拒签`,
    integrations > 0 && `还有${integrations}个应用未停用，请先停用`,
  ]
  throw new Refusal('closing/obstacles', { message: parts.filter(Boolean).join('；') })
}

/** Takes the closing back: everything is as it was, and the seals sign again unless they were frozen before. */
export const takeBackCompanyClosing: Handler<typeof companyClosing.takeBackCompanyClosing> = async (deps, member) =>
  deps.db.write(member.tenantId, async (tx) => {
    const { tenantId, space } = member
    const row = await endClosing(deps, tx, tenantId, 'takeBack')
    if (row.froze && (await freezeOf(tx, tenantId))) await thawSeals(deps, tx, member, '撤销注销')
    await addMemberLog(deps, tx, member, { tenantId, verb: 'takeBackClosing', detail: null })
    const facts = { company: space.name, name: member.nickName }
    await tellMembers(deps, tx, tenantId, { kind: 'companyStays', facts, once: row.closing_id })
    return keepAnswer(tx, deps, member, null)
  })

import type { companyExport } from '@moqi/api/company-export'
import { Refusal } from '@moqi/domain/refusal'
import { companyExportLifecycle, openExportStates } from '@moqi/domain/spaces/company-export'
import { formatDate } from '@moqi/domain/time/format-date'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { exportAnswer, type ExportRow } from './export-rows.ts'
import { tellAdministrators } from './tell-administrators.ts'

/** Begins the export of everything the company has, by a code to one's own phone; all administrators are told. */
export const orderCompanyExport: Handler<typeof companyExport.orderCompanyExport> = async (
  deps,
  member,
  { smsCode },
) => {
  const { tenantId } = member
  // Before the code is used up: what cannot begin must not cost it.
  await deps.db.read(tenantId, (tenant) => requireNone(tenant, tenantId))
  await useCode(deps, ownPhone(member, 'export'), smsCode)
  return deps.db.write(tenantId, async (tx) => {
    const row = await insertExport(deps, tx, member)
    const place = { tenantId, exportId: row.export_id }
    await enqueue(tx, 'buildExport', place, { key: `export ${row.export_id}` })
    await addMemberLog(deps, tx, member, { tenantId, verb: 'orderExport', detail: row.file_name })
    const facts = { company: member.space.name, name: member.nickName }
    await tellAdministrators(deps, tx, tenantId, { kind: 'exportOrdered', facts, once: `export ${row.export_id}` })
    return keepAnswer(tx, deps, member, exportAnswer(row))
  })
}

async function requireNone(tenant: Db, tenantId: string): Promise<void> {
  const open = await tenant
    .selectFrom('company_export')
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', openExportStates)
    .select('export_id')
    .executeTakeFirst()
  if (open) throw underWay()
}

const underWay = () => new Refusal('export/changed', { message: '已有一个未结束的导出，请等待完成或先取消' })

async function insertExport(deps: Pick<Deps, 'now' | 'newId'>, tx: Db, member: Member): Promise<ExportRow> {
  const { tenantId, accountId, nickName, address, userAgent, space } = member
  const row = await tx
    .insertInto('company_export')
    .values({
      tenant_id: tenantId,
      export_id: deps.newId(),
      account_id: accountId,
      who: nickName,
      address,
      user_agent: userAgent,
      state: companyExportLifecycle.initial,
      stage: 'count',
      contracts: 0,
      packed: 0,
      checked: 0,
      left_out: 0,
      size: 0,
      file_name: `${space.name}-数据导出-${formatDate(deps.now(), '{y}{m}{d}')}.zip`,
      etag: null,
      created_at: deps.now(),
      finished_at: null,
      kept_until: null,
    })
    // Somebody else has begun one at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw underWay()
  return row
}

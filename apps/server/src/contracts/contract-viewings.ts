import type { contractViewing } from '@moqi/api/contract-viewing'
import { flagOf } from '@moqi/api/wire/flag'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { requireReadableEntry, seesAllContracts } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { isUuid } from '#src/platform/uuid.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Somebody of the company has opened a colleague's contract from the console, for that reason. */
    contract_viewing: {
      tenant_id: string
      viewing_id: string
      home_tenant_id: string
      contract_id: string
      account_id: string
      who: string
      reason: string
      at: number
    }
  }
}

const shownMost = 200
const reasonLength = { least: 2, most: 200 }

/** The members whose lists hold contracts of the company, the initiator of each first. */
export const handlersOf = (tenant: Db, tenantId: string, contractIds: readonly string[]) =>
  tenant
    .selectFrom('inbox as i')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.tenant_id', '=', 'i.tenant_id').onRef('m.account_id', '=', 'i.account_id'),
    )
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
    )
    .where('i.tenant_id', '=', tenantId)
    .where(sql<boolean>`i.contract_id = any(${[...contractIds]}::uuid[])`)
    .where('m.state', '=', 'accepted')
    .orderBy('i.is_initiator', 'desc')
    .orderBy('i.account_id')
    .select(['i.contract_id as contractId', 'i.account_id as accountId', 'i.sign_id as signId', 'i.subject'])
    .select(['d.department_id as departmentId', 'd.name as departmentName'])
    .select(sql<string>`coalesce(nullif(m.name, ''), a.nick_name)`.as('name'))
    .execute()

/** Whose contracts of the company's list are, and how often each was opened by somebody else. */
export const getHandlers: Handler<typeof contractViewing.getHandlers> = async (
  { db },
  member,
  { taskIdArray, departmentId },
) => {
  const { tenantId, accountId } = member
  const ids = [...new Set(taskIdArray)]
  if (!seesAllContracts(member.space) || !ids.every(isUuid)) throw new Refusal('contract/not-found')
  return db.read(tenantId, async (tenant) => {
    const [rows, handlers, viewings] = await Promise.all([
      tenant
        .selectFrom('inbox')
        .where('tenant_id', '=', tenantId)
        .where('account_id', '=', tenantId)
        .where('contract_id', 'in', ids)
        .select('contract_id')
        .execute(),
      handlersOf(tenant, tenantId, ids),
      tenant
        .selectFrom('contract_viewing')
        .where('tenant_id', '=', tenantId)
        .where('contract_id', 'in', ids)
        .groupBy('contract_id')
        .select('contract_id')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .execute(),
    ])
    if (rows.length !== ids.length) throw new Refusal('contract/not-found')
    return {
      handlerArray: ids.map((taskId) => {
        const own = handlers.filter(({ contractId }) => contractId === taskId)
        const shown = own.find((one) => one.departmentId === departmentId) ?? own[0]
        return {
          taskId,
          handlerName: shown?.name ?? '',
          departmentName: shown?.departmentName ?? '',
          viewingNumber: Number(viewings.find(({ contract_id }) => contract_id === taskId)?.number ?? 0),
          own: flagOf(own.some((handler) => handler.accountId === accountId)),
        }
      }),
    }
  })
}

/** The company's departments by name, for who sees all of its contracts. */
export const listHandlerDepartment: Handler<typeof contractViewing.listHandlerDepartment> = async (
  { db },
  { tenantId },
) => {
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('department')
      .where('tenant_id', '=', tenantId)
      .orderBy('name')
      .select(['department_id', 'name'])
      .execute(),
  )
  return {
    departmentArray: rows.map(({ department_id, name }) => ({ departmentId: department_id, departmentName: name })),
  }
}

/** Notes why a colleague's contract is opened and tells its handlers; one's own is opened without. */
export const openCompanyContract: Handler<typeof contractViewing.openCompanyContract> = async (
  deps,
  member,
  { signId, reason },
) => {
  const { tenantId, accountId, nickName } = member
  const entry = await requireReadableEntry(deps, member, signId)
  const length = [...reason].length
  if (length < reasonLength.least || length > reasonLength.most) {
    const message = `请填写查看原因，${reasonLength.least}-${reasonLength.most}个字`
    throw new Refusal('field/invalid', { field: 'reason', message })
  }
  return deps.db.write(tenantId, async (tx) => {
    if (entry.asAdministrator) {
      const viewingId = deps.newId()
      await tx
        .insertInto('contract_viewing')
        .values({
          tenant_id: tenantId,
          viewing_id: viewingId,
          home_tenant_id: entry.homeTenantId,
          contract_id: entry.contractId,
          account_id: accountId,
          who: nickName,
          reason,
          at: deps.now(),
        })
        .execute()
      for (const handler of await handlersOf(tx, tenantId, [entry.contractId])) {
        await notify(deps, tx, {
          kind: 'contractViewed',
          to: { accountId: handler.accountId, tenantId },
          facts: { name: nickName, title: handler.subject, reason, signId: handler.signId },
          once: `viewing ${viewingId}`,
        })
      }
    }
    return keepAnswer(tx, deps, member, null)
  })
}

/** Who of the company has opened a contract and why, for whoever has a part in it or sees all of the company's. */
export const listContractViewings: Handler<typeof contractViewing.listContractViewings> = async (
  deps,
  member,
  { signId },
) => {
  const { tenantId } = member
  const { contractId } = await requireReadableEntry(deps, member, signId)
  const rows = await deps.db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('contract_viewing')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .orderBy('at', 'desc')
      .orderBy('viewing_id', 'desc')
      .limit(shownMost)
      .select(['at', 'who', 'reason'])
      .execute(),
  )
  return { viewingArray: rows.map(({ at, who, reason }) => ({ time: at, who, reason })) }
}

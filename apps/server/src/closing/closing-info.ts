import type { Output } from '@moqi/api/call'
import type { companyClosing } from '@moqi/api/company-closing'
import { type ClosingRow, pendingClosing } from '#src/cores/identity/company-closing.ts'
import { readSurplus } from '#src/cores/quota/read-surplus.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'

type Info = Output<typeof companyClosing.getCompanyClosing>

/** Whether the company closes, and what has to be thought of before. */
export const getCompanyClosing: Handler<typeof companyClosing.getCompanyClosing> = async (deps, { tenantId }) =>
  deps.db.read(tenantId, async (tenant) => {
    const closing = await pendingClosing(tenant, tenantId)
    return {
      closing: closing ? wireClosing(closing) : null,
      ...(await settledFacts(tenant, tenantId)),
      ...(await companyFacts(tenant, tenantId)),
      surplus: await readSurplus(tenant, tenantId, deps.now()),
    }
  })

/** A closing as it travels. */
export const wireClosing = ({ closing_id, started_at, who, closes_at }: ClosingRow): NonNullable<Info['closing']> => ({
  closingId: closing_id,
  startTime: started_at,
  startedBy: who,
  closeTime: closes_at,
})

/** What has to be settled before a closing begins. */
export async function settledFacts(
  tenant: Db,
  tenantId: string,
): Promise<Pick<Info, 'openTaskNumber' | 'integrationNumber'>> {
  const open = await companyRows(tenant, tenantId)
    .where('contract_state', '=', 'signing')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const letIn = await tenant
    .selectFrom('integration')
    .where('tenant_id', '=', tenantId)
    .where('disabled_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return { openTaskNumber: Number(open.number), integrationNumber: Number(letIn.number) }
}

/** The company's own rows, which stand under its id. */
const companyRows = (tenant: Db, tenantId: string) =>
  tenant.selectFrom('inbox').where('tenant_id', '=', tenantId).where('account_id', '=', tenantId)

type Facts = Omit<Info, 'closing' | 'surplus' | 'openTaskNumber' | 'integrationNumber'>

async function companyFacts(tenant: Db, tenantId: string): Promise<Facts> {
  const counted = await tenant
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('membership')
        .where('tenant_id', '=', tenantId)
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('members'),
      selectFrom('seal')
        .where('tenant_id', '=', tenantId)
        .where('account_id', 'is', null)
        .where('status', '=', 'enabled')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('seals'),
      selectFrom('seal_grant')
        .where('tenant_id', '=', tenantId)
        .where('state', '=', 'effective')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('grants'),
      selectFrom('company_export')
        .where('tenant_id', '=', tenantId)
        .where('finished_at', 'is not', null)
        .select(({ fn }) => fn.max('finished_at').as('at'))
        .as('exported'),
    ])
    .executeTakeFirstOrThrow()
  const finished = companyRows(tenant, tenantId).where('contract_state', 'in', ['finish', 'voided'])
  const all = await finished.select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow()
  const since = await finished
    .where('finished_at', '>', counted.exported ?? 0)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return {
    memberNumber: Number(counted.members),
    sealNumber: Number(counted.seals),
    grantNumber: Number(counted.grants),
    taskNumber: Number(all.number),
    exportTime: counted.exported,
    unexportedNumber: Number(since.number),
  }
}

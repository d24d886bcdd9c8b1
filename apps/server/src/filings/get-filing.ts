import type { filing } from '@moqi/api/filing'
import { dayAt } from '@moqi/domain/filings/filing-term'
import type { Handler } from '#src/platform/handlers.ts'
import { requireFiling } from './change-filings.ts'
import type { FilingVerb } from './filing-tables.ts'
import { fieldsOf, peopleOf } from './find-filings.ts'
import { wireFiling } from './wire-filing.ts'

const labels: Readonly<Record<FilingVerb, string>> = {
  file: '归档',
  saveTerm: '修改合同期限',
  saveValues: '修改台账',
  import: '导入合同',
  renew: '自动顺延',
}
const mostLines = 200

/** What is filed of a contract, and its history, the newest first. */
export const getFiling: Handler<typeof filing.getFiling> = async ({ db, now }, member, { filingId }) => {
  const { tenantId } = member
  return db.read(tenantId, async (tenant) => {
    const row = await requireFiling(tenant, member, filingId)
    const [fields, people, lines] = await Promise.all([
      fieldsOf(tenant, tenantId),
      peopleOf(tenant, tenantId),
      tenant
        .selectFrom('filing_log')
        .where('tenant_id', '=', tenantId)
        .where('filing_id', '=', row.filing_id)
        .orderBy('at', 'desc')
        .orderBy('log_id', 'desc')
        .limit(mostLines)
        .select(['at', 'who', 'verb', 'detail'])
        .execute(),
    ])
    return {
      filing: wireFiling(row, { fields, people, today: dayAt(now()) }),
      logArray: lines.map(({ at, who, verb, detail }) => ({ time: at, who, label: labels[verb], detail })),
    }
  })
}

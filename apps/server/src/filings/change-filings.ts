import type { FolderNode } from '@moqi/domain/filings/folder-rules'
import { nextTermDay, dayAt } from '@moqi/domain/filings/filing-term'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'
import type { FilingVerb } from './filing-tables.ts'
import { type FilingRow, filingsOf, type Keeper, keptUntil, termOf } from './find-filings.ts'

/** One change of a company's archive at a time: whoever changes what is in it takes this first. */
export async function lockFilings(tx: Db, tenantId: string): Promise<void> {
  await tx
    .insertInto('filing_due')
    .values({ company_tenant_id: tenantId, due_day: null })
    .onConflict((conflict) =>
      conflict.column('company_tenant_id').doUpdateSet((eb) => ({ due_day: eb.ref('filing_due.due_day') })),
    )
    .execute()
}

/** The filings of these ids, in their order; throws `filing/not-found` unless the keeper may see every one. */
export async function requireFilings(tenant: Db, keeper: Keeper, ids: readonly string[]): Promise<FilingRow[]> {
  if (!ids.every(isUuid)) throw new Refusal('filing/not-found')
  const found = await filingsOf(tenant, keeper)
    .where('f.filing_id', 'in', [...ids])
    .selectAll()
    .execute()
  const byId = new Map(found.map((row) => [row.filing_id, row]))
  return [...new Set(ids)].map((id) => {
    const row = byId.get(id)
    if (!row) throw new Refusal('filing/not-found')
    return row
  })
}

/** The filing of that id, as the keeper sees it; throws `filing/not-found`. */
export async function requireFiling(tenant: Db, keeper: Keeper, id: string): Promise<FilingRow> {
  const [row] = await requireFilings(tenant, keeper, [id])
  if (!row) throw new Refusal('filing/not-found')
  return row
}

/** The folder of that id; throws `filing/folder-not-found`. */
export function requireFolder(folders: readonly FolderNode[], folderId: string): FolderNode {
  const folder = folders.find((one) => one.folderId === folderId)
  if (!folder) throw new Refusal('filing/folder-not-found')
  return folder
}

/**
 * Keeps filings as they are given, each a version on, and with them until when they are kept and when something is to
 * be done about their terms. Behind `lockFilings`; answers them as they are kept.
 */
export async function keepFilings(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  tenantId: string,
  { rows, folders }: { rows: readonly FilingRow[]; folders: readonly FolderNode[] },
): Promise<FilingRow[]> {
  const today = dayAt(now())
  const kept = rows.map((row) => ({
    ...row,
    kept_until: keptUntil(row, folders),
    version: row.version + 1,
    term_day: row.settled ? null : nextTermDay(termOf(row), today - 1),
  }))
  if (kept.length === 0) return []
  await tx
    .insertInto('filing')
    .values(
      kept.map((row) => ({
        tenant_id: tenantId,
        filing_id: row.filing_id,
        folder_id: row.folder_id,
        begin_day: row.begin_day,
        end_day: row.end_day,
        renew_months: row.renew_months,
        notice_days: row.notice_days,
        settled: row.settled,
        term_day: row.term_day,
        kept_until: row.kept_until,
        field_values: sql<Record<string, string>>`${JSON.stringify(row.field_values)}::jsonb`,
        version: row.version,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'filing_id']).doUpdateSet(({ ref }) => ({
        folder_id: ref('excluded.folder_id'),
        begin_day: ref('excluded.begin_day'),
        end_day: ref('excluded.end_day'),
        renew_months: ref('excluded.renew_months'),
        notice_days: ref('excluded.notice_days'),
        settled: ref('excluded.settled'),
        term_day: ref('excluded.term_day'),
        kept_until: ref('excluded.kept_until'),
        field_values: ref('excluded.field_values'),
        version: ref('excluded.version'),
      })),
    )
    .execute()
  await noteDue(tx, tenantId)
  return kept
}

/** Says from which day on something is to be done about one of the company's terms. */
export async function noteDue(tx: Db, tenantId: string): Promise<void> {
  const next = await tx
    .selectFrom('filing')
    .where('tenant_id', '=', tenantId)
    .where('term_day', 'is not', null)
    .select(({ fn }) => fn.min('term_day').as('day'))
    .executeTakeFirst()
  await tx
    .updateTable('filing_due')
    .set({ due_day: next?.day ?? null })
    .where('company_tenant_id', '=', tenantId)
    .execute()
}

type Doer = { accountId: string | null; nickName: string }
type Line = { filingId: string; verb: FilingVerb; detail: string }

/** Adds lines to the history of filings, in the transaction of what they tell. */
export async function addFilingLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, accountId, nickName }: Doer & { tenantId: string },
  lines: readonly Line[],
): Promise<void> {
  if (lines.length === 0) return
  await tx
    .insertInto('filing_log')
    .values(
      lines.map(({ filingId, verb, detail }) => ({
        tenant_id: tenantId,
        log_id: newId(),
        filing_id: filingId,
        at: now(),
        account_id: accountId,
        who: nickName,
        verb,
        detail,
      })),
    )
    .execute()
}

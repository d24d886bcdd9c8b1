import { dayAt, dayWritten, nextTermDay, reminderDays, renewedTerm, termView } from '@moqi/domain/filings/filing-term'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { addFilingLog, keepFilings, lockFilings, noteDue, requireFiling } from './change-filings.ts'
import { type FilingRow, foldersOf, type Keeper, termOf } from './find-filings.ts'
import { termWritten } from './save-filing.ts'

const filingsAtOnce = 200

/**
 * Reminds of terms that end, thirty and seven days before and when notice must be given, and lets go on what goes on by
 * itself. Runs as a job every hour; who was told of a day is not told again.
 */
export async function remindTerms(deps: Deps): Promise<void> {
  const today = dayAt(deps.now())
  const due = await deps.db.directory((directory) =>
    directory
      .selectFrom('filing_due')
      .where('due_day', '<=', today)
      .orderBy('due_day')
      .select('company_tenant_id as tenantId')
      .execute(),
  )
  for (const { tenantId } of due) {
    let left = true
    while (left) left = await deps.db.write(tenantId, (tx) => remindSome(deps, tx, tenantId))
  }
}

/** Does what is due of some of a company's filings; answers whether there may be more. */
async function remindSome(deps: Deps, tx: Db, tenantId: string): Promise<boolean> {
  const today = dayAt(deps.now())
  await lockFilings(tx, tenantId)
  const due = await tx
    .selectFrom('filing')
    .where('tenant_id', '=', tenantId)
    .where('term_day', '<=', today)
    .orderBy('term_day')
    .limit(filingsAtOnce)
    .select('filing_id')
    .execute()
  for (const { filing_id: filingId } of due) {
    const row = await requireFiling(tx, wholeOf(tenantId), filingId).catch(() => null)
    const next = row ? await ageFiling(deps, tx, tenantId, row) : null
    await tx
      .updateTable('filing')
      .set({ term_day: next })
      .where('tenant_id', '=', tenantId)
      .where('filing_id', '=', filingId)
      .execute()
  }
  await noteDue(tx, tenantId)
  return due.length === filingsAtOnce
}

/** The company's own archive, as whoever sees all of it. */
const wholeOf = (tenantId: string): Keeper => ({
  tenantId,
  accountId: tenantId,
  space: { kind: 'company', rights: ['seeAllContracts'] },
})

/** Lets a term go on, or tells of its end; answers the next day on which there is something to do. */
async function ageFiling(deps: Deps, tx: Db, tenantId: string, row: FilingRow): Promise<number | null> {
  const today = dayAt(deps.now())
  const term = renewedTerm(termOf(row), today)
  const renewed = term.endDay !== row.end_day
  const next: FilingRow = renewed ? { ...row, end_day: term.endDay } : row
  if (renewed) {
    await keepFilings(deps, tx, tenantId, { rows: [next], folders: await foldersOf(tx, tenantId) })
    const detail = `${termWritten(row)} → ${termWritten(next)}`
    const who = { tenantId, accountId: null, nickName: '系统' }
    await addFilingLog(deps, tx, who, [{ filingId: row.filing_id, verb: 'renew', detail }])
  }
  const day = reminderDays(term).findLast((one) => one <= today)
  const isOpen = term.endDay !== null && term.endDay >= today
  if (day !== undefined && isOpen) await tellEnd(deps, tx, { tenantId, row: next, day })
  return nextTermDay(term, today)
}

type Told = { tenantId: string; row: FilingRow; day: number }

async function tellEnd(deps: Deps, tx: Db, { tenantId, row, day }: Told): Promise<void> {
  const today = dayAt(deps.now())
  const facts = {
    title: row.subject,
    date: dayWritten(row.end_day ?? today),
    words: termView(termOf(row), today, false).words,
  }
  for (const { accountId, signId } of await whomToTell(tx, tenantId, row.filing_id)) {
    await notify(deps, tx, {
      kind: 'termEnds',
      to: { accountId, tenantId },
      facts: { ...facts, signId },
      once: `term ${row.filing_id} ${row.end_day} ${day}`,
    })
  }
}

/** The administrators, and whose contract it is, each with the way in they have. */
async function whomToTell(
  tx: Db,
  tenantId: string,
  filingId: string,
): Promise<{ accountId: string; signId: string | null }[]> {
  const rows = await tx
    .selectFrom('membership as m')
    .leftJoin('inbox as i', (join) =>
      join
        .onRef('i.tenant_id', '=', 'm.tenant_id')
        .onRef('i.account_id', '=', 'm.account_id')
        .on('i.contract_id', '=', filingId),
    )
    .leftJoin('inbox as c', (join) =>
      join
        .onRef('c.tenant_id', '=', 'm.tenant_id')
        .onRef('c.account_id', '=', 'm.tenant_id')
        .on('c.contract_id', '=', filingId),
    )
    .leftJoin('filing as f', (join) => join.onRef('f.tenant_id', '=', 'm.tenant_id').on('f.filing_id', '=', filingId))
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .where(({ eb, or }) =>
      or([
        eb('m.is_owner', '=', true),
        eb('i.account_id', 'is not', null),
        eb('f.account_id', '=', eb.ref('m.account_id')),
      ]),
    )
    .select(['m.account_id as accountId', 'i.sign_id as own', 'c.sign_id as companys'])
    .execute()
  return rows.map(({ accountId, own, companys }) => ({ accountId, signId: own ?? companys }))
}

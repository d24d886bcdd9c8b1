import { retentionYears } from '@moqi/domain/filings/folder-rules'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { dayAt, type FilingTerm, monthsLater } from '@moqi/domain/filings/filing-term'
import type { FolderNode } from '@moqi/domain/filings/folder-rules'
import { sql } from 'kysely'
import { seesAllContracts } from '#src/cores/contract/entry.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'

/** A contract of the archive as one member sees it, whether it was filed or not. */
export type FilingRow = {
  filing_id: string
  sign_id: string | null
  subject: string
  contract_no: string
  party_names: string
  done_at: number
  folder_id: string | null
  begin_day: number | null
  end_day: number | null
  renew_months: number
  notice_days: number
  settled: boolean
  kept_until: number
  field_values: Record<string, string>
  version: number
  imported: boolean
  file_name: string | null
  file_kind: string | null
  size: number | null
  sha256: string | null
  verdict: string | null
  conclusion: string | null
}

/** Whose archive: all of a company's, or what a member has a part in. */
export type Keeper = Pick<Member, 'tenantId' | 'accountId'> & { space: Pick<Member['space'], 'kind' | 'rights'> }

/**
 * Whether somebody sees the company's whole archive, what it says of each contract and not the contract: who sees all
 * contracts, and who looks after the archive.
 */
export const seesArchive = (space: Keeper['space']): boolean =>
  seesAllContracts(space) || (space.kind === 'company' && space.rights.includes('manageArchive'))

/**
 * The finished contracts a member may see, and those from elsewhere: the company's own rows for whoever sees its whole
 * archive, else the member's and what the member imported.
 */
export function filingsOf(tenant: Db, { tenantId, accountId, space }: Keeper) {
  const whole = seesArchive(space)
  const viewer = whole ? tenantId : accountId
  const done = sql`(to_timestamp(i.finished_at / 1000.0) at time zone 'Asia/Shanghai')::date`
  const rows = sql<FilingRow>`(
    select i.contract_id as filing_id, i.sign_id, i.subject, i.contract_no, i.party_names, i.finished_at as done_at,
      f.folder_id, f.begin_day, f.end_day, coalesce(f.renew_months, 0) as renew_months,
      coalesce(f.notice_days, 0) as notice_days, coalesce(f.settled, false) as settled,
      coalesce(f.kept_until, (${done} + make_interval(years => ${filingLimits.retentionYears}))::date
        - date '1970-01-01') as kept_until,
      coalesce(f.field_values, '{}') as field_values, coalesce(f.version, 0) as version, false as imported,
      null::text as file_name, null::text as file_kind, null::bigint as size, null::text as sha256,
      null::text as verdict, null::text as conclusion
    from inbox i left join filing f on f.tenant_id = i.tenant_id and f.filing_id = i.contract_id
    where i.tenant_id = ${tenantId}::uuid and i.account_id = ${viewer}::uuid and i.kind <> 'void'
      and i.contract_state in ('finish', 'voided') and i.finished_at is not null
    union all
    select filing_id, null, subject, contract_no, party_names, done_at, folder_id, begin_day, end_day, renew_months,
      notice_days, settled, kept_until, field_values, version, true, file_name, file_kind, size, sha256, verdict,
      conclusion
    from filing where tenant_id = ${tenantId}::uuid and imported and (${whole} or account_id = ${accountId}::uuid)
  )`
  return tenant.selectFrom(rows.as('f'))
}

/** The term of a row. */
export const termOf = (row: Pick<FilingRow, 'begin_day' | 'end_day' | 'renew_months' | 'notice_days'>): FilingTerm => ({
  beginDay: row.begin_day,
  endDay: row.end_day,
  renewMonths: row.renew_months,
  noticeDays: row.notice_days,
})

/** Until which day a contract is kept: as long as its folder says from its end on, and never shorter than before. */
export function keptUntil(
  row: Pick<FilingRow, 'kept_until' | 'end_day' | 'done_at' | 'folder_id'>,
  folders: readonly FolderNode[],
): number {
  const years = retentionYears(folders, row.folder_id)
  return Math.max(row.kept_until, monthsLater(row.end_day ?? dayAt(row.done_at), years * 12))
}

/** The folders of a company, by name. */
export async function foldersOf(tenant: Db, tenantId: string): Promise<FolderNode[]> {
  const rows = await tenant
    .selectFrom('filing_folder')
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .orderBy('folder_id')
    .select(['folder_id as folderId', 'parent_id as parentId', 'name', 'years'])
    .execute()
  return rows
}

/** The fields of a company in their order. */
export const fieldsOf = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('filing_field')
    .where('tenant_id', '=', tenantId)
    .orderBy('place')
    .orderBy('field_id')
    .select(['field_id as fieldId', 'name', 'kind', 'required', 'choices'])
    .execute()

/** The members of a company by their account's id, with the names they go by in it. */
export async function peopleOf(tenant: Db, tenantId: string): Promise<Map<string, string>> {
  const rows = await tenant
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .where('m.state', '=', 'accepted')
    .orderBy('m.created_at')
    .select(['m.account_id'])
    .select(sql<string>`coalesce(nullif(m.name, ''), a.nick_name)`.as('name'))
    .execute()
  return new Map(rows.map(({ account_id, name }) => [account_id, name]))
}

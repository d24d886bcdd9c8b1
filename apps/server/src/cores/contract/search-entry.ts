import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { InboxRow } from './inbox-row.ts'
import { rowWords } from './search-words.ts'

type Shown = Pick<InboxRow, 'subject' | 'contract_no' | 'initiator_name' | 'party_names'>

/** Everybody of a column of people, and the company beside each once more: it can be begun with as well. */
export const namesIn = (people: string): string[] => [people, ...people.split('、').flatMap(companyOf)]

const companyOf = (person: string) => {
  const at = person.indexOf('/')
  return at < 0 ? [] : [person.slice(at + 1)]
}

/** What a row shows that it is found by (domain.md 7.2). */
export const shownOf = (row: Shown): string[] => [
  row.subject,
  row.contract_no,
  ...namesIn(row.initiator_name),
  ...namesIn(row.party_names),
]

/** A row of the index for a row of a list; the files' text comes later. */
export function searchEntryOf(row: InboxRow): Selectable<Schema['search_entry']> {
  const viewer = { tenantId: row.tenant_id, accountId: row.account_id }
  return {
    tenant_id: row.tenant_id,
    account_id: row.account_id,
    contract_id: row.contract_id,
    created_at: row.created_at,
    words: rowWords(viewer, row.created_at, shownOf(row)),
    text_words: null,
    text_digest: null,
  }
}

/** Makes a list row findable by what it shows, in the row's tenant. */
export const putSearchEntry = (tx: Db, row: InboxRow): Promise<unknown[]> => putEntry(tx, searchEntryOf(row))

const putEntry = compiledOnce(
  (_, entry: Selectable<Schema['search_entry']>) => sql`
    insert into search_entry as known (tenant_id, account_id, contract_id, created_at, words)
    values (${entry.tenant_id}, ${entry.account_id}, ${entry.contract_id}, ${entry.created_at}, ${entry.words})
    on conflict (tenant_id, account_id, contract_id)
    do update set created_at = excluded.created_at, words = excluded.words where known.words <> excluded.words or known.created_at <> excluded.created_at`,
)

/** Takes a list row out of the index. */
export async function removeSearchEntry(
  tx: Db,
  { tenantId, accountId, contractId }: { tenantId: string; accountId: string; contractId: string },
): Promise<void> {
  await tx
    .deleteFrom('search_entry')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('contract_id', '=', contractId)
    .execute()
}

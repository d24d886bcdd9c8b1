import { sql } from 'kysely'
import { z } from 'zod'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Database, Db } from '#src/platform/database/database.ts'
import type { Witness } from '#src/platform/database/transaction.ts'
import { writesGuarded } from '#src/platform/database/guarded-tables.ts'
import { changesSetting } from '#src/platform/database/note-changes.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { Image, type JournalLine, journalLine, lineMac, type RowPlace } from './journal-line.ts'

/**
 * From now on every transaction of this database's server that changes guarded rows writes their lines into the keyed
 * journal, in the same commit: what was changed in any other way has no line. `written` hears that lines were.
 */
export function openJournal(keyed: Keyed & { db: Pick<Database, 'witnessed'> }, written: () => void = () => {}): void {
  keyed.db.witnessed(journalWitness(keyed, written))
}

const journalWitness = (keyed: Keyed, written: () => void): Witness => ({
  heeds: writesGuarded,
  asks: { name: 'changes', text: `select current_setting('${changesSetting}', true) as changes` },
  beforeCommit(tx, { rows: [noted] }) {
    const lines = linesOf(keyed, z.string().nullish().parse(noted?.changes) ?? '')
    return lines.length === 0 ? [] : [writeLines(keyed, tx, lines)]
  },
  afterCommit: written,
})

const Noted = z.tuple([z.string(), z.string(), z.string(), z.number(), Image, Image])

/** A line a row, whatever the transaction did to it in between. */
function linesOf(keyed: Keyed, noted: string): JournalLine[] {
  const rows = new Map<string, { place: RowPlace; at: number; before: Image; after: Image }>()
  for (const text of noted.split('\n').filter(Boolean)) {
    const [table, space, key, at, before, after] = Noted.parse(JSON.parse(text))
    const name = `${table} ${space} ${key}`
    const first = rows.get(name)
    rows.set(name, { place: { space, table, key }, at, before: first ? first.before : before, after })
  }
  return [...rows.values()].flatMap(({ place, at, before, after }) => {
    return journalLine(keyed, place, at, { before, after }) ?? []
  })
}

/** Writes lines of rows; started together with whatever commits them. */
export const writeLines = (keyed: Keyed, tx: Db, lines: readonly JournalLine[]): Promise<unknown> =>
  linesWritten(tx, {
    spaces: lines.map(({ space }) => space),
    tables: lines.map(({ table }) => table),
    keys: lines.map(({ key }) => key),
    times: lines.map(({ at }) => at),
    tags: lines.map(({ tags }) => tags),
    macs: lines.map((line) => lineMac(keyed, line)),
  })

type Columns = Record<'spaces' | 'tables' | 'keys' | 'tags', string[]> & { times: number[]; macs: Buffer[] }

const linesWritten = compiledOnce(
  (_, columns: Columns) => sql`
    insert into row_journal (space, table_name, row_key, made_at, tags, mac)
    select * from unnest(${columns.spaces}::text[], ${columns.tables}::text[], ${columns.keys}::text[],
      ${columns.times}::bigint[], ${columns.tags}::text[], ${columns.macs}::bytea[])
    on conflict do nothing`,
)

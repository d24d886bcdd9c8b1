import { sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import { type GuardedTable, guardedTables } from '#src/platform/database/guarded-tables.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { journalLine } from './journal-line.ts'
import { writeLines } from './open-journal.ts'
import { guardedSpaces, presentRows } from './present-rows.ts'
import { beginChain, endOutside } from './sequence-journal.ts'

/**
 * Vouches once for the rows that were there before the journal was. A journal that is gone is never begun anew while
 * its end is still known beside the database.
 */
export async function beginJournal(deps: Pick<Deps, 'db' | 'config' | 'derivationKey'>): Promise<void> {
  const begun = await deps.db.directory((directory) =>
    directory.selectFrom('journal_head').select('seq').executeTakeFirst(),
  )
  if (begun || (await endOutside(deps.config))) return
  const spaces = await deps.db.directory(guardedSpaces)
  for (const space of spaces) {
    const tables = guardedTables.filter(({ ofNobody }) => (space === '') === ofNobody)
    await deps.db.write(space, async (tx) => {
      // Another node may have been first.
      await sql`select pg_advisory_xact_lock(71052021)`.execute(tx)
      for (const table of tables) await vouch(deps, tx, { table, space })
    })
  }
  await deps.db.directoryWrite((tx) => beginChain(deps, tx))
}

async function vouch(keyed: Keyed, tx: Db, { table, space }: { table: GuardedTable; space: string }): Promise<void> {
  for (let after: string | null = null, more = true; more;) {
    const { rows, isLast } = await presentRows(tx, table, { space, after })
    const lines = rows.flatMap(
      ({ key, image }) =>
        journalLine(keyed, { space, table: table.name, key }, 0, { before: null, after: image }) ?? [],
    )
    if (lines.length > 0) await writeLines(keyed, tx, lines)
    after = rows.at(-1)?.key ?? null
    more = !isLast
  }
}

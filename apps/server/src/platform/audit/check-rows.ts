import { sql } from 'kysely'
import type { Database, Db } from '#src/platform/database/database.ts'
import { type GuardedTable, guardedTables } from '#src/platform/database/guarded-tables.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { type Image, lineMac, lineOfRow, type RowPlace, tagOf, Tags } from './journal-line.ts'
import { guardedSpaces, type PresentRow, presentRows } from './present-rows.ts'

/** A guarded row that is not as the server left it; `columns` are those that differ, none where the row itself does. */
export type RowFault = { what: string; space: string; table: string; key: string; columns: string[] }

type Checking = Keyed & { db: Pick<Database, 'directory' | 'read'> }

/**
 * Replays the journal against every guarded row: what each row says must be what its newest line left, and each line
 * must begin where the one before it ended. Reads a thousand rows at a time; empty when all agree.
 */
export async function checkRows({ db, ...keyed }: Checking): Promise<RowFault[]> {
  const faults: RowFault[] = []
  for (const space of await db.directory(guardedSpaces)) {
    const tables = guardedTables.filter(({ ofNobody }) => (space === '') === ofNobody)
    const check = async (reader: Db) => {
      for (const table of tables) await checkTable(keyed, reader, { table, space }, faults)
    }
    await (space === '' ? db.directory(check) : db.read(space, check))
  }
  return faults
}

type Place = { table: GuardedTable; space: string }

async function checkTable(keyed: Keyed, db: Db, { table, space }: Place, faults: RowFault[]): Promise<void> {
  for (let after: string | null = null, more = true; more;) {
    const { rows, isLast } = await presentRows(db, table, { space, after })
    const to = isLast ? null : (rows.at(-1)?.key ?? null)
    const lines = await journalled(db, { table, space, after, to })
    faults.push(...compare(keyed, { table, space }, rows, lines))
    after = to
    more = !isLast
  }
}

/** The lines of the rows behind `after` and up to `to`, each row's in the order in which they were made. */
const journalled = (db: Db, { table, space, after, to }: Place & Record<'after' | 'to', string | null>) =>
  db
    .selectFrom('row_journal')
    .where('space', '=', space)
    .where('table_name', '=', table.name)
    .$if(after !== null, (lines) => lines.where('row_key', '>', after ?? ''))
    .$if(to !== null, (lines) => lines.where('row_key', '<=', to ?? ''))
    .orderBy('row_key')
    .orderBy(sql`seq nulls last`)
    .orderBy('made_at')
    .selectAll()
    .execute()

type Line = Awaited<ReturnType<typeof journalled>>[number]

function compare(
  keyed: Keyed,
  { table, space }: Place,
  rows: readonly PresentRow[],
  lines: readonly Line[],
): RowFault[] {
  const faults: RowFault[] = []
  const present = new Map(rows.map((row) => [row.key, row]))
  const byRow = Map.groupBy(lines, (line) => line.row_key)
  for (const key of new Set([...present.keys(), ...byRow.keys()])) {
    const place = { space, table: table.name, key }
    const { tags, broken, forged } = replay(keyed, byRow.get(key) ?? [])
    if (forged) faults.push({ what: '的变更账中有伪造的行', ...place, columns: [] })
    if (broken.length > 0) faults.push({ what: '曾在系统之外被改动', ...place, columns: broken })
    const fault = asLeft(keyed, place, tags, present.get(key)?.image ?? null)
    if (fault) faults.push({ ...fault, ...place })
  }
  return faults
}

/** What is wrong with a row that its lines left like this; null when nothing is. */
function asLeft(
  keyed: Keyed,
  place: RowPlace,
  tags: ReadonlyMap<string, string | null>,
  image: Image,
): Pick<RowFault, 'what' | 'columns'> | null {
  const isThere = [...tags.values()].some((tag) => tag !== null)
  if (!image) return isThere ? { what: '被删除', columns: [] } : null
  if (!isThere) return { what: '不是系统写入的', columns: [] }
  const columns = [...tags.keys()].filter((column) => {
    return column in image && tags.get(column) !== tagOf(keyed, place, column, image[column] ?? null)
  })
  return columns.length > 0 ? { what: '被改动', columns } : null
}

/** What a row's lines leave of each column, and the columns in which a line does not begin where another ended. */
function replay(
  keyed: Keyed,
  lines: readonly Line[],
): { tags: Map<string, string | null>; broken: string[]; forged: boolean } {
  const tags = new Map<string, string | null>()
  const broken = new Set<string>()
  let forged = false
  for (const line of lines) {
    if (!lineMac(keyed, lineOfRow(line)).equals(line.mac)) forged = true
    else {
      for (const [column, [before, after]] of Object.entries(Tags.parse(JSON.parse(line.tags)))) {
        // A column that is answered for only since then begins anywhere.
        if ((tags.get(column) ?? null) !== before && (tags.size === 0 || tags.has(column))) broken.add(column)
        tags.set(column, after)
      }
    }
  }
  return { tags, broken: [...broken], forged }
}

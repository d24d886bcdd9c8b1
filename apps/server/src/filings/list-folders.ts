import type { filing } from '@moqi/api/filing'
import { flagOf } from '@moqi/api/wire/flag'
import { dayAt, dayWritten } from '@moqi/domain/filings/filing-term'
import { idsBelow } from '@moqi/domain/filings/folder-rules'
import { monthsBetween } from '@moqi/domain/time/months'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { fieldsOf, filingsOf, foldersOf, type Keeper, peopleOf, seesArchive } from './find-filings.ts'
import { endsSoon, isPast } from './list-filings.ts'

const shownMonths = 12
const yearMs = 366 * 86_400_000

/** The archive as a whole: its folders, its fields, what waits to be filed, and what ends in the next twelve months. */
export const listFolders: Handler<typeof filing.listFolders> = async ({ db, now }, member) => {
  const { tenantId } = member
  const today = dayAt(now())
  return db.read(tenantId, async (tenant) => {
    const [folders, fields, people, placed, months] = await Promise.all([
      foldersOf(tenant, tenantId),
      fieldsOf(tenant, tenantId),
      peopleOf(tenant, tenantId),
      countPlaced(tenant, member, today),
      countEnds(tenant, member, today),
    ])
    const numberIn = new Map(placed.map((one) => [one.folder_id, Number(one.number)]))
    const sum = (key: 'number' | 'soon' | 'past' | 'kept') => placed.reduce((all, one) => all + Number(one[key]), 0)
    return {
      whole: flagOf(seesArchive(member.space)),
      folderArray: folders.map(({ folderId, parentId, name, years }) => ({
        folderId,
        parentId,
        folderName: name,
        retentionYears: years,
        filingNumber: idsBelow(folders, folderId).reduce((all, id) => all + (numberIn.get(id) ?? 0), 0),
      })),
      fieldArray: fields.map(({ fieldId, name, kind, required, choices }) => ({
        fieldId,
        fieldName: name,
        fieldKind: kind,
        required: flagOf(required),
        choiceArray: [...choices],
      })),
      memberArray: [...people].map(([memberId, memberName]) => ({ memberId, memberName })),
      total: sum('number'),
      unfiledNumber: numberIn.get(null) ?? 0,
      soonNumber: sum('soon'),
      pastNumber: sum('past'),
      keptNumber: sum('kept'),
      monthArray: monthsBetween(now(), now() + yearMs)
        .slice(0, shownMonths)
        .map((month) => ({ month, number: months.get(month) ?? 0 })),
    }
  })
}

const countPlaced = (tenant: Db, keeper: Keeper, today: number) =>
  filingsOf(tenant, keeper)
    .groupBy('f.folder_id')
    .select('f.folder_id')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('number'),
      fn.countAll<number>().filterWhere(endsSoon(eb, today)).as('soon'),
      fn.countAll<number>().filterWhere(isPast(eb, today)).as('past'),
      fn.countAll<number>().filterWhere('f.kept_until', '<', today).as('kept'),
    ])
    .execute()

/** How many terms end in each month from today on. */
async function countEnds(tenant: Db, keeper: Keeper, today: number): Promise<Map<string, number>> {
  const month = sql<string>`to_char(date '1970-01-01' + f.end_day, 'YYYY-MM')`
  const rows = await filingsOf(tenant, keeper)
    .where('f.end_day', '>=', today)
    .where('f.end_day', '<', today + 366)
    .groupBy(month)
    .select(month.as('month'))
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .execute()
  const first = dayWritten(today).slice(0, 7)
  return new Map(rows.filter((row) => row.month >= first).map((row) => [row.month, Number(row.number)]))
}

import type { Input } from '@moqi/api/call'
import type { filing } from '@moqi/api/filing'
import { type FilingField, readValue } from '@moqi/domain/filings/filing-field'
import { dayAt, soonDays } from '@moqi/domain/filings/filing-term'
import { idsBelow } from '@moqi/domain/filings/folder-rules'
import { Refusal } from '@moqi/domain/refusal'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { requireFolder } from './change-filings.ts'
import { fieldsOf, type FilingRow, filingsOf, foldersOf, type Keeper, peopleOf } from './find-filings.ts'
import { wireFiling } from './wire-filing.ts'

/** What a list of filings is asked for, pages apart. */
export type Asked = Omit<Input<typeof filing.listFilings>, 'cursor' | 'pageSize'>

/** One page of the archive, what was finished last first, by keyset. */
export const listFilings: Handler<typeof filing.listFilings> = async ({ db, now }, member, input) => {
  const cursor = readCursor(input.cursor)
  const today = dayAt(now())
  return db.read(member.tenantId, async (tenant) => {
    const [fields, people] = await Promise.all([fieldsOf(tenant, member.tenantId), peopleOf(tenant, member.tenantId)])
    const found = await askedFilings(tenant, member, { asked: input, fields, today })
    const [rows, counted] = await Promise.all([
      found
        .$if(cursor !== null, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('f.done_at', 'f.filing_id'), '<', tuple(cursor?.at ?? 0, cursor?.id ?? '')),
          ),
        )
        .orderBy('f.done_at', 'desc')
        .orderBy('f.filing_id', 'desc')
        .limit(input.pageSize + 1)
        .selectAll()
        .execute(),
      found.select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow(),
    ])
    const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({
      at: Number(row.done_at),
      id: row.filing_id,
    }))
    const filingArray = page.map((row) => wireFiling(row, { fields, people, today }))
    return { filingArray, nextCursor, total: Number(counted.number) }
  })
}

type Question = { asked: Asked; fields: readonly FilingField[]; today: number }

/** The filings a list is asked for; throws `filing/folder-not-found`, `field/invalid`. */
export async function askedFilings(tenant: Db, keeper: Keeper, { asked, fields, today }: Question) {
  let found = filingsOf(tenant, keeper)
  const { folderId, keyword } = asked
  if (folderId !== undefined) {
    const folders = await foldersOf(tenant, keeper.tenantId)
    found = found.where('f.folder_id', 'in', idsBelow(folders, requireFolder(folders, folderId).folderId))
  }
  if (asked.place === 'unfiled') found = found.where('f.folder_id', 'is', null)
  if (asked.place === 'kept') found = found.where('f.kept_until', '<', today)
  if (asked.termState === 'soon') found = found.where((eb) => endsSoon(eb, today))
  if (asked.termState === 'past') found = found.where((eb) => isPast(eb, today))
  const word = likeText(keyword)
  if (word !== null) {
    found = found.where(({ eb, or }) =>
      or([
        eb('f.subject', 'ilike', word),
        eb('f.contract_no', 'ilike', word),
        eb('f.party_names', 'ilike', word),
        sql<boolean>`exists (select from jsonb_each_text(f.field_values) as held where held.value ilike ${word})`,
      ]),
    )
  }
  for (const filter of asked.fieldFilterArray) {
    const field = fields.find((one) => one.fieldId === filter.fieldId)
    if (!field)
      throw new Refusal('field/invalid', { field: 'fieldFilterArray', message: '台账字段不存在，请刷新后重试' })
    found = found.where(heldBy(field, filter))
  }
  return found
}

type Row = ExpressionBuilder<{ f: FilingRow }, 'f'>

/** Whether a term ends within a month, or notice of its end must be given by now. */
export const endsSoon = (eb: Row, today: number) =>
  eb.and([
    eb('f.end_day', '>=', today),
    eb.or([eb('f.begin_day', 'is', null), eb('f.begin_day', '<=', today)]),
    eb.or([
      eb('f.end_day', '<=', today + soonDays),
      eb.and([
        eb('f.renew_months', '>', 0),
        eb('f.notice_days', '>', 0),
        sql<boolean>`f.end_day - f.notice_days <= ${today}`,
      ]),
    ]),
  ])

/** Whether a term is over and nobody has looked after it. */
export const isPast = (eb: Row, today: number) => eb.and([eb('f.end_day', '<', today), eb('f.settled', '=', false)])

type Filter = Asked['fieldFilterArray'][number]

/** Whether a field holds what a filter asks; an end of a range that cannot be read is refused. */
function heldBy(field: FilingField, { value, from, to }: Filter) {
  const held = sql<string>`f.field_values ->> ${field.fieldId}`
  if (field.kind === 'text') return sql<boolean>`${held} ilike ${likeText(value) ?? '%'}`
  if (field.kind === 'choice' || field.kind === 'person') {
    return value ? sql<boolean>`${held} = ${value}` : sql<boolean>`true`
  }
  const [least, most] = [end(field, from), end(field, to)]
  const typed = field.kind === 'date' ? held : sql`nullif(${held}, '')::numeric`
  const bound = (text: string) => (field.kind === 'date' ? sql`${text}` : sql`${text}::numeric`)
  const asked = [
    sql`coalesce(${held}, '') <> ''`,
    ...(least === '' ? [] : [sql`${typed} >= ${bound(least)}`]),
    ...(most === '' ? [] : [sql`${typed} <= ${bound(most)}`]),
  ]
  return sql<boolean>`${sql.join(asked, sql` and `)}`
}

/** An end of a range as the field keeps it. */
function end(field: FilingField, written = ''): string {
  const read = readValue(field, written, new Map())
  if (!read.ok)
    throw new Refusal('field/invalid', { field: 'fieldFilterArray', message: `${field.name}：${read.message}` })
  return read.value
}

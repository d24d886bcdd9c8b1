import { sql } from 'kysely'
import {
  isShown,
  queryWords,
  typedWords,
  windowAt,
  type WindowSize,
  windowStart,
  windowWord,
} from '#src/cores/contract/search-words.ts'
import { namesIn, shownOf } from '#src/cores/contract/search-entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { type Filter, findRows, firstId, type ListRow, type Place, type Viewer } from './find-rows.ts'

/** Comparable words that a row must have: anywhere, in its initiator's name, in its signers' names. */
type Asked = { keyword: string[]; initiator: string[]; signer: string[] }

/** A row, and the first of the asked words that only its files say. */
export type FoundRow = ListRow & { said?: string | undefined }
/** What a search found, newest first, and where to go on when it stopped before the end. */
export type Found = { rows: FoundRow[]; stoppedAt: Place | null }

/** How many rows are taken from the index at a time, those of one day fewer at first, and how often for one page. */
const handful = 1000
const fewAtFirst = 50
const mostQuestions = 80
/** No contract is older: 2000-01-01. */
const beginning = 946_684_800_000

/** Whether a filter asks for text, which only the index finds. */
export const asksForText = ({ keyword, initiatorName, signerName }: Filter): boolean =>
  Boolean(keyword || initiatorName || signerName)

/**
 * Up to `want` rows of a list with the asked words, newest first. Runs in a transaction of the viewer's tenant.
 *
 * The index answers in no order, so it is asked for windows of time, from the newest back and ever larger; a window
 * with too many answers is divided. A frequent word is found in the first small window, a rare one in the few large
 * ones: either way the work does not grow with the list. Every answer is looked at, since the index knows pairs of
 * characters only.
 */
export async function searchRows(
  tx: Db,
  viewer: Viewer,
  filter: Filter,
  { before, want }: { before: Place; want: number },
): Promise<Found> {
  const asked = askedOf(filter)
  const words = queryWords(viewer, Object.values(asked).flat())
  // A plan made for a rare word would be a bad one for a frequent word.
  await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx)
  const rows: FoundRow[] = []
  for await (const step of fromNewest(tx, viewer, words, before)) {
    // Few at first, since most of them will do; more when the filter lets few through.
    for (let at = 0, some = want * 2; at < step.contractIds.length; at += some, some *= 2) {
      rows.push(...(await confirmed(tx, { viewer, filter, asked }, step.contractIds.slice(at, at + some))))
      if (rows.length >= want) return { rows: rows.slice(0, want), stoppedAt: null }
    }
    if (step.question >= mostQuestions) return { rows, stoppedAt: step.reached }
  }
  return { rows, stoppedAt: null }
}

/** The comparable words of a filter's texts. */
export const askedOf = ({ keyword = '', initiatorName = '', signerName = '' }: Filter): Asked => ({
  keyword: typedWords(keyword),
  initiator: typedWords(initiatorName),
  signer: typedWords(signerName),
})

/** What one question brought: contracts, newest first; everything after `reached` has been seen. */
type Step = { contractIds: string[]; reached: Place; question: number }

async function* fromNewest(tx: Db, viewer: Viewer, words: number[], before: Place): AsyncGenerator<Step> {
  const asking = { tx, viewer, words, questions: 0, found: 0 }
  let upper = before
  for (const size of [0, 1, 2] as const) {
    const index = windowAt(size, before.at)
    const foundBefore = asking.found
    yield* inWindow(asking, { size, index }, upper)
    upper = { at: windowStart(size, index), contractId: firstId }
    // What a week does not hold is so rare that all of time is asked at once.
    if (size > 0 && asking.found === foundBefore) break
  }
  yield* inWindow(asking, null, upper)
}

type Asking = { tx: Db; viewer: Viewer; words: number[]; questions: number; found: number }
type Window = { size: WindowSize; index: number } | null

/** All of a window before `upper`; `null` is all of time. */
async function* inWindow(asking: Asking, window: Window, upper: Place): AsyncGenerator<Step> {
  const start = { at: window ? windowStart(window.size, window.index) : 0, contractId: firstId }
  if (window?.size === 0) {
    for (let from = upper, most = fewAtFirst; ; most = Math.min(handful, most * 4)) {
      const found = await ask(asking, window, from, { ordered: true, most })
      const last = found.at(-1)
      const whole = found.length < most || !last
      const reached = whole ? start : { at: last.created_at, contractId: last.contract_id }
      yield { contractIds: idsOf(found), reached, question: asking.questions }
      if (whole) return
      from = reached
    }
  }
  const found = await ask(asking, window, upper, { ordered: false, most: handful })
  if (found.length < handful) {
    const inOrder = found.toSorted((a, b) => b.created_at - a.created_at || (a.contract_id < b.contract_id ? 1 : -1))
    yield { contractIds: idsOf(inOrder), reached: start, question: asking.questions }
    return
  }
  const size = smaller(window)
  const lowest = windowAt(size, window ? start.at : beginning)
  // What `upper` lies at the very beginning of has nothing before it.
  for (
    let index = windowAt(size, upper.at - (upper.contractId === firstId ? 1 : 0)), to = upper;
    index >= lowest;
    index--
  ) {
    yield* inWindow(asking, { size, index }, to)
    to = { at: windowStart(size, index), contractId: firstId }
  }
}

const smaller = (window: Window): WindowSize =>
  window === null ? 3 : window.size === 3 ? 2 : window.size === 2 ? 1 : 0
const idsOf = (found: { contract_id: string }[]) => found.map(({ contract_id }) => contract_id)

/** One question to the index: up to `most` rows with all words in a window, in order only if asked. */
async function ask(
  asking: Asking,
  window: Window,
  before: Place,
  { ordered, most }: { ordered: boolean; most: number },
) {
  const { tx, viewer, words } = asking
  asking.questions += 1
  const all = window ? [...words, windowWord(viewer, window.size, window.index)] : words
  const query = tx
    .selectFrom('search_entry')
    .where('tenant_id', '=', viewer.tenantId)
    .where('account_id', '=', viewer.accountId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'contract_id'), '<', tuple(before.at, before.contractId)),
    )
    .$if(ordered, (some) => some.orderBy('created_at', 'desc').orderBy('contract_id', 'desc'))
    .limit(most)
    .select(['contract_id', 'created_at'])
  // The policy compares the words (migration 0022); the setting ends with the transaction.
  const [, found] = await Promise.all([
    sql`select set_config('moqi.search', ${`{${all.join(',')}}`}, true)`.execute(tx),
    query.execute(),
  ])
  asking.found += found.length
  return found
}

/** Those of the contracts whose rows pass the filter and really have the words, in the list's order. */
async function confirmed(
  tx: Db,
  { viewer, filter, asked }: { viewer: Viewer; filter: Filter; asked: Asked },
  contractIds: string[],
): Promise<FoundRow[]> {
  const rows = await findRows(tx, viewer, filter, null)
    .where(sql<boolean>`contract_id = any(${contractIds}::uuid[])`)
    .execute()
  const named = rows.filter(
    (row) =>
      asked.initiator.every((word) => isShown(word, namesIn(row.initiator_name))) &&
      asked.signer.every((word) => isShown(word, namesIn(row.party_names))),
  )
  const missing = new Map(
    named.map((row) => [row.contract_id, asked.keyword.filter((word) => !isShown(word, shownOf(row)))]),
  )
  const inDoubt = named.filter((row) => (missing.get(row.contract_id) ?? []).length > 0)
  const said = await saidInFiles(tx, inDoubt, [...new Set([...missing.values()].flat())])
  return named.flatMap((row) => {
    const words = missing.get(row.contract_id) ?? []
    return words.every((word) => said.has(`${row.contract_id} ${word}`)) ? [Object.assign(row, { said: words[0] })] : []
  })
}

/** Which words stand in which contract's files, as `contract word`; read in the tenants the contracts live in. */
async function saidInFiles(tx: Db, rows: FoundRow[], words: string[]): Promise<Set<string>> {
  const said = new Set<string>()
  for (const [tenantId, own] of Map.groupBy(rows, ({ home_tenant_id }) => home_tenant_id)) {
    const found = await inTenant(tx, tenantId, () =>
      tx
        .selectFrom('contract_file as c')
        .innerJoin('file_text as t', (join) =>
          join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.file_id', '=', 'c.file_id'),
        )
        .innerJoin(sql<{ word: string }>`unnest(${words}::text[])`.as<'w'>(sql`w(word)`), (join) =>
          join.on(sql<boolean>`strpos(t.text, w.word) > 0`),
        )
        .where('c.tenant_id', '=', tenantId)
        .where(sql<boolean>`c.contract_id = any(${idsOf(own)}::uuid[])`)
        .select(['c.contract_id', 'w.word'])
        .execute(),
    )
    for (const { contract_id, word } of found) said.add(`${contract_id} ${word}`)
  }
  return said
}

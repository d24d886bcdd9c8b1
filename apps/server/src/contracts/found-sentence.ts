import { wordPlace } from '@moqi/pdf/text-search/find-text'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { FoundRow } from './search-rows.ts'

/** Where a contract's files say what was searched for: the sentence in three, the word in the middle. */
export type FoundSentence = { before: string; match: string; after: string }

/** How much of the sentence stands on each side of the word, in characters. */
const most = { before: 24, after: 48 }
const sentenceEnd = /[。；！？;!?]/u

/**
 * By contract, the sentence in which its files say what a search asked for, of rows whose viewer reads the contract by
 * right: what a company sees of its members' contracts is looked at one by one, and each look is logged (I9).
 */
export async function foundSentences(
  { db }: Pick<Deps, 'db'>,
  rows: readonly FoundRow[],
): Promise<Map<string, FoundSentence>> {
  const found = new Map<string, FoundSentence>()
  const read = rows.filter((row) => row.said !== undefined && row.account_id !== row.tenant_id)
  for (const [tenantId, own] of Map.groupBy(read, ({ home_tenant_id }) => home_tenant_id)) {
    const texts = await db.read(tenantId, (tenant) => textsSaying(tenant, tenantId, own))
    for (const { contract_id, word, text } of texts) {
      const sentence = sentenceAround(text, word)
      if (sentence) found.set(contract_id, sentence)
    }
  }
  return found
}

/** The first file's text of each contract with its word. */
const textsSaying = (tenant: Db, tenantId: string, rows: readonly FoundRow[]) =>
  tenant
    .selectFrom(
      sql<{ contract: string; word: string }>`unnest(
        ${rows.map(({ contract_id }) => contract_id)}::uuid[], ${rows.map(({ said }) => said)}::text[])`.as<'w'>(
        sql`w(contract, word)`,
      ),
    )
    .innerJoin('contract_file as c', 'c.contract_id', 'w.contract')
    .innerJoin('file_text as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.file_id', '=', 'c.file_id'),
    )
    .where('c.tenant_id', '=', tenantId)
    .where(sql<boolean>`strpos(t.text, w.word) > 0`)
    .distinctOn('c.contract_id')
    .orderBy('c.contract_id')
    .orderBy('c.position')
    .select(['c.contract_id', 'w.word', sql<string>`coalesce(t.reading, t.text)`.as('text')])
    .execute()

/** The sentence of a text around a comparable word, shortened to what stands in a line; null without the word. */
export function sentenceAround(text: string, word: string): FoundSentence | null {
  const place = wordPlace(text, word)
  if (!place) return null
  const [from, to] = place
  const ahead = [...(text.slice(0, from).split(sentenceEnd).at(-1) ?? '')]
  const [rest = ''] = text.slice(to).split(sentenceEnd)
  const end = text.slice(to + rest.length, to + rest.length + 1)
  const behind = [...rest, ...end]
  const before = (ahead.length > most.before ? '…' : '') + ahead.slice(-most.before).join('')
  const after = behind.slice(0, most.after).join('') + (behind.length > most.after ? '…' : '')
  // No character of a PDF's text is U+0000: it keeps the three apart while the ends of lines go.
  const parts = tidy(`${before}\0${text.slice(from, to)}\0${after}`).split('\0')
  return { before: parts[0]?.trimStart() ?? '', match: parts[1] ?? '', after: parts[2]?.trimEnd() ?? '' }
}

/** The end of a line is no space in Chinese. */
const tidy = (text: string) => text.replace(/(?<=[\p{Script=Han}\p{P}]\0?)\s+(?=\0?[\p{Script=Han}\p{P}])/gu, '')

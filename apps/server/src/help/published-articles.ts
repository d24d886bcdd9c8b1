import type { Database } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { countVersions, newestVersions, type VersionRow } from './article-rows.ts'
import { type Article, inReadingOrder, shippedArticles } from './articles.ts'
import { safeHtml } from './safe-html.ts'

/** The articles as readers have them, and where what was taken away leads. */
export type Published = {
  articles: readonly Article[]
  leads: ReadonlyMap<string, string>
  /** The version of each that an operator has touched. */
  versions: ReadonlyMap<string, VersionRow>
}

/** What each database was found to hold when there were so many versions. */
const known = new WeakMap<Database, { count: number; published: Published }>()

/**
 * What holds at this moment: asked of the database each time, by one number, so that no node shows what another has
 * put something else in the place of (ADR 0063).
 */
export async function publishedArticles({ db }: Pick<Deps, 'db'>): Promise<Published> {
  return db.directory(async (directory) => {
    // Before the rows: what is added between the two is read anew next time.
    const count = await countVersions(directory)
    const before = known.get(db)
    if (before?.count === count) return before.published
    const published = overlaid(count === 0 ? [] : await newestVersions(directory))
    known.set(db, { count, published })
    return published
  })
}

function overlaid(rows: readonly VersionRow[]): Published {
  const versions = new Map(rows.map((row) => [row.columnId, row]))
  const standing = shippedArticles.filter(({ columnId }) => {
    const row = versions.get(columnId)
    return !row || (row.text === null && row.leadsTo === null)
  })
  const written = rows.flatMap(({ columnId, text, madeAt }) => (text ? [articleOf(columnId, text, madeAt)] : []))
  const leads = rows.flatMap(({ columnId, leadsTo }) => (leadsTo === null ? [] : [[columnId, leadsTo] as const]))
  return { articles: inReadingOrder([...standing, ...written]), leads: new Map(leads), versions }
}

/** An article made of an operator's text. */
export const articleOf = (columnId: string, text: NonNullable<VersionRow['text']>, updateTime: number): Article => ({
  columnId,
  title: text.title,
  parent: text.parent,
  order: text.order,
  audience: text.audience,
  ask: text.ask,
  body: text.body,
  html: safeHtml(text.body),
  updateTime,
})

/** Where a column leads in the end: to itself unless it was taken away. */
export function endOf({ leads }: Pick<Published, 'leads'>, columnId: string): string {
  const seen = new Set<string>()
  let at = columnId
  for (let next = leads.get(at); next !== undefined && !seen.has(at); next = leads.get(at)) {
    seen.add(at)
    at = next
  }
  return at
}

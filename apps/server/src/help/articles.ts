import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  agreementsChapter,
  articleAudiences,
  type ArticleAudience,
  type ArticleText,
} from '@moqi/domain/help/article-text'
import { z } from 'zod'
import { safeHtml } from './safe-html.ts'

/** The chapters in the order they are read. */
export const chapters = [
  { columnId: 'start', title: '登录与认证' },
  { columnId: 'launch', title: '发起合同' },
  { columnId: 'sign', title: '签署合同' },
  { columnId: 'after', title: '下载与验证' },
  { columnId: 'company', title: '空间与企业' },
  { columnId: agreementsChapter, title: '协议与政策' },
] as const

/** The lines between `---` at the top of an article. */
const FrontMatter = z.strictObject({
  columnId: z.string().regex(/^[A-Za-z]{2,50}$/),
  title: z.string().min(2).max(40),
  parent: z.enum(chapters.map(({ columnId }) => columnId)),
  order: z.coerce.number().int().min(1),
  /** `all`, or some of the user types with commas between them (checklist P6). */
  audience: z
    .string()
    .transform((text) => (text === 'all' ? [...articleAudiences] : text.split(/,\s*/)))
    .pipe(z.array(z.enum(articleAudiences)).min(1)),
  /** The place among the questions of its readers; what has none comes after those that have. */
  ask: z.coerce.number().int().min(1).nullable().default(null),
  updated: z.iso.date(),
})

/** One page of the documentation centre. `html` is safe; `{brand}` and `{phone}` stand for the operator's. */
export type Article = ArticleText & {
  readonly columnId: string
  readonly html: string
  /** Of one of the product's: midnight in Shanghai of the day it was last changed; ms. */
  readonly updateTime: number
}

/** The text of an article without what was made of it. */
export const textOf = ({ title, parent, order, audience, ask, body }: ArticleText): ArticleText => ({
  title,
  parent,
  order,
  audience,
  ask,
  body,
})

/** Reads one article. Throws with the file's name when its head or its name is not as it should be. */
export function readArticle(fileName: string, text: string): Article {
  const parts = /^---\n([^]*?)\n---\n([^]+)$/.exec(text)
  if (!parts) throw new Error(`help article ${fileName} has no head`)
  const [, head = '', body = ''] = parts
  const lines = head.split('\n').map((line) => line.split(/:\s*/, 2))
  const front = FrontMatter.safeParse(Object.fromEntries(lines))
  if (!front.success) throw new Error(`help article ${fileName}: ${z.prettifyError(front.error)}`)
  const { updated, ...facts } = front.data
  if (fileName !== `${facts.columnId}.md`) throw new Error(`help article ${fileName} calls itself ${facts.columnId}`)
  return { ...facts, body, html: safeHtml(body), updateTime: Date.parse(`${updated}T00:00:00+08:00`) }
}

const rank = new Map<string, number>(chapters.map(({ columnId }, index) => [columnId, index]))

/** Articles chapter by chapter, as they are read. */
export const inReadingOrder = (articles: readonly Article[]): Article[] =>
  articles.toSorted((a, b) => (rank.get(a.parent) ?? 0) - (rank.get(b.parent) ?? 0) || a.order - b.order)

/** The articles of a folder. Throws when one is faulty. */
const readArticles = (folder: string): Article[] =>
  inReadingOrder(
    readdirSync(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => readArticle(name, readFileSync(join(folder, name), 'utf8'))),
  )

/** Every article of the product's own, read once at the start: a faulty one keeps the server from starting. */
export const shippedArticles: readonly Article[] = readArticles(join(import.meta.dirname, 'articles'))

/** What people of a type ask, or everybody without one, the most asked first; agreements are no questions. */
export const questionsOf = (articles: readonly Article[], userType: ArticleAudience | undefined): Article[] =>
  articles
    .filter(({ parent, audience }) => parent !== agreementsChapter && (!userType || audience.includes(userType)))
    .toSorted((a, b) => (a.ask ?? 999) - (b.ask ?? 999))

import type { Output } from '@moqi/api/call'
import type { help } from '@moqi/api/help'
import { checkFeedback } from '@moqi/domain/help/article-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { escapeHtml } from '#src/platform/escape-html.ts'
import { type Article, chapters, questionsOf } from './articles.ts'
import { findHelp } from './find-help.ts'
import { endOf, publishedArticles } from './published-articles.ts'

/** The chapters, each followed by its articles (checklist C74). */
export async function docCenterMenuList(deps: Pick<Deps, 'db'>): Promise<Output<typeof help.docCenterMenuList>> {
  const { articles } = await publishedArticles(deps)
  const menuArray = chapters.flatMap((chapter, index) => [
    { columnId: chapter.columnId, columnName: chapter.title, parentId: null, sort: index + 1 },
    ...within(articles, chapter.columnId).map(({ columnId, title, parent, order }) => ({
      columnId,
      columnName: title,
      parentId: parent,
      sort: order,
    })),
  ])
  return { menuArray }
}

const within = (articles: readonly Article[], chapterId: string) =>
  articles.filter(({ parent }) => parent === chapterId)

/** The article's words, with the operator's name and number in their places. */
export const filledIn = ({ config }: Pick<Deps, 'config'>, html: string): string =>
  html
    .replaceAll('{brand}', () => escapeHtml(config.brand))
    .replaceAll('{phone}', () => escapeHtml(config.supportPhone || '（见页面下方）'))

/**
 * One article, or a chapter as the list of its articles (checklist C75); what was taken away answers what it leads to.
 */
export const docCenterCmsGetByColumnId: Handler<typeof help.docCenterCmsGetByColumnId> = async (
  deps,
  _caller,
  { columnId: asked },
) => {
  const published = await publishedArticles(deps)
  const columnId = endOf(published, asked)
  const article =
    published.articles.find((one) => one.columnId === columnId) ?? chapterPage(published.articles, columnId)
  if (!article) throw new Refusal('help/not-found')
  return { columnId, title: article.title, content: filledIn(deps, article.html), updateTime: article.updateTime }
}

/** What people of a type ask, the most asked first (checklist C76, C83, P6). */
export const problemListOpen: Handler<typeof help.problemListOpen> = async (deps, _caller, { inUserType }) => {
  const { articles } = await publishedArticles(deps)
  return {
    problemArray: questionsOf(articles, inUserType).map(({ title, columnId }) => ({ problemName: title, columnId })),
  }
}

const chapterNames = new Map<string, string>(chapters.map(({ columnId, title }) => [columnId, title]))

/** Articles that have what was typed, as they stand at this moment. */
export const searchHelp: Handler<typeof help.searchHelp> = async (deps, _caller, { text }) => {
  const { articles } = await publishedArticles(deps)
  const hitArray = findHelp(articles, text).map(({ article: { columnId, title, parent }, pieces }) => ({
    columnId,
    title,
    columnName: chapterNames.get(parent) ?? '',
    excerptArray: pieces.map((piece) =>
      piece.replaceAll('{brand}', deps.config.brand).replaceAll('{phone}', deps.config.supportPhone || ''),
    ),
  }))
  return { hitArray }
}

/** Whether an article helped, by whoever reads it; said again by the same page it takes the place of what was said. */
export const rateHelp: Handler<typeof help.rateHelp> = async (
  deps,
  _caller,
  { columnId, readerKey, isHelpful, reason },
) => {
  const why = fieldOf('reason', checkFeedback(reason))
  const { articles, versions } = await publishedArticles(deps)
  if (!articles.some((one) => one.columnId === columnId)) throw new Refusal('help/not-found')
  const said = {
    version_no: versions.get(columnId)?.versionNo ?? 0,
    helpful: isHelpful,
    reason: isHelpful ? '' : why,
    given_at: deps.now(),
  }
  await deps.db.directoryWrite((tx) =>
    tx
      .insertInto('article_feedback')
      .values({ feedback_id: deps.newId(), column_id: columnId, reader_key: readerKey, ...said })
      .onConflict((conflict) => conflict.columns(['column_id', 'reader_key']).doUpdateSet(said))
      .execute(),
  )
  return null
}

function chapterPage(
  articles: readonly Article[],
  columnId: string,
): Pick<Article, 'title' | 'html' | 'updateTime'> | undefined {
  const chapter = chapters.find((one) => one.columnId === columnId)
  if (!chapter) return undefined
  const own = within(articles, columnId)
  const items = own.map(
    (article) =>
      `<li><a href="/home/documentCenter?columnId=${article.columnId}">${escapeHtml(article.title)}</a></li>`,
  )
  const updateTime = Math.max(0, ...own.map((article) => article.updateTime))
  return { title: chapter.title, html: `<ul>${items.join('')}</ul>`, updateTime }
}

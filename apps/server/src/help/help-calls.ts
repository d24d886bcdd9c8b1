import type { Output } from '@moqi/api/call'
import type { help } from '@moqi/api/help'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { escapeHtml } from '#src/platform/escape-html.ts'
import { type Article, articles, chapters, questionsOf } from './articles.ts'

/** The chapters, each followed by its articles (checklist C74). */
export async function docCenterMenuList(): Promise<Output<typeof help.docCenterMenuList>> {
  const menuArray = chapters.flatMap((chapter, index) => [
    { columnId: chapter.columnId, columnName: chapter.title, parentId: null, sort: index + 1 },
    ...articlesOf(chapter).map(({ columnId, title, parent, order }) => ({
      columnId,
      columnName: title,
      parentId: parent,
      sort: order,
    })),
  ])
  return { menuArray }
}

/** One article, or a chapter as the list of its articles (checklist C75). */
export const docCenterCmsGetByColumnId: Handler<typeof help.docCenterCmsGetByColumnId> = async (
  { config },
  _caller,
  { columnId },
) => {
  const article = articles.find((one) => one.columnId === columnId) ?? chapterPage(columnId)
  if (!article) throw new Refusal('help/not-found')
  const content = article.html
    .replaceAll('{brand}', () => escapeHtml(config.brand))
    .replaceAll('{phone}', () => escapeHtml(config.supportPhone || '（见页面下方）'))
  return { columnId, title: article.title, content, updateTime: article.updateTime }
}

/** What people of a type ask, the most asked first (checklist C76, C83, P6). */
export const problemListOpen: Handler<typeof help.problemListOpen> = async (_deps, _caller, { inUserType }) => ({
  problemArray: questionsOf(inUserType).map(({ title, columnId }) => ({ problemName: title, columnId })),
})

const articlesOf = (chapter: { columnId: string }) => articles.filter(({ parent }) => parent === chapter.columnId)

function chapterPage(columnId: string): Pick<Article, 'title' | 'html' | 'updateTime'> | undefined {
  const chapter = chapters.find((one) => one.columnId === columnId)
  if (!chapter) return undefined
  const within = articlesOf(chapter)
  const items = within.map(
    (article) =>
      `<li><a href="/home/documentCenter?columnId=${article.columnId}">${escapeHtml(article.title)}</a></li>`,
  )
  const updateTime = Math.max(...within.map((article) => article.updateTime))
  return { title: chapter.title, html: `<ul>${items.join('')}</ul>`, updateTime }
}

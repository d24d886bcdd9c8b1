import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { dropArticleDraft, previewArticle, saveArticleDraft } from './edit-article.ts'
import { docCenterCmsGetByColumnId, docCenterMenuList, problemListOpen, rateHelp, searchHelp } from './help-calls.ts'
import { getArticle, getArticleVersion, listArticles, listArticleVersions, listFeedback } from './list-articles.ts'
import { publishArticle, rollBackArticle, takeAwayArticle } from './publish-article.ts'

/** The calls of this folder with the functions that answer them. */
export const helpCalls = {
  docCenterCmsGetByColumnId,
  docCenterMenuList,
  dropArticleDraft,
  getArticle,
  getArticleVersion,
  listArticles,
  listArticleVersions,
  listFeedback,
  previewArticle,
  problemListOpen,
  publishArticle,
  rateHelp,
  rollBackArticle,
  saveArticleDraft,
  searchHelp,
  takeAwayArticle,
} satisfies Partial<Handlers<Table>>

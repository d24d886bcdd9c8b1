import type { article } from '@moqi/api/article'
import { type CallRows, justReads, reads, stale } from '../call-row.ts'

const columnId = 'quota'
const reason = '更正说明'
const text = {
  title: '如何查看剩余份数？',
  parent: 'company',
  order: 3,
  audience: ['company' as const],
  ask: null,
  body: '在账户卡片上可以看到剩余份数。',
}

/** Of the calls in `packages/api/src/article.ts`. */
export const articleRows: CallRows<typeof article> = {
  listArticles: justReads,
  getArticle: { inputs: () => [{ columnId }], again: reads },
  listArticleVersions: { inputs: () => [{ columnId }], again: reads },
  getArticleVersion: { inputs: () => [{ columnId, versionNo: 0 }], again: reads },
  listFeedback: { inputs: () => [{ columnId }], again: reads },
  previewArticle: { inputs: () => [{ columnId, text }], again: reads },
  saveArticleDraft: { inputs: () => [{ columnId, text, basedOn: 0, revision: 0 }], again: stale },
  dropArticleDraft: { inputs: () => [{ columnId, revision: 1 }], again: stale },
  publishArticle: { inputs: () => [{ columnId, revision: 1, reason }], again: stale },
  rollBackArticle: { inputs: () => [{ columnId, versionNo: 0, basedOn: 1, reason }], again: stale },
  takeAwayArticle: { inputs: () => [{ columnId, leadsTo: 'roles', basedOn: 0, reason }], again: stale },
}

import { articleConcerns } from '@moqi/domain/help/article-concerns'
import { articleAudiences } from '@moqi/domain/help/article-text'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

/** What an operator writes of an article; `body` is Markdown. */
export const ArticleText = z.object({
  title: z.string().max(200),
  /** The chapter. */
  parent: z.string().max(64),
  order: z.number(),
  audience: z.array(z.enum(articleAudiences)).max(3),
  /** The place among the questions of its audience; null: it is none of them. */
  ask: z.number().nullable(),
  body: z.string().max(60_000),
})

/** `shipped`: as the product has it; `changed`: an operator's words in its place; `added`: an operator's own. */
const standing = z.enum(['shipped', 'changed', 'added', 'away', 'unpublished'])
const columnId = z.string().min(1).max(64)
/** The newest version of the article as it was shown; 0: no operator has changed it. */
const versionNo = z.int().min(0)
const deed = z.enum(['publish', 'rollBack', 'keep', 'takeAway'])

const Draft = z.object({
  text: ArticleText,
  /** The version it was begun on. */
  basedOn: versionNo,
  /** How often it was saved. */
  revision: z.int(),
  saveTime: time,
})
const Writer = z.object({ operatorName: z.string(), saveTime: time })

const ListedArticle = z.object({
  columnId,
  title: z.string(),
  parent: z.string(),
  sort: z.number(),
  standing,
  /** An agreement, which changes with the product alone. */
  isFixed: flag,
  /** The product's own text has changed since an operator put another in its place. */
  isOvertaken: flag,
  versionNo,
  changeTime: time.nullable(),
  changedBy: z.string().nullable(),
  /** Where readers of what is taken away are led. */
  leadsTo: columnId.nullable(),
  draftArray: z.array(Writer.extend({ isOwn: flag })),
  /** Of the text as it stands. */
  helpful: z.int(),
  unhelpful: z.int(),
})
/** A line of the list of all articles. */
export type ListedArticle = z.infer<typeof ListedArticle>

const ArticleVersion = z.object({
  versionNo,
  deed,
  /** Null: the product's own text from here on, or taken away. */
  title: z.string().nullable(),
  leadsTo: columnId.nullable(),
  who: z.string(),
  time,
  reason: z.string(),
})
/** One change of an article: by whom, when and why. */
export type ArticleVersion = z.infer<typeof ArticleVersion>

/** Issue 16: help articles, which those who run the platform write over, beside and back. */
export const article = callsUnder('/operator/api', { access: 'operator' })({
  listArticles: {
    summary: '全部帮助文章及其状态，按标题或标识、待处理、已修改或反馈不佳查找',
    input: z.object({
      search: z.string().trim().max(100).optional(),
      concern: z.enum(articleConcerns).optional(),
    }),
    output: z.object({
      chapterArray: z.array(z.object({ columnId, title: z.string() })),
      articleArray: z.array(ListedArticle),
    }),
  },
  getArticle: {
    summary: '一篇帮助文章：现行、随产品附带、草稿',
    input: z.object({ columnId }),
    output: ListedArticle.extend({
      published: ArticleText.nullable(),
      shipped: ArticleText.nullable(),
      /** The product's own text as it was when the operator's was published; where that has changed since. */
      shippedBefore: ArticleText.nullable(),
      draft: Draft.nullable(),
    }),
    refuses: ['help/not-found'],
  },
  listArticleVersions: {
    summary: '一篇帮助文章的历史版本（最新的在前）',
    input: z.object({ columnId, before: versionNo.optional() }),
    output: z.object({ versionArray: z.array(ArticleVersion), nextBefore: versionNo.nullable() }),
  },
  getArticleVersion: {
    summary: '帮助文章某一版本的内容',
    input: z.object({ columnId, versionNo }),
    output: z.object({ text: ArticleText.nullable() }),
    refuses: ['help/not-found'],
  },
  listFeedback: {
    summary: '读者对一篇帮助文章的反馈（最新的在前）',
    input: z.object({ columnId, cursor: z.string().max(200).optional() }),
    output: z.object({
      feedbackArray: z.array(
        z.object({
          feedbackId: id,
          isHelpful: flag,
          reason: z.string(),
          time,
          /** The version that was read. */
          versionNo,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
    refuses: ['request/invalid'],
  },
  previewArticle: {
    summary: '按读者所见预览帮助文章',
    input: z.object({ columnId, text: ArticleText }),
    output: z.object({
      title: z.string(),
      content: z.string(),
      updateTime: time,
      /** What of the text readers will not see. */
      lostArray: z.array(z.enum(['html', 'image', 'code', 'link'])),
    }),
  },
  saveArticleDraft: {
    summary: '保存帮助文章草稿',
    /** `revision` as it was read, 0 for none; `basedOn` is the version that the writer has seen. */
    input: z.object({ columnId, text: ArticleText, basedOn: versionNo, revision: z.int().min(0) }),
    output: z.object({ revision: z.int(), saveTime: time }),
    refuses: ['field/invalid', 'help/draft-changed', 'help/not-found'],
  },
  dropArticleDraft: {
    summary: '删除帮助文章草稿',
    input: z.object({ columnId, revision: z.int() }),
    refuses: ['help/draft-changed'],
  },
  publishArticle: {
    summary: '发布自己的帮助文章草稿',
    input: z.object({ columnId, revision: z.int(), reason }),
    output: z.object({ versionNo }),
    refuses: ['field/invalid', 'help/changed', 'help/draft-changed', 'help/not-found'],
  },
  rollBackArticle: {
    summary: '把帮助文章恢复到某一版本（0 为随产品附带的内容）',
    /** `versionNo` equal to `basedOn`: what stands is kept although the product's own text has changed. */
    input: z.object({ columnId, versionNo, basedOn: versionNo, reason }),
    output: z.object({ versionNo }),
    refuses: ['field/invalid', 'help/changed', 'help/not-found'],
  },
  takeAwayArticle: {
    summary: '下线帮助文章，读者转到另一篇',
    input: z.object({ columnId, leadsTo: columnId, basedOn: versionNo, reason }),
    output: z.object({ versionNo }),
    refuses: ['field/invalid', 'help/changed', 'help/not-found'],
  },
})

import { hasEmoji, lengthOf } from '../contract/draft-text.ts'
import { type Checked, failed, passed } from '../identity/checked.ts'
import { isOneLine } from '../text/one-line.ts'

/** Whose questions an article answers (checklist P6). */
export const articleAudiences = ['company', 'companyAgent', 'person'] as const
/** A member of `articleAudiences`. */
export type ArticleAudience = (typeof articleAudiences)[number]
/** What each of them is called. */
export const articleAudienceLabels = {
  company: '企业管理员',
  companyAgent: '企业经办人',
  person: '个人用户',
} as const satisfies Record<ArticleAudience, string>

/** What an operator writes of an article; `body` is Markdown, `ask` its place among the questions, null for none. */
export type ArticleText = {
  title: string
  /** The chapter. */
  parent: string
  /** The place within the chapter, from 1. */
  order: number
  audience: ArticleAudience[]
  ask: number | null
  body: string
}

/** Characters, and how many articles there may be beside those of the product. */
export const articleLimits = { title: 40, body: 20_000, added: 200, reason: 200, feedback: 300 } as const

/** The chapter whose texts people have agreed to, word by word: they change with the product alone. */
export const agreementsChapter = 'agreements'

/** What an article is known by: 2–50 letters, as part of its address. */
export const isColumnId = (text: string): boolean => /^[A-Za-z]{2,50}$/.test(text)

/** What is wrong with a text, and with which field of it; null when nothing is. */
export function articleFault(text: ArticleText): { field: keyof ArticleText; message: string } | null {
  const title = text.title.trim()
  if (lengthOf(title) < 2) return { field: 'title', message: '请填写标题（至少2个字）' }
  if (lengthOf(title) > articleLimits.title)
    return { field: 'title', message: `标题不能超过${articleLimits.title}个字` }
  if (!isOneLine(title) || hasEmoji(title)) return { field: 'title', message: '标题不能包含换行、表情或不可见字符' }
  if (!isPlace(text.order)) return { field: 'order', message: '章内次序为1至999的整数' }
  if (text.audience.length === 0) return { field: 'audience', message: '请选择至少一类读者' }
  if (text.ask !== null && !isPlace(text.ask))
    return { field: 'ask', message: '常见问题次序为1至999的整数，不列入请留空' }
  if (lengthOf(text.body.trim()) < 10) return { field: 'body', message: '请填写正文（至少10个字）' }
  if (lengthOf(text.body) > articleLimits.body)
    return { field: 'body', message: `正文不能超过${articleLimits.body}个字，请拆成几篇` }
  return null
}

const isPlace = (number: number) => Number.isInteger(number) && number >= 1 && number <= 999

/** What a reader says was missing, of at most 300 characters; may be empty. */
export function checkFeedback(text: string): Checked<string> {
  const value = text.trim()
  if (lengthOf(value) > articleLimits.feedback) return failed(`原因不能超过${articleLimits.feedback}个字`)
  return passed(value)
}

/** An article as lines, its head before its text: what a difference view compares. */
export const articleLines = ({ title, parent, order, audience, ask, body }: ArticleText): string[] => [
  `标题：${title}`,
  `章节：${parent}，第${order}篇`,
  `读者：${audience.map((one) => articleAudienceLabels[one]).join('、')}`,
  `常见问题次序：${ask ?? '不列入'}`,
  '',
  ...body.trim().split('\n'),
]

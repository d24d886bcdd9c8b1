import type { ArticleVersion, ListedArticle } from '@moqi/api/article'
import { Tag } from '../../ui/tag.tsx'

/** How an article stands, as a word with its tone. */
export const standingTags = {
  shipped: <Tag tone="grey">产品附带</Tag>,
  changed: <Tag tone="blue">已修改</Tag>,
  added: <Tag tone="green">新增</Tag>,
  away: <Tag tone="void">已下线</Tag>,
  unpublished: <Tag tone="ochre">未发布</Tag>,
} as const satisfies Record<ListedArticle['standing'], unknown>

const deeds = { publish: '发布', rollBack: '恢复', keep: '保留现有内容', takeAway: '下线' } as const

/** What a version did, in words. */
export function deedOf({ deed, title, leadsTo }: Pick<ArticleVersion, 'deed' | 'title' | 'leadsTo'>): string {
  if (leadsTo !== null) return `${deeds[deed]}，读者转到 ${leadsTo}`
  return title === null ? '恢复为产品附带的内容' : deeds[deed]
}

/** Where an article is edited. */
export const articlePath = (columnId: string): string => `/articles/edit?columnId=${encodeURIComponent(columnId)}`

/** What of a text readers do not see, in words. */
export const lostWords = {
  html: 'HTML 标签',
  image: '图片',
  code: '代码块',
  link: '站外链接',
} as const

/** What every text that readers get must be accompanied by. */
export const reasonHint = '2至200字，记入历史版本和操作记录'

import { hasEmoji, lengthOf } from '../contract/draft-text.ts'
import { lifecycle, type StateOf } from '../lifecycle.ts'
import { isOneLine } from '../text/one-line.ts'
import { dayMs } from '../time/civil-date.ts'

/** A bulletin (公告): written, shown in its window of time, taken back to be written anew, or thrown away. */
export const bulletinLifecycle = lifecycle({
  refusal: 'bulletin/changed',
  initial: 'draft',
  table: {
    draft: { save: 'draft', publish: 'published', drop: 'dropped' },
    published: { takeBack: 'draft' },
    dropped: {},
  },
})
/** A state of a bulletin. */
export type BulletinState = StateOf<typeof bulletinLifecycle>

/** How much it matters, the most first. */
export const bulletinLevels = ['urgent', 'important', 'plain'] as const
/** A member of `bulletinLevels`. */
export type BulletinLevel = (typeof bulletinLevels)[number]
/** What each of them is called. */
export const bulletinLevelLabels = {
  urgent: '紧急',
  important: '重要',
  plain: '一般',
} as const satisfies Record<BulletinLevel, string>

/** In whose spaces it is shown. */
export const bulletinAudiences = ['all', 'company', 'person'] as const
/** A member of `bulletinAudiences`. */
export type BulletinAudience = (typeof bulletinAudiences)[number]
/** What each of them is called. */
export const bulletinAudienceLabels = {
  all: '全部用户',
  company: '企业空间',
  person: '个人空间',
} as const satisfies Record<BulletinAudience, string>

/** Where a bulletin stands for its readers, as operators' lists call it. */
export const bulletinStandings = { draft: '草稿', coming: '待展示', shown: '展示中', over: '已结束' } as const
/** A key of `bulletinStandings`. */
export type BulletinStanding = keyof typeof bulletinStandings

/** Where a bulletin stands for its readers at `now`. */
export function bulletinStanding(
  { state, beginsAt, endsAt }: { state: BulletinState } & Pick<BulletinText, 'beginsAt' | 'endsAt'>,
  now: number,
): BulletinStanding {
  if (!bulletinLifecycle.can(state, 'takeBack')) return 'draft'
  if (endsAt <= now) return 'over'
  return beginsAt > now ? 'coming' : 'shown'
}

/** What an operator writes of a bulletin; times are ms since epoch. */
export type BulletinText = {
  words: string
  level: BulletinLevel
  audience: BulletinAudience
  beginsAt: number
  endsAt: number
}

/** Characters, days, and how many may be published with an end to come, and how many drafts there may be. */
export const bulletinLimits = { words: 120, days: 366, published: 5, drafts: 50 } as const

/** What is wrong with a bulletin, and with which field of it; null when nothing is. */
export function bulletinFault(text: BulletinText): { field: keyof BulletinText; message: string } | null {
  const words = text.words.trim()
  if (lengthOf(words) < 2) return { field: 'words', message: '请填写公告内容（至少2个字）' }
  if (lengthOf(words) > bulletinLimits.words)
    return { field: 'words', message: `公告内容不能超过${bulletinLimits.words}个字` }
  if (!isOneLine(words) || hasEmoji(words)) return { field: 'words', message: '公告内容不能包含换行、表情或不可见字符' }
  if (!Number.isSafeInteger(text.beginsAt)) return { field: 'beginsAt', message: '请填写开始时间' }
  if (!Number.isSafeInteger(text.endsAt)) return { field: 'endsAt', message: '请填写结束时间' }
  if (text.endsAt <= text.beginsAt) return { field: 'endsAt', message: '结束时间须晚于开始时间' }
  if (text.endsAt - text.beginsAt > bulletinLimits.days * dayMs)
    return { field: 'endsAt', message: `公告最长展示${bulletinLimits.days}天` }
  return null
}

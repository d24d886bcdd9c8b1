import {
  bulletinAudiences,
  bulletinLevels,
  bulletinLifecycle,
  bulletinStandings,
} from '@moqi/domain/bulletins/bulletin-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time } from './shapes.ts'

const level = z.enum(bulletinLevels)
/** How often the bulletin was changed when it was shown. */
const revision = z.int().min(0)

/** What an operator writes of a bulletin. */
const BulletinText = z.object({
  words: z.string().max(1000),
  level,
  audience: z.enum(bulletinAudiences),
  beginTime: time,
  endTime: time,
})

const Bulletin = BulletinText.extend({
  bulletinId: id,
  bulletinState: z.enum(bulletinLifecycle.states),
  revision,
  createTime: time,
  changeTime: time,
  changedBy: z.string(),
  publishTime: time.nullable(),
  /** Readers who have closed it as it was published last. */
  dismissed: z.int(),
})
/** A bulletin as an operator sees it. */
export type Bulletin = z.infer<typeof Bulletin>

const reading = callsUnder('/api/common/v1/bulletin')({
  currentBulletins: {
    summary: '当前空间此刻的公告（最要紧的在前），已关闭的除外',
    output: z.object({
      bulletinArray: z.array(z.object({ bulletinId: id, edition: z.int(), words: z.string(), level })),
    }),
  },
  dismissBulletin: {
    summary: '关闭公告，任何浏览器不再向本人显示',
    access: 'session',
    input: z.object({ bulletinId: id, edition: z.int() }),
    refuses: ['bulletin/not-found'],
  },
})

const writing = callsUnder('/operator/api', { access: 'operator' })({
  listBulletins: {
    summary: '全部公告（最新的在前），按内容与展示状态查找',
    input: z.object({
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(200).optional(),
      standing: z.enum(keysOf(bulletinStandings)).optional(),
    }),
    output: z.object({ bulletinArray: z.array(Bulletin), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  saveBulletin: {
    summary: '保存公告草稿；不带 bulletinId 时新建',
    input: BulletinText.extend({ bulletinId: id.optional(), revision: revision.optional() }),
    output: z.object({ bulletinId: id, revision }),
    refuses: ['field/invalid', 'bulletin/not-found', 'bulletin/changed'],
  },
  publishBulletin: {
    summary: '发布公告，到开始时间即向所选用户展示',
    input: z.object({ bulletinId: id, revision }),
    refuses: ['field/invalid', 'bulletin/not-found', 'bulletin/changed'],
  },
  takeBackBulletin: {
    summary: '撤下公告，可修改后再次发布',
    input: z.object({ bulletinId: id, revision }),
    refuses: ['bulletin/not-found', 'bulletin/changed'],
  },
  dropBulletin: {
    summary: '删除公告草稿',
    input: z.object({ bulletinId: id, revision }),
    refuses: ['bulletin/not-found', 'bulletin/changed'],
  },
})

/** Checklist H9, H10: what the platform tells everybody, on the work centre until it is closed. */
export const bulletin = { ...reading, ...writing }

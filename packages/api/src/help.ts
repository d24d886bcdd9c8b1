import { z } from 'zod'
import { callsUnder } from './call.ts'
import { isSo, time } from './shapes.ts'

/** For anybody who reads, counted per address. */
const limit = { count: 120, seconds: 60 }

/** Checklist C74–C76: the documentation centre. Open, and the same for everybody. */
export const help = callsUnder('/api/common/v1/docCenter', { access: 'open' })({
  docCenterMenuList: {
    summary: '帮助中心目录',
    output: z.object({
      menuArray: z.array(
        z.object({
          columnId: z.string(),
          columnName: z.string(),
          /** Null for a chapter, which holds articles. */
          parentId: z.string().nullable(),
          sort: z.int(),
        }),
      ),
    }),
    limit,
  },
  docCenterCmsGetByColumnId: {
    summary: '帮助中心文章（content 为安全的 HTML）',
    input: z.object({ columnId: z.string().min(1).max(64) }),
    output: z.object({
      columnId: z.string(),
      title: z.string(),
      /** HTML of a few harmless elements; its links lead to pages of this product only. */
      content: z.string(),
      updateTime: time,
    }),
    refuses: ['help/not-found'],
    limit,
  },
  searchHelp: {
    summary: '搜索帮助中心',
    input: z.object({ text: z.string().trim().min(1).max(50) }),
    output: z.object({
      hitArray: z.array(
        z.object({
          columnId: z.string(),
          title: z.string(),
          columnName: z.string(),
          /** Where the words stand in the text; each second piece is what was found. */
          excerptArray: z.array(z.string()),
        }),
      ),
    }),
    limit: { count: 300, seconds: 60 },
  },
  rateHelp: {
    summary: '帮助文章有没有帮助；同一 readerKey 再次提交时替换上一次',
    input: z.object({
      columnId: z.string().min(1).max(64),
      /** Made by the reader's page, and known to nobody else. */
      readerKey: z.uuid(),
      isHelpful: isSo,
      /** Why not; may be empty. */
      reason: z.string().max(1000).default(''),
    }),
    refuses: ['help/not-found', 'field/invalid'],
    limit: { count: 30, seconds: 60 },
  },
  problemListOpen: {
    path: '/api/common/v1/manager/cms/problem/problemListOpen',
    summary: '常见问题（按用户类型）',
    input: z.object({
      /** 管理员、经办人、个人; without it every question. */
      inUserType: z.enum(['company', 'companyAgent', 'person']).optional(),
    }),
    output: z.object({ problemArray: z.array(z.object({ problemName: z.string(), columnId: z.string() })) }),
    limit,
  },
})

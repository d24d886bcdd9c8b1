import { sealForms, sealPurposes } from '@moqi/domain/seals/company-seal'
import { sealColors } from '@moqi/domain/seals/seal-colors'
import { keysOf } from '@moqi/domain/keys-of'
import { sealReviews, sealSideMm } from '@moqi/domain/seals/seal-review'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { mostUses, sealAlerts } from '@moqi/domain/seals/seal-watch'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { sealName } from './seal.ts'
import { flag, id, paging, reason, SealInfo, time } from './shapes.ts'
import { isOneLine } from '@moqi/domain/text/one-line'

const sealForm = z.enum(keysOf(sealForms))
const sealPurpose = z.enum(sealPurposes)

/** How a company's seal is carved; its ring always reads the registered name (domain 4.6). */
const SealCarving = z.object({
  sealPurpose,
  sealForm,
  sealColor: z.enum(keysOf(sealColors)),
  /** A star in the middle of a round seal. */
  star: flag.default(1),
  lineText: z.string().trim().max(30).refine(isOneLine).default(''),
  detailArray: z.array(z.string().trim().max(40).refine(isOneLine)).max(3).default([]),
  /** The 13 digits of the registry of engravers. */
  antiForgeryCode: z.string().trim().max(20).default(''),
})

/** A picture to look at: a data address, in mm. */
const Drawn = z.object({ sealImg: z.string(), width: z.number(), height: z.number() })

/** A company's seal as whoever manages or audits seals sees it. */
export const CompanySeal = SealInfo.extend({
  sealCode: z.string(),
  sealPurpose,
  /** Null of what was uploaded. */
  carving: SealCarving.nullable(),
  /** Members who may use it beside the administrators. */
  grantNumber: z.int(),
  lastUseTime: time.nullable(),
  lastUserName: z.string().nullable(),
  /** Why, when and by whom it is in its state. */
  stateReason: z.string().nullable(),
  stateTime: time.nullable(),
  stateBy: z.string().nullable(),
  /** 1 where it was never used, and may be deleted. */
  deletable: flag,
})
export type CompanySeal = z.infer<typeof CompanySeal>

/** When and how often seals are usually used; what is not is told, and never refused. */
const SealWatch = z.object({
  enabled: flag,
  /** 1 Monday to 7 Sunday. */
  dayArray: z.array(z.int().min(1).max(7)).max(7),
  /** Minutes of the day in Beijing. */
  fromMinute: z.int().min(0).max(1439),
  untilMinute: z.int().min(1).max(1440),
  /** Uses of one seal. */
  perHour: z.int().min(1).max(mostUses),
  perDay: z.int().min(1).max(mostUses),
})

const Freeze = z.object({ time, who: z.string(), reason: z.string() })

/** A line of the log of a company's seals. */
export const SealLogLine = z.object({
  logId: id,
  time,
  who: z.string(),
  label: z.string(),
  sealName: z.string().nullable(),
  detail: z.string().nullable(),
})
export type SealLogLine = z.infer<typeof SealLogLine>

const making = [
  'session/forbidden',
  'field/invalid',
  'space/not-authenticated',
  'seal/name-taken',
  'seal/one-official',
] as const

/** Checklist R38: a company's seals, their making, their life and their log. */
const managed = callsUnder('/companySeal', { right: 'manageSeals' })({
  getSealMaking: {
    summary: '可制作的印章类型与样式',
    output: z.object({
      companyName: z.string(),
      /** Null where no authentication has told it. */
      legalPersonName: z.string().nullable(),
      /** Who looks at uploaded seals. */
      sealReview: z.enum(sealReviews),
      purposeArray: z.array(
        Drawn.extend({
          sealPurpose,
          /** How many there are already. */
          sealNumber: z.int(),
          /** Why no more of it may be made; null where one may. */
          reason: z.string().nullable(),
        }),
      ),
    }),
    refuses: ['space/not-authenticated', 'session/forbidden'],
    limit: { count: 30, seconds: 60 },
  },
  makeCompanySealImg: {
    summary: '预览企业印章（不保存）',
    input: SealCarving,
    output: Drawn,
    refuses: ['field/invalid', 'space/not-authenticated', 'session/forbidden'],
    limit: { count: 120, seconds: 60 },
  },
  addCompanySeal: {
    summary: '制作企业印章',
    mutates: true,
    input: SealCarving.extend({ sealName, isDefault: flag.default(0) }),
    output: CompanySeal,
    refuses: making,
  },
  submitCompanySeal: {
    summary: '上传企业印章图样并提交审核；未通过的可以重新上传',
    mutates: true,
    input: z.object({
      /** One that was refused; absent for a new seal. */
      sealId: id.optional(),
      sealName,
      sealPurpose,
      sealColor: z.enum(keysOf(sealColors)).default('red'),
      /** mm; its height follows from the picture. */
      width: z.number().min(sealSideMm.least).max(sealSideMm.most),
      /** What was cut out: a PNG as a canvas gives it, or its base64 alone; 512 KB of it at most. */
      imageBase64: z.string().max(720_000),
      /** The picture that it was cut out of, uploaded with usage `sealImage`; the reviewer sees both. */
      originalFileId: id,
    }),
    output: CompanySeal,
    refuses: [...making, 'seal/not-found', 'seal/changed', 'file/not-found'],
  },
  getSealWatch: {
    summary: '用印提醒设置（工作时间与次数）',
    output: SealWatch,
    refuses: ['session/forbidden'],
  },
  saveSealWatch: {
    summary: '修改用印提醒设置',
    mutates: true,
    input: SealWatch,
    refuses: ['session/forbidden', 'field/invalid'],
  },
  freezeSeals: {
    summary: '冻结全部企业印章',
    mutates: true,
    input: z.object({ reason }),
    refuses: ['seal/changed', 'field/invalid', 'session/forbidden'],
  },
  thawSeals: {
    summary: '解除企业印章的冻结',
    mutates: true,
    input: z.object({ reason }),
    refuses: ['seal/changed', 'field/invalid', 'session/forbidden'],
  },
})

/** What whoever manages seals sees, and whoever looks after their use: either right will do. */
const seen = callsUnder('/companySeal')({
  listCompanySeal: {
    summary: '企业印章列表',
    scope: 'seals',
    input: z.object({
      sealStatus: z.enum(sealLifecycle.states).optional(),
      sealPurpose: sealPurpose.optional(),
      keyword: z.string().trim().max(60).optional(),
      ...paging,
    }),
    output: z.object({
      sealArray: z.array(CompanySeal),
      /** How many there are in each state, whatever is asked for. */
      countArray: z.array(z.object({ sealStatus: z.enum(sealLifecycle.states), number: z.int() })),
      /** Null while they may sign. */
      freeze: Freeze.nullable(),
      nextCursor: z.string().nullable(),
    }),
    refuses: ['session/forbidden', 'request/invalid'],
  },
  getCompanySeal: {
    summary: '企业印章详情',
    scope: 'seals',
    input: z.object({ sealId: id }),
    output: CompanySeal.extend({
      /** The newest unusual use that was told; null for none. */
      alert: z.object({ time, who: z.string(), sealAlert: z.enum(keysOf(sealAlerts)) }).nullable(),
    }),
    refuses: ['seal/not-found'],
  },
})

/** What only whoever looks after the use of seals sees. */
const audited = callsUnder('/companySeal', { right: 'auditSeals' })({
  listSealLog: {
    summary: '印章日志',
    input: z.object({ sealId: id.optional(), ...paging }),
    output: z.object({ logArray: z.array(SealLogLine), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  exportSealFiling: {
    summary: '导出电子印章备案材料（ZIP：印章信息、变更记录、图样、数字证书）',
    kind: 'blob',
    refuses: ['space/not-authenticated'],
    limit: { count: 10, seconds: 600 },
  },
})

/** Every call about a company's seals. */
export const companySeal = { ...managed, ...seen, ...audited }

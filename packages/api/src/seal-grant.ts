import { keysOf } from '@moqi/domain/keys-of'
import { autoLimits, grantManners } from '@moqi/domain/seals/auto-signing'
import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { grantLimits, grantScopes, letterEnds } from '@moqi/domain/seals/seal-grant'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, reason, SealInfo, time } from './shapes.ts'

const grantState = z.enum(grantLifecycle.states)
const grantScope = z.enum(keysOf(grantScopes))
const grantManner = z.enum(keysOf(grantManners))

const counterpartArray = z.array(z.string().trim().min(1).max(100)).max(grantLimits.counterparts).default([])

/** The most a contract may be about, in 分; null asks for none. */
const amountMax = z.int().min(1).max(autoLimits.amount).nullable()

/** A grant of a company's seal to a member, as whoever manages seals sees it. */
const SealGrant = z.object({
  grantId: id,
  sealId: id,
  sealName: z.string(),
  sealImg: z.string(),
  memberId: id,
  memberName: z.string(),
  departmentName: z.string().nullable(),
  /** `auto` is put on by itself; then the member is who made it. */
  grantManner,
  grantState,
  grantScope,
  /** The templates, or the one contract, as they were called then. */
  namedArray: z.array(z.object({ id, name: z.string() })),
  counterpartArray: z.array(z.string()),
  beginTime: time,
  /** Null of what was granted without a letter: until it is revoked. */
  endTime: time.nullable(),
  letterNo: z.string().nullable(),
  /** The viewer's own handle of the letter; null where the viewer has none. */
  letterSignId: id.nullable(),
  /** Why the letter came to nothing; null while it is being signed or was signed. */
  letterEnd: z.enum(keysOf(letterEnds)).nullable(),
  grantorName: z.string(),
  createTime: time,
  stateTime: time.nullable(),
  stateBy: z.string().nullable(),
  stateReason: z.string().nullable(),
  /** 0 of the legal representative's seal, but for that person. */
  mayChange: flag,
  /** The most a contract may be about in 分, null without bound. */
  amountMax: z.int().nullable(),
  /** Of automatic signing: how many it may sign, and has. */
  countMax: z.int().nullable(),
  usedNumber: z.int(),
})
/** A grant as it travels. */
export type SealGrant = z.infer<typeof SealGrant>

const one = z.object({ grantId: id })
const changing = ['seal/grant-not-found', 'seal/grant-changed', 'session/forbidden', 'field/invalid'] as const

/** Checklist R38: who may use which of a company's seals, for what and how long. */
export const sealGrant = callsUnder('/sealGrant', { right: 'manageSeals' })({
  listSealGrant: {
    summary: '印章授权列表',
    input: z.object({
      grantManner: grantManner.default('hand'),
      grantState: grantState.optional(),
      sealId: id.optional(),
      /** Part of a member's name. */
      keyword: z.string().trim().max(60).optional(),
      ...paging,
    }),
    output: z.object({
      grantArray: z.array(SealGrant),
      /** How many there are in each state, of the manner, seal and member asked for. */
      countArray: z.array(z.object({ grantState, number: z.int() })),
      nextCursor: z.string().nullable(),
    }),
    refuses: ['request/invalid'],
  },
  getSealGrant: {
    summary: '印章授权详情',
    input: one,
    output: SealGrant,
    refuses: ['seal/grant-not-found'],
  },
  getGrantMaking: {
    summary: '可授权的印章与成员',
    output: z.object({
      companyName: z.string(),
      creditCode: z.string().nullable(),
      /** Enabled ones; `mayGrant` 0 of the legal representative's, but for that person. */
      sealArray: z.array(SealInfo.extend({ sealCode: z.string(), mayGrant: flag })),
      memberArray: z.array(
        z.object({
          memberId: id,
          memberName: z.string(),
          /** Masked. */
          phone: z.string(),
          departmentName: z.string().nullable(),
          /** Without it nobody signs a letter. */
          realNamed: flag,
          isSpaceOwner: z.enum(['yes', 'no']),
        }),
      ),
      templateArray: z.array(z.object({ templateId: id, templateName: z.string() })),
      /** Contracts that are not finished, among those the viewer sees; the newest hundred. */
      taskArray: z.array(z.object({ taskId: id, taskName: z.string(), taskNo: z.string() })),
    }),
    refuses: ['space/not-authenticated', 'session/forbidden'],
  },
  addSealGrant: {
    summary: '新增印章授权（待签授权书）',
    mutates: true,
    input: z.object({
      /** The request of that member that is granted by it. */
      requestId: id.optional(),
      sealId: id,
      memberId: id,
      grantScope,
      templateIdArray: z.array(id).max(grantLimits.templates).default([]),
      taskId: id.optional(),
      counterpartArray,
      amountMax: amountMax.default(null),
      /** 00:00:00 of the first day and 23:59:59 of the last, in Shanghai. */
      beginTime: time,
      endTime: time,
    }),
    output: SealGrant,
    refuses: [
      'seal/not-found',
      'seal/changed',
      'member/not-found',
      'template/not-found',
      'contract/not-found',
      'seal/grant-request-not-found',
      'seal/grant-request-changed',
      'space/not-authenticated',
      'session/forbidden',
      'field/invalid',
    ],
  },
  addAutoGrant: {
    summary: '新增自动签署授权（待签授权书）',
    mutates: true,
    input: z.object({
      sealId: id,
      templateIdArray: z.array(id).min(1).max(grantLimits.templates),
      counterpartArray,
      amountMax,
      countMax: z.int().min(1).max(autoLimits.contracts),
      /** 00:00:00 of the first day and 23:59:59 of the last, in Shanghai; at most a year. */
      beginTime: time,
      endTime: time,
    }),
    output: SealGrant,
    refuses: [
      'seal/not-found',
      'seal/changed',
      'template/not-found',
      'space/not-authenticated',
      'session/forbidden',
      'field/invalid',
    ],
  },
  sendGrantLetter: {
    summary: '生成并发送《电子印章授权书》，或取回签署中的那一份',
    mutates: true,
    input: one,
    /** The asker's own handle of the letter; null for whoever does not sign it. */
    output: z.object({ signId: id.nullable(), isSigner: flag }),
    refuses: [...changing, 'space/not-authenticated', 'seal/changed', 'contract/incomplete'],
  },
  revokeSealGrant: {
    summary: '撤销印章授权，立即生效',
    mutates: true,
    input: one.extend({ reason }),
    refuses: changing,
  },
})

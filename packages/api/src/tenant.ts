import { keysOf } from '@moqi/domain/keys-of'
import { lookParts } from '@moqi/domain/operators/look-rules'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, flag, id, paging, reason, time } from './shapes.ts'
import { wireStates } from './wire/contract.ts'

const tenantId = id
const cursor = z.string().max(200).optional()
const spaceType = z.enum(['person', 'company'])
const lookPart = z.enum(keysOf(lookParts))
const number = z.int()

const Tenant = z.object({
  tenantId,
  spaceName: z.string(),
  spaceType,
  creditCode: z.string().nullable(),
  spaceStatus: authStatus,
  createTime: time,
})
/** A space as those who run the platform find it. */
export type Tenant = z.infer<typeof Tenant>

const Look = z.object({
  lookId: id,
  operatorName: z.string(),
  reason: z.string(),
  ticket: z.string().nullable(),
  startTime: time,
  /** When it ended, or will at the latest. */
  endTime: time,
  isOver: flag,
  partArray: z.array(lookPart),
})
/** A look of an operator into a space, and what was seen in it. */
export type Look = z.infer<typeof Look>

const TenantMember = z.object({
  memberId: id,
  memberName: z.string(),
  /** Masked. */
  phone: z.string(),
  isOwner: flag,
  memberStatus: z.enum(['enabled', 'disabled']),
  roleName: z.string(),
  joinTime: time,
})
/** A member of a space that is looked into. */
export type TenantMember = z.infer<typeof TenantMember>

const TenantAuthentication = z.object({
  authid: id,
  wayLabel: z.string(),
  startTime: time,
  endTime: time.nullable(),
  /** Null while it is under way, and of a company's that says no more than that it has ended. */
  isPassed: flag.nullable(),
  failReason: z.string().nullable(),
})

const TenantApplication = z.object({
  integrationId: id,
  integrationName: z.string(),
  isDisabled: flag,
  /** Requests of the last day, and those of them that were refused or broke. */
  callNumber: number,
  failNumber: number,
  /** Null where it hears of nothing: the callback's host alone, and how its events fare. */
  webhook: z
    .object({ host: z.string(), failingTime: time.nullable(), pauseTime: time.nullable(), waitingNumber: number })
    .nullable(),
})
/** Another system of a space that is looked into, and its callback. */
export type TenantApplication = z.infer<typeof TenantApplication>

const looked = z.object({ tenantId })

/** Issue 18: the spaces, for those who run the platform: numbers for all, and the rest for whoever says why. */
export const operatorTenant = callsUnder('/operator/api', { access: 'operator' })({
  findTenants: {
    summary: '按名称、统一社会信用代码、手机号或编号查找空间（新建的在前）',
    input: z.object({ search: z.string().trim().max(100).optional(), cursor }),
    output: z.object({ tenantArray: z.array(Tenant), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  tenantNumbers: {
    summary: '一个空间的数字与平台查看记录（不需写明原因）',
    input: looked,
    output: Tenant.extend({
      memberNumber: number,
      /** Sent ones, and those of them of the last 30 days. */
      contractNumber: number,
      recentNumber: number,
      /** 份 */
      surplus: number,
      /** Why it is frozen, and since when; null while it is not. */
      frozen: z.object({ reason: z.string(), time }).nullable(),
      /** What the platform ended its authentication by, and when; null once it is authenticated anew. */
      ended: z.object({ reason: z.string(), time, endingId: id }).nullable(),
      /** As the space reads of whoever asks. */
      operatorNumber: z.string(),
      /** The own one that is open. */
      look: Look.nullable(),
      lookArray: z.array(Look),
    }),
  },
  listLooks: {
    summary: '平台对一个空间的查看记录（新的在前，不需写明原因）',
    input: z.object({ tenantId, cursor }),
    output: z.object({ lookArray: z.array(Look), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  openLook: {
    summary: '写明原因后查看一个空间，最长30分钟；该空间的管理员会收到通知',
    input: z.object({ tenantId, reason, ticket: z.string().max(100).optional() }),
    output: z.object({ lookId: id, endTime: time }),
    refuses: ['field/invalid'],
  },
  endLook: {
    summary: '提前结束查看',
    input: looked,
  },
  tenantMembers: {
    summary: '所查看空间的成员与角色',
    look: 'members',
    input: z.object({ tenantId, cursor }),
    output: z.object({ memberArray: z.array(TenantMember), nextCursor: z.string().nullable() }),
    refuses: ['look/required', 'request/invalid'],
  },
  tenantAuthentications: {
    summary: '所查看空间的认证状态与历史',
    look: 'authentications',
    input: looked,
    output: z.object({
      authTime: time.nullable(),
      endTime: time.nullable(),
      rejectReason: z.string().nullable(),
      authenticationArray: z.array(TenantAuthentication),
    }),
    refuses: ['look/required'],
  },
  tenantPacks: {
    summary: '所查看空间的份包、订单与最近的份数明细（不含合同）',
    look: 'packs',
    input: looked,
    output: z.object({
      packArray: z.array(
        z.object({
          packId: id,
          packName: z.string(),
          total: number,
          remaining: number,
          giveTime: time,
          endTime: time.nullable(),
        }),
      ),
      orderArray: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          packName: z.string(),
          copies: number,
          /** In 分. */
          fen: number,
          orderStatus: z.enum(keysOf(orderStateLabels)),
          createTime: time,
        }),
      ),
      lineArray: z.array(
        z.object({ lineId: id, lineTime: time, kindLabel: z.string(), change: number, packName: z.string() }),
      ),
    }),
    refuses: ['look/required'],
  },
  tenantApplications: {
    summary: '所查看空间的应用与回调状况',
    look: 'applications',
    input: looked,
    output: z.object({ applicationArray: z.array(TenantApplication) }),
    refuses: ['look/required'],
  },
  tenantContracts: {
    summary: '所查看空间各状态的合同数量（不含名称与内容）',
    look: 'contracts',
    input: looked,
    output: z.object({
      stateArray: z.array(z.object({ taskStatus: z.enum(wireStates), statusLabel: z.string(), number })),
    }),
    refuses: ['look/required'],
  },
})

const LogLine = z.object({ logId: id, time, who: z.string(), label: z.string(), detail: z.string().nullable() })
/** A line of what the platform did in a space. */
export type PlatformLine = z.infer<typeof LogLine>

/** What the platform did in a space, for its administrators. */
export const platformLog = callsUnder('/space')({
  listPlatformLog: {
    summary: '平台对本空间的查看与操作记录（新的在前）',
    input: z.object(paging),
    output: z.object({ logArray: z.array(LogLine), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid', 'space/owner-only'],
  },
})

import { signInMethods, signInResults } from '@moqi/domain/account/sign-in'
import { keysOf } from '@moqi/domain/keys-of'
import { entryLimits } from '@moqi/domain/spaces/entry-rule'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, time } from './shapes.ts'

const version = z.int().min(0)
const number = z.int()
const guess = { count: 30, seconds: 60 }
/** `administrator`, `operator` (no role of the company's own), or a role's id. */
const roleArray = z.array(z.string().max(64)).max(40).nullable()
const EntryNetwork = z.object({ network: z.string().trim().max(60), networkName: z.string().trim().max(60) })

/** Whom a second step would be asked of, in numbers. */
const Weight = z.object({
  /** Members it is asked of who have one, and who have none. */
  withNumber: number,
  askedNumber: number,
  /** Of those who have none, administrators. */
  administratorNumber: number,
  /** Applications, which sign their requests instead. */
  applicationNumber: number,
})

/** What a company asks of whoever enters its space, as its administrators see it. */
export const SecurityRules = z.object({
  version,
  /** From where this was asked, and whether that is in the networks. */
  address: z.string(),
  isInside: flag,
  /** Whether the administrator who asks has a second step. */
  hasSecond: flag,
  second: z.object({ isOn: flag, roleArray, fromTime: time.nullable() }).extend(Weight.shape),
  network: z.object({ isOn: flag, networkArray: z.array(EntryNetwork), withApplications: flag }),
  session: z.object({ idleMinutes: number.nullable(), longestHours: number.nullable() }),
  password: z.object({ leastLength: number, ageDays: number.nullable() }),
  /** What the company's group asks beside, which it cannot loosen; null where it is in none. */
  group: z.object({ groupName: z.string(), secondTime: time.nullable(), longestHours: number.nullable() }).nullable(),
  roleArray: z.array(z.object({ roleKey: z.string(), roleName: z.string(), memberNumber: number })),
})
export type SecurityRules = z.infer<typeof SecurityRules>

const saves = ['account/sign-in-again', 'space/rules-stale', 'field/invalid'] as const
const saved = { mutates: true, output: z.object({ version }), limit: guess } as const

/** A company's rules of who may enter its space, and how. */
const rules = callsUnder('/company/security', { right: 'manageMembers' })({
  getSecurityRules: {
    summary: '企业安全规则',
    output: SecurityRules,
  },
  weighSecondStep: {
    summary: '要求双因子登录会影响多少成员',
    input: z.object({ roleArray }),
    output: Weight,
  },
  saveSecondStep: {
    ...saved,
    summary: '要求成员双因子登录，或不再要求',
    input: z.object({
      version,
      isOn: flag,
      /** Null: everybody. */
      roleArray: roleArray.default(null),
      /** How long whoever has none may still enter. */
      graceDays: z.union(entryLimits.graceDays.map((days) => z.literal(days))).default(7),
    }),
    refuses: [...saves, 'space/second-step-first'],
  },
  saveNetworks: {
    ...saved,
    summary: '只允许从这些网络进入，或不再限制',
    input: z.object({
      version,
      isOn: flag,
      networkArray: z.array(EntryNetwork).max(entryLimits.networks),
      /** Requests that applications sign come from there too. */
      withApplications: flag,
    }),
    refuses: [...saves, 'space/network-outside'],
  },
  saveSessionRule: {
    ...saved,
    summary: '成员的会话时长与闲置时长',
    input: z.object({
      version,
      /** Null: as the platform has it. */
      idleMinutes: z.union(entryLimits.idleMinutes.map((minutes) => z.literal(minutes))).nullable(),
      longestHours: z.union(entryLimits.longestHours.map((hours) => z.literal(hours))).nullable(),
    }),
    refuses: saves,
  },
  savePasswordRule: {
    ...saved,
    summary: '成员的密码规则',
    input: z.object({
      version,
      leastLength: z.union(entryLimits.passwordLengths.map((length) => z.literal(length))),
      /** Null: no password must be changed for its age alone. */
      ageDays: z.union(entryLimits.passwordDays.map((days) => z.literal(days))).nullable(),
    }),
    refuses: saves,
  },
})

const opening = callsUnder('/company/security', { access: 'session' })({
  openNetworks: {
    summary: '管理员被网络限制挡在外面时，凭短信验证码关闭网络限制',
    mutates: true,
    input: z.object({
      tenantId: id,
      /** Of getSmsVerificationCode with scene `network`. */
      smsCode: z.string().trim().max(10),
    }),
    refuses: ['account/code-wrong', 'space/owner-only', 'space/rules-stale'],
    limit: guess,
  },
})

const MemberSignIn = z.object({
  signInId: id,
  time,
  memberId: id,
  memberName: z.string(),
  departmentName: z.string().nullable(),
  method: z.enum(keysOf(signInMethods)),
  result: z.enum(keysOf(signInResults)),
  deviceName: z.string(),
  address: z.string(),
  newDevice: flag,
})
/** A member's attempt to sign in, as the company's administrators see it. */
export type MemberSignIn = z.infer<typeof MemberSignIn>

const filter = {
  /** A name, a phone, or the beginning of an address. */
  search: z.string().trim().max(60).optional(),
  outcome: z.enum(['success', 'failure']).optional(),
  startTime: time.optional(),
  endTime: time.optional(),
}

const signIns = callsUnder('/company/security', { right: 'manageMembers' })({
  listMemberSignIns: {
    summary: '成员的登录记录（加入企业以来，保留190天，新的在前）',
    input: z.object({
      ...filter,
      cursor: z.string().max(60).optional(),
      pageSize: z.union([z.literal(10), z.literal(20), z.literal(50)]).default(10),
    }),
    output: z.object({ signInArray: z.array(MemberSignIn), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  listActivityAlerts: {
    summary: '成员的异常活动提醒（与本人近30天相比，新的在前）',
    input: z.object({ cursor: z.string().max(60).optional(), pageSize: z.int().min(1).max(50).default(10) }),
    output: z.object({
      alertArray: z.array(z.object({ alertId: id, time, memberName: z.string(), text: z.string() })),
      nextCursor: z.string().nullable(),
    }),
    refuses: ['request/invalid'],
  },
  exportMemberSignIns: {
    summary: '导出成员的登录记录（Excel，网络地址隐去一段）',
    kind: 'blob',
    input: z.object(filter),
    limit: { count: 10, seconds: 3600 },
  },
})

/** Who enters a company's space, and how: its rules, and who has. */
export const companySecurity = { ...rules, ...opening, ...signIns }

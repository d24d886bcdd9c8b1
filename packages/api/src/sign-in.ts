import { signInMethods, signInResults } from '@moqi/domain/account/sign-in'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, id, newSession, phone, time, yesNo } from './shapes.ts'
import { keysOf } from '@moqi/domain/keys-of'

const method = z.enum(keysOf(signInMethods))
const result = z.enum(keysOf(signInResults))
const agent = { deviceName: z.string(), handheld: yesNo, address: z.string() }
const cursor = z.string().max(60)

/** A path of the application: it names no host, and no reading of it does. */
const ownPath = z
  .string()
  .max(500)
  .regex(/^(?!.*\/[/.])\/[^\\\p{Cc}]*$/u)

const Session = z.object({
  sessionId: id,
  ...agent,
  method,
  createTime: time,
  seenTime: time,
  isCurrent: yesNo,
})
/** A session of the own account. */
export type Session = z.infer<typeof Session>

const Device = z.object({ deviceId: id, ...agent, createTime: time, seenTime: time, isCurrent: yesNo })
/** A browser that the account trusts. */
export type Device = z.infer<typeof Device>

const SignIn = z.object({ signInId: id, ...agent, time, method, result, newDevice: yesNo })
/** An attempt to sign in, whatever became of it. */
export type SignIn = z.infer<typeof SignIn>

/** Checklist C12, C13: further ways of signing in; the account's sessions, trusted devices and sign-ins. */
export const signIn = callsUnder('/api/common/v1/user', { access: 'session' })({
  loginForUserNameAndPhone: {
    path: '/loginForUserNameAndPhone',
    summary: '短信登录（账号、其手机号与短信验证码）',
    access: 'open',
    success: 0,
    input: z.object({
      userName: z.string().trim().max(64),
      phone,
      smsCode: z.string().trim().max(10),
      agree: agree.optional(),
    }),
    output: newSession,
    refuses: ['account/code-wrong', 'field/invalid', 'account/key-required', 'account/owner-unproven'],
    limit: { count: 600, seconds: 60 },
  },
  autoLoginByToken: {
    method: 'GET',
    path: '/login/autoLoginByToken',
    summary: '以一次性链接登录',
    access: 'open',
    input: z.object({ token: z.string().max(100) }),
    output: newSession.extend({ redirect: z.string() }),
    refuses: ['account/link-dead'],
    limit: { count: 120, seconds: 60 },
  },
  getAutoLoginAccount: {
    summary: '一次性登录链接将登录的账号',
    access: 'open',
    input: z.object({ token: z.string().max(100) }),
    output: z.object({ nickName: z.string(), phone: z.string() }),
    refuses: ['account/link-dead'],
    limit: { count: 120, seconds: 60 },
  },
  createAutoLoginToken: {
    summary: '生成一次性登录链接（60秒内在其他设备打开）',
    access: 'tenant',
    input: z.object({ redirect: ownPath.default('/') }),
    output: z.object({ token: z.string(), link: z.string(), expireTime: time }),
    refuses: ['account/sign-in-again'],
    limit: { count: 20, seconds: 60 },
  },
  listSessions: {
    summary: '当前账号登录中的会话',
    output: z.object({ sessionArray: z.array(Session) }),
  },
  endSession: {
    summary: '退出一个会话',
    input: z.object({ sessionId: id }),
    refuses: ['session/not-found'],
  },
  endOtherSessions: {
    summary: '退出其他全部会话',
    output: z.object({ endedNumber: z.int() }),
  },
  listDevices: {
    summary: '受信任的设备',
    output: z.object({ deviceArray: z.array(Device) }),
  },
  forgetDevice: {
    summary: '移除受信任的设备（该设备上的会话一并退出）',
    input: z.object({ deviceId: id }),
    refuses: ['device/not-found'],
  },
  listSignIns: {
    summary: '登录记录（保留190天）',
    input: z.object({
      cursor: cursor.optional(),
      pageSize: z.union([z.literal(10), z.literal(20), z.literal(50)]).default(10),
    }),
    output: z.object({ signInArray: z.array(SignIn), nextCursor: z.string().nullable() }),
  },
})

import { z } from 'zod'
import { callsUnder } from './call.ts'
import { time } from './shapes.ts'

const name = z.string().trim().max(32)
const enrolCode = z.string().trim().max(40)
const password = z.string().max(128)
/** A one-time password; where one signs in, a recovery code too. */
const code = z.string().trim().max(40)
const session = z.object({ token: z.string(), expireTime: time })
/** Of one address; guessing is bounded by the operator's lock. */
const guess = { count: 30, seconds: 60 }

const entering = callsUnder('/operator/api', { access: 'open' })({
  beginOperatorEnrolment: {
    summary: '运营人员：凭启用码设置密码，取得动态口令密钥',
    input: z.object({ name, enrolCode, password }),
    /** `secret` in base 32; `otpauth` the same as authenticators scan it. */
    output: z.object({ secret: z.string(), otpauth: z.string() }),
    refuses: ['operator/off', 'operator/enrolment', 'field/invalid'],
    limit: guess,
  },
  endOperatorEnrolment: {
    summary: '运营人员：以动态口令完成启用，取得恢复码并登录',
    input: z.object({ name, enrolCode, code }),
    output: session.extend({ recoveryCodeArray: z.array(z.string()) }),
    refuses: ['operator/off', 'operator/enrolment', 'operator/code'],
    limit: guess,
  },
  signInOperator: {
    summary: '运营人员登录（密码与动态口令，或恢复码）',
    input: z.object({ name, password, code }),
    output: session,
    refuses: ['operator/off', 'operator/credentials'],
    limit: guess,
  },
})

const signedIn = callsUnder('/operator/api', { access: 'operator' })({
  operatorSelf: {
    summary: '当前运营人员与其操作记录',
    output: z.object({
      name: z.string(),
      expireTime: time,
      recoveryCodeNumber: z.int(),
      logArray: z.array(z.object({ time, label: z.string(), detail: z.string().nullable(), address: z.string() })),
    }),
  },
  signOutOperator: { summary: '运营人员退出登录' },
})

/** Issues 15 and 18: those who run the platform signing in and out; no session of a space opens these calls. */
export const operator = { ...entering, ...signedIn }

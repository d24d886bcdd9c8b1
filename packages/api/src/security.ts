import { z } from 'zod'
import { callsUnder } from './call.ts'
import { authStatus, id, phone, time } from './shapes.ts'
import { setsPin } from './visit-rules.ts'

const wait = z.object({ expireSeconds: z.int(), resendSeconds: z.int() })
const typedCode = z.string().trim().max(10)
const guess = { count: 30, seconds: 60 }
const rare = { count: 10, seconds: 3600 }

/** Checklist R39, R42: the own data, and what keeps the account safe. */
export const security = callsUnder('/api/common/v1/user', { access: 'session' })({
  getSecurityInfo: {
    summary: '账号安全概况',
    output: z.object({
      userName: z.string().nullable(),
      phone: z.string(),
      email: z.string().nullable(),
      passwordSetTime: time.nullable(),
      /** After it the reminder appears. */
      passwordExpireTime: time.nullable(),
      pinSetTime: time.nullable(),
      isAuthed: authStatus,
      realName: z.string().nullable(),
      registerTime: time,
    }),
  },
  getOwnCertificates: {
    summary: '当前空间的数字证书',
    access: 'tenant',
    output: z.object({
      certificateArray: z.array(
        z.object({
          serialNumber: z.string(),
          holder: z.string(),
          issuer: z.string(),
          validFrom: time,
          validTo: time,
          certificateStatus: z.enum(['valid', 'expired', 'revoked']),
        }),
      ),
    }),
  },
  changePassword: {
    summary: '修改登录密码（其他登录全部失效）',
    mutates: true,
    input: z.object({
      oldPassword: z.string().max(128).optional(),
      /** Instead of the old password: of getSmsVerificationCode with scene `password`. */
      smsCode: typedCode.optional(),
      password: z.string().max(128),
    }),
    refuses: ['field/invalid', 'account/code-wrong', 'account/credentials', 'account/locked'],
    limit: guess,
  },
  getNewPhoneCode: {
    summary: '获取新手机号的验证码',
    input: z.object({ phone, captchaId: z.string().max(64), captchaCode: z.string().max(10) }),
    output: wait,
    refuses: ['account/captcha-wrong', 'request/too-often', 'field/invalid'],
    limit: guess,
  },
  changePhone: {
    summary: '更换手机号',
    mutates: true,
    input: z.object({
      /** Of the present phone: getSmsVerificationCode with scene `phone`; empty where the account has none. */
      smsCode: typedCode,
      phone,
      phoneCode: typedCode,
    }),
    output: z.object({ phone: z.string() }),
    refuses: ['field/invalid', 'account/code-wrong', 'account/taken', 'account/sign-in-again'],
    limit: guess,
  },
  setPin: {
    summary: '设置或重置签署密码',
    visit: { sign: setsPin },
    mutates: true,
    input: z.object({
      /** Of getSmsVerificationCode with scene `pin`. */
      smsCode: typedCode.optional(),
      /** Instead of it: of a will just proved by SMS, so that who sets the PIN while signing types one code. */
      authToken: z.string().max(100).optional(),
      pin: z.string().max(10),
    }),
    refuses: ['field/invalid', 'will-auth/required', 'account/code-wrong', 'space/not-authenticated'],
    limit: guess,
  },
  exportAccount: {
    summary: '导出我的数据（JSON）',
    kind: 'blob',
    limit: rare,
  },
  getCloseInfo: {
    summary: '注销账号前需要处理的事项',
    output: z.object({
      obstacleArray: z.array(
        z.object({
          kind: z.enum(['openContracts', 'company']),
          number: z.int(),
          name: z.string().nullable(),
          tenantId: id,
        }),
      ),
    }),
  },
  closeAccount: {
    summary: '注销账号（不可恢复）',
    mutates: true,
    input: z.object({
      /** Of getSmsVerificationCode with scene `close`. */
      smsCode: typedCode,
      agree: z.literal(1),
    }),
    refuses: ['account/code-wrong', 'account/not-closable'],
    limit: rare,
  },
})

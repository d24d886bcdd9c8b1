import { z } from 'zod'
import { callsUnder } from './call.ts'
import { keyAnswer } from './certificate-key.ts'
import { agree, flag, id, newSession, phone } from './shapes.ts'

const wait = z.object({ expireSeconds: z.int(), resendSeconds: z.int() })
const guess = { count: 30, seconds: 60 }
/** Of user names asked after. */
const names = { count: 30, seconds: 600 }
const captchaAnswer = { captchaId: z.string().max(64), captchaCode: z.string().max(10) }
const proofToken = z.string().max(64)
const typedCode = z.string().trim().max(10)
const userName = z.string().max(64)
const password = z.string().max(128)
const email = z.string().trim().max(200)
const scene = z.enum(['register', 'reset', 'smsLogin'])

/** Two paths, one rule (checklist C0.10). */
const imageCode = {
  summary: '校验图形验证码',
  access: 'open',
  input: z.object(captchaAnswer),
  output: z.object({ captchaToken: z.string() }),
  refuses: ['account/captcha-wrong'],
  limit: guess,
} as const

/** Checklist C3–C8, C15, C28, R22, R23: registering, recovering and completing an account. */
export const registration = callsUnder('/system/user', { access: 'open' })({
  register: {
    summary: '注册账号（个人或企业）',
    input: z.object({
      userType: z.enum(['person', 'company']),
      userName,
      phone,
      /** Of checkSms with scene `register`; stays good when a field is refused. */
      smsToken: proofToken,
      password,
      /** Of a company. */
      companyName: z.string().max(200).optional(),
      inviteCode: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/)
        .optional(),
      agree,
      /** What a certificate key answers (/register-uk) to a challenge of `/login/key`; all of it, or nothing. */
      ...keyAnswer.partial().shape,
      chainArray: keyAnswer.shape.chainArray,
    }),
    output: newSession,
    refuses: ['field/invalid', 'account/code-wrong', 'account/taken', 'account/key-wrong', 'account/certificate-unfit'],
    limit: { count: 30, seconds: 600 },
  },
  getSmsCode: {
    path: '/getSmsCode',
    summary: '获取短信验证码（注册、重置密码、短信登录）',
    input: z.object({
      phone,
      scene,
      captchaId: captchaAnswer.captchaId.optional(),
      captchaCode: captchaAnswer.captchaCode.optional(),
      captchaToken: proofToken.optional(),
    }),
    output: wait,
    refuses: ['field/invalid', 'account/captcha-required', 'account/captcha-wrong', 'request/too-often'],
    limit: guess,
  },
  checkUserNameUnique: {
    summary: '账号是否可用',
    input: z.object({ userName, captchaToken: proofToken }),
    output: z.object({ unique: flag }),
    refuses: ['field/invalid', 'account/captcha-wrong'],
    limit: names,
  },
  checkImageCode: { path: '/checkImageCode', ...imageCode },
  commonCheckImageCode: { path: '/common/checkImageCode', ...imageCode },
  checkSms: {
    path: '/common/checkSms',
    summary: '校验短信验证码',
    input: z.object({ phone, smsCode: typedCode, scene }),
    output: z.object({ smsToken: z.string(), registered: flag }),
    refuses: ['field/invalid', 'account/code-wrong'],
    limit: guess,
  },
  resetPassword: {
    summary: '重置密码（其他登录全部失效）',
    /** Of checkSms with scene `reset`; stays good when the password is refused. */
    input: z.object({ smsToken: proofToken, password }),
    refuses: ['field/invalid', 'account/code-wrong', 'account/owner-unproven'],
    limit: { count: 30, seconds: 600 },
  },
  emailCode: {
    method: 'GET',
    path: '/user/emailCode',
    summary: '获取邮箱验证码',
    access: 'session',
    mutates: true,
    input: z.object({ email, _t: z.string().max(40).optional() }),
    output: wait,
    refuses: ['field/invalid', 'request/too-often'],
    limit: { count: 20, seconds: 600 },
  },
  bindEmail: {
    path: '/user/bindEmail',
    summary: '绑定或更换邮箱',
    access: 'session',
    mutates: true,
    input: z.object({
      email,
      emailCode: typedCode,
      /** Of getSmsVerificationCode with scene `mail`, when another address is bound already. */
      smsCode: typedCode.optional(),
    }),
    output: z.object({ email: z.string() }),
    refuses: ['field/invalid', 'account/code-wrong'],
    limit: guess,
  },
  getPerfectInfo: {
    summary: '账号缺少哪些信息，是否已提示过',
    access: 'session',
    input: z.object({}),
    output: z.object({ shown: flag, missingArray: z.array(z.enum(['userName', 'password', 'email'])) }),
  },
  perfectInfo: {
    summary: '完善账号信息（只补缺少的；不带内容即不再提示）',
    access: 'session',
    mutates: true,
    input: z.object({
      userName: userName.optional(),
      password: password.optional(),
      email: email.optional(),
      emailCode: typedCode.optional(),
    }),
    refuses: ['field/invalid', 'account/code-wrong'],
    limit: names,
  },
  setDefaultTenant: {
    path: '/system/user/setTenantId',
    summary: '设置下次登录的默认空间',
    access: 'session',
    mutates: true,
    input: z.object({ tenantId: id }),
    output: z.object({ tenantId: id }),
    refuses: ['space/not-found'],
  },
})

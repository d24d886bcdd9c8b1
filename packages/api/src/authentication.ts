import { willWays } from '@moqi/domain/contract/will-kind'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { keyAnswer } from './certificate-key.ts'
import { KeyChallenge } from './passkey.ts'
import { agree, flag, id, newSession, phone, time } from './shapes.ts'
import { asksCode, willsIt } from './visit-rules.ts'

const captcha = z.object({ captchaId: z.string(), captchaImg: z.string() })
const wait = z.object({ expireSeconds: z.int(), resendSeconds: z.int() })
const guess = { count: 30, seconds: 60 }
/**
 * Of one address, behind which a whole office may be: guessing is limited by name, code and captcha, this only bounds
 * work.
 */
const office = { count: 600, seconds: 60 }
/** Pictures of one address: an office signs in, a machine that learns to read them asks for thousands. */
const pictures = { count: 120, seconds: 60 }
const smsCode = z.string().trim().max(10)
/** What is willed, at least one of them: contracts to be signed, applications for the use of a seal to be agreed to. */
const willed = z.object({
  signIds: z.array(id).max(50).default([]),
  approveIds: z.array(id).max(50).default([]),
  /** Of a first way, to which this adds the second: of the same person, for the same, still good. */
  authToken: z.string().max(100).optional(),
})
const given = z.object({
  authToken: z.string(),
  expireTime: time,
  /** The ways in which the token's will is proved by now. */
  willAuthArray: z.array(z.enum(willWays)),
})

/** Checklist C1, C2, C11, C16–C21, C30: signing in and out, captcha, codes, proof of will. */
export const authentication = callsUnder('/api/common/v1/user', { access: 'open' })({
  loginByAccount: {
    summary: '账号密码登录',
    input: z.object({
      userName: z.string().trim().max(64),
      password: z.string().max(128),
      rememberMe: flag.default(0),
      captchaId: z.string().max(64).optional(),
      captchaCode: z.string().max(10).optional(),
      /** Of getUnlockCode: with the right password it signs in though strangers' guesses have locked the account. */
      smsCode: smsCode.optional(),
      agree: agree.optional(),
    }),
    output: newSession,
    refuses: [
      'account/credentials',
      'account/locked',
      'account/captcha-required',
      'account/captcha-wrong',
      'account/code-wrong',
      'account/key-required',
    ],
    limit: office,
  },
  getUnlockCode: {
    path: '/api/common/v1/tool/getUnlockCode',
    summary: '获取解锁验证码（账号被他人锁定时，密码正确才发送到账号的手机）',
    input: z.object({
      userName: z.string().trim().max(64),
      password: z.string().max(128),
      captchaId: z.string().max(64),
      captchaCode: z.string().max(10),
    }),
    output: wait,
    refuses: ['account/captcha-wrong'],
    limit: office,
  },
  loginByVerificationCode: {
    summary: '验证码登录（未注册的手机号自动创建账号）',
    input: z.object({ phone, smsCode, rememberMe: flag.default(0), agree: agree.optional() }),
    output: newSession,
    refuses: ['account/code-wrong', 'field/invalid', 'account/key-required', 'account/owner-unproven'],
    limit: office,
  },
  logout: {
    path: '/myLogout',
    summary: '退出登录',
    input: z.unknown(),
  },
  captchaImage: {
    method: 'GET',
    path: '/captchaImage',
    summary: '图形验证码',
    input: z.object({}),
    output: captcha,
    limit: pictures,
  },
  getCaptchaImage: {
    path: '/api/common/v1/tool/getCaptchaImage',
    summary: '图形验证码',
    input: z.object({ scene: z.string().max(30).optional() }),
    output: captcha,
    limit: pictures,
  },
  getVerificationCode: {
    path: '/api/common/v1/tool/getVerificationCode',
    summary: '获取登录验证码',
    input: z.object({ phone, captchaId: z.string().max(64), captchaCode: z.string().max(10) }),
    output: wait,
    refuses: ['account/captcha-wrong', 'request/too-often', 'field/invalid'],
    limit: office,
  },
  getSmsVerificationCode: {
    path: '/api/common/v1/tool/getSmsVerificationCode',
    summary: '获取本人手机验证码（签署意愿等）',
    visit: { sign: asksCode },
    access: 'tenant',
    input: z.object({
      scene: z.enum([
        'sign',
        'pin',
        'phone',
        'mail',
        'password',
        'close',
        'transfer',
        'key',
        'export',
        'closeCompany',
        'network',
      ]),
      signIds: z.array(id).min(1).max(50).optional(),
      /** Applications to be agreed to. */
      approveIds: z.array(id).min(1).max(50).optional(),
    }),
    output: wait.extend({ phone: z.string() }),
    refuses: ['request/too-often', 'field/invalid', 'contract/not-found', 'contract/other-space', 'approval/not-found'],
    limit: guess,
  },
  getAuthTokenBySmsVerificationCode: {
    path: '/api/common/v1/auth/getAuthTokenBySmsVerificationCode',
    summary: '以短信验证码完成意愿认证',
    visit: { sign: willsIt },
    access: 'tenant',
    input: willed.extend({ smsCode }),
    output: given,
    refuses: [
      'account/code-wrong',
      'will-auth/required',
      'contract/not-found',
      'contract/other-space',
      'approval/not-found',
    ],
    limit: guess,
  },
  getAuthTokenByPin: {
    path: '/api/common/v1/auth/getAuthTokenByPin',
    summary: '以签署密码完成意愿认证',
    visit: { sign: willsIt },
    access: 'tenant',
    input: willed.extend({ pin: z.string().max(10) }),
    output: given,
    refuses: [
      'account/pin-unset',
      'account/pin-wrong',
      'account/locked',
      'will-auth/required',
      'request/invalid',
      'contract/not-found',
      'contract/other-space',
      'approval/not-found',
    ],
    limit: guess,
  },
  getWillChallenge: {
    path: '/api/common/v1/auth/getWillChallenge',
    summary: '获取以通行密钥完成意愿认证的质询',
    access: 'tenant',
    input: willed.omit({ authToken: true }),
    output: KeyChallenge,
    refuses: ['account/key-not-found', 'contract/not-found', 'contract/other-space', 'approval/not-found'],
    limit: guess,
  },
  getAuthTokenByKey: {
    path: '/api/common/v1/auth/getAuthTokenByKey',
    summary: '以通行密钥完成意愿认证',
    access: 'tenant',
    /** The key's id, the challenge and the assertion: base64url of its JSON. */
    input: willed.extend({ id: z.string().max(1400), code: z.string().max(200), sign: z.string().max(16_000) }),
    output: given,
    refuses: [
      'account/key-wrong',
      'account/key-copied',
      'will-auth/required',
      'contract/not-found',
      'contract/other-space',
      'approval/not-found',
    ],
    limit: guess,
  },
  getCertificateChallenge: {
    path: '/api/common/v1/auth/getCertificateChallenge',
    summary: '获取以证书Key完成意愿认证的质询',
    access: 'tenant',
    /** `id`: SHA-256 of a certificate bound to the own account. */
    input: willed.omit({ authToken: true }).extend({ id: keyAnswer.shape.id }),
    output: z.object({ code: z.string() }),
    refuses: ['account/key-not-found', 'contract/not-found', 'contract/other-space', 'approval/not-found'],
    limit: guess,
  },
  getAuthTokenByCertificate: {
    path: '/api/common/v1/auth/getAuthTokenByCertificate',
    summary: '以证书Key完成意愿认证',
    access: 'tenant',
    input: willed.extend(keyAnswer.omit({ cert: true, chainArray: true }).shape),
    output: given,
    refuses: [
      'account/key-wrong',
      'account/certificate-unfit',
      'will-auth/required',
      'contract/not-found',
      'contract/other-space',
      'approval/not-found',
    ],
    limit: guess,
  },
  inspectTokenExpired: {
    summary: '检查登录状态',
    access: 'session',
    output: z.object({ expired: flag, expireTime: time }),
  },
})

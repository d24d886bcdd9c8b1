import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, newSession, time } from './shapes.ts'

const guess = { count: 30, seconds: 60 }
const office = { count: 600, seconds: 60 }

/** SHA-256 of the certificate (DER), hex. */
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/)
/** The challenge: text that says what it is for. */
const code = z.string().max(1000)
/** Base64, over the challenge in UTF-8. */
const sign = z.string().max(4000)
/** DER, base64. */
const certificate = z.string().max(16_000)
/** What a certificate key answers, where the certificate is not known yet: with its issuers, the leaf's first. */
export const keyAnswer = z.object({
  id: fingerprint,
  sign,
  code,
  cert: certificate,
  chainArray: z.array(certificate).max(6).default([]),
})

const challenge = z.object({ code: z.string() })

const CertificateKey = z.object({
  keyId: z.string(),
  keyName: z.string(),
  /** Whom its certificate names, and who issued that. */
  subject: z.string(),
  issuer: z.string(),
  expireTime: time,
  createTime: time,
  usedTime: time.nullable(),
})
/** A certificate key of the own account. */
export type CertificateKey = z.infer<typeof CertificateKey>

const fit = ['account/key-wrong', 'account/certificate-unfit'] as const

/** Checklist C9, C14, V2, R15: certificate keys, a signature by a certificate in a token (USBKey). */
export const certificateKey = callsUnder('/api/common/v1/user', { access: 'session' })({
  loginByCertificate: {
    path: '/login/key',
    summary: '证书Key登录：先以证书SHA-256取得质询（2分钟），再以证书私钥对质询的签名登录；也用于注册前取得质询',
    access: 'open',
    success: 0,
    input: z.object({
      id: fingerprint,
      /** What the challenge is for; an answer signs in. */
      purpose: z.enum(['signIn', 'register']).default('signIn'),
      sign: sign.optional(),
      code: code.optional(),
      agree: agree.optional(),
    }),
    output: z.union([newSession, challenge]),
    refuses: [...fit, 'account/key-required'],
    limit: office,
  },
  bindKey: {
    path: '/user/bindKey',
    summary: '绑定证书Key：先取得质询，再以证书私钥的签名和短信验证码（或意愿认证）绑定',
    input: z.object({
      /** Passkeys and FIDO2 keys are bound by getKeyOptions and addKey. */
      keyType: z.literal('cert'),
      id: fingerprint,
      sign: sign.optional(),
      code: code.optional(),
      cert: certificate.optional(),
      chainArray: keyAnswer.shape.chainArray,
      /** Of getSmsVerificationCode with scene `key`; or a proof of will that holds the phone or a key. */
      smsCode: z.string().trim().max(10).optional(),
      authToken: z.string().max(100).optional(),
    }),
    output: z.union([challenge, z.object({ keyId: z.string(), keyName: z.string() })]),
    refuses: [...fit, 'account/code-wrong', 'will-auth/required', 'field/invalid'],
    limit: guess,
  },
  listCertificateKeys: {
    summary: '本人绑定的证书Key',
    output: z.object({ keyArray: z.array(CertificateKey) }),
  },
  unbindKey: {
    path: '/user/unbindKey',
    summary: '解除绑定证书Key',
    input: z.object({ keyId: fingerprint, smsCode: z.string().trim().max(10) }),
    refuses: ['account/key-not-found', 'account/code-wrong'],
    limit: guess,
  },
})

import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, flag, id, newSession, time, yesNo } from './shapes.ts'

const typedCode = z.string().trim().max(10)
const name = z.string().max(100)
/** Bytes as WebAuthn's JSON has them. */
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]*$/)
const credential = base64url(1400)
const guess = { count: 30, seconds: 60 }
const office = { count: 600, seconds: 60 }

const Key = z.object({
  /** As its authenticator names it. */
  keyId: z.string(),
  name: z.string(),
  synced: yesNo,
  /** Its counter went back: somebody may have a copy. */
  copied: yesNo,
  createTime: time,
  usedTime: time.nullable(),
})
/** A passkey or security key of the own account. */
export type Key = z.infer<typeof Key>

/** What a browser is to have signed, and by which keys; any that it knows when none is named. */
export const KeyChallenge = z.object({
  code: z.string(),
  rpId: z.string(),
  keyArray: z.array(z.object({ keyId: z.string(), transports: z.array(z.string()) })),
})
export type KeyChallenge = z.infer<typeof KeyChallenge>

/** Checklist C10, V3, R42: passkeys and FIDO2 keys, by WebAuthn. */
export const passkey = callsUnder('/api/common/v1/user', { access: 'session' })({
  loginByKey: {
    path: '/loginByKey',
    summary: '密钥登录：先以账号（可空）取得质询，再以密钥对质询的签名登录',
    access: 'open',
    input: z.object({
      /** Asking: the account's phone or name, empty for whichever the key knows. Answering: the key's id. */
      id: z.string().trim().max(1400).default(''),
      code: z.string().max(200).optional(),
      /** The assertion: base64url of its JSON. */
      sign: base64url(16_000).optional(),
      rememberMe: flag.default(0),
      agree: agree.optional(),
    }),
    output: z.union([newSession, KeyChallenge]),
    refuses: ['account/key-wrong', 'account/key-copied'],
    limit: office,
  },
  loginByRecoveryCode: {
    summary: '以恢复码代替密钥，完成第二步验证',
    access: 'open',
    input: z.object({
      /** The challenge behind the password or code that was right. */
      code: z.string().max(200),
      recoveryCode: z.string().trim().max(40),
      rememberMe: flag.default(0),
    }),
    output: newSession,
    refuses: ['account/key-wrong', 'field/invalid'],
    limit: guess,
  },
  listKeys: {
    summary: '本人的通行密钥与安全密钥',
    output: z.object({
      keyArray: z.array(Key),
      /** Whether a password or a code is not enough to sign in. */
      keyRequired: yesNo,
      recoveryLeft: z.int(),
    }),
  },
  getKeyOptions: {
    summary: '添加密钥前验证本人，取得质询',
    input: z.object({
      /** Of getSmsVerificationCode with scene `key`. */
      smsCode: typedCode,
    }),
    output: z.object({
      code: z.string(),
      rpId: z.string(),
      rpName: z.string(),
      userHandle: z.string(),
      userName: z.string(),
      keyArray: KeyChallenge.shape.keyArray,
    }),
    refuses: ['account/code-wrong', 'field/invalid'],
    limit: guess,
  },
  addKey: {
    summary: '添加密钥',
    input: z.object({
      code: z.string().max(200),
      name,
      keyId: credential,
      clientData: base64url(4000),
      attestation: base64url(40_000),
      transports: z.array(z.string().max(20)).max(10).default([]),
    }),
    output: z.object({ keyId: z.string() }),
    refuses: ['account/key-wrong', 'field/invalid'],
    limit: guess,
  },
  renameKey: {
    summary: '重命名密钥',
    input: z.object({ keyId: credential, name }),
    refuses: ['account/key-not-found', 'field/invalid'],
  },
  removeKey: {
    summary: '移除密钥（最后一把需验证本人）',
    input: z.object({ keyId: credential, smsCode: typedCode.optional() }),
    refuses: ['account/key-not-found', 'account/code-wrong', 'field/invalid'],
    limit: guess,
  },
  requireKey: {
    summary: '开启或关闭登录二次验证；开启时生成新的恢复码',
    input: z.object({
      keyRequired: yesNo,
      smsCode: typedCode,
    }),
    /** Shown once, kept nowhere in clear. */
    output: z.object({ recoveryCodes: z.array(id) }),
    refuses: ['account/key-not-found', 'account/code-wrong'],
    limit: guess,
  },
})

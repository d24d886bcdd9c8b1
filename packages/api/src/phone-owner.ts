import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, flag, newSession } from './shapes.ts'

const guess = { count: 30, seconds: 600 }
const code = z.string().max(200)

/** By what somebody may prove to own the account that a phone number once belonged to. */
export const ownerProofs = ['idNumber', 'password'] as const

/** Behind the code that was right: what proves the owner; nothing where the account knows nothing of its owner. */
export const OwnerChallenge = z.object({ code, proofArray: z.array(z.enum(ownerProofs)) })
export type OwnerChallenge = z.infer<typeof OwnerChallenge>

/** A number that carriers may have given to somebody else: who holds it opens nothing of whoever held it before. */
export const phoneOwner = callsUnder('/api/common/v1/user', { access: 'open' })({
  proveOwner: {
    summary: '久未登录的账号：以证件号码或登录密码证明是账号的主人，完成登录',
    input: z.object({
      code,
      proof: z.enum(ownerProofs),
      text: z.string().max(128),
      rememberMe: flag.default(0),
    }),
    output: newSession,
    refuses: ['account/owner-wrong'],
    limit: guess,
  },
  leaveAccount: {
    summary: '久未登录的账号不是自己的：手机号离开该账号，以手机号新建账号并登录',
    input: z.object({ code, agree, rememberMe: flag.default(0) }),
    output: newSession,
    refuses: ['account/owner-wrong'],
    limit: guess,
  },
})

import { providerProtocols } from '@moqi/domain/account/identity-provider'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { agree, flag, id, newSession, time } from './shapes.ts'

const version = z.int().min(0)
const guess = { count: 30, seconds: 60 }
const typed = z.string().max(400)

/** A company's identity provider as its administrators see it. */
export const IdentityProvider = z.object({
  version,
  providerName: z.string(),
  signInCode: z.string(),
  protocol: z.enum(keysOf(providerProtocols)),
  /** Of CAS the server's address; of a work chat the address of its interfaces. */
  issuer: z.string(),
  clientId: z.string(),
  /** Of a work chat, the number of its app. */
  agentId: z.string().nullable(),
  /** The secret itself is told to nobody. */
  hasSecret: flag,
  /** Members get in by it alone. */
  required: flag,
  /** Whom it cannot keep out while it is required. */
  rescuerName: z.string().nullable(),
  /** How many of the members have linked themselves. */
  linkNumber: z.int(),
  memberNumber: z.int(),
  changeTime: time,
  changeBy: z.string(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** A company of one's own that has an identity provider. */
export const ProviderLink = z.object({
  tenantId: id,
  companyName: z.string(),
  providerName: z.string(),
  required: flag,
  /** What the provider calls whoever is linked; null while nobody is. */
  label: z.string().nullable(),
  linkTime: time.nullable(),
  useTime: time.nullable(),
})
export type ProviderLink = z.infer<typeof ProviderLink>

/** Where a browser goes, and what it shows when it is back: kept by the page, in no address. */
const Leaving = z.object({ address: z.string(), browserKey: z.string() })
/** What a browser came back with. */
const back = {
  browserKey: z.string().max(100),
  state: z.string().max(100),
  code: z.string().max(4000).optional(),
  iss: z.string().max(400).optional(),
  error: z.string().max(200).optional(),
  /** Of CAS, instead of a code. */
  ticket: z.string().max(1000).optional(),
}
const faults = ['provider/not-found', 'provider/fault'] as const

/** Signing in by a company's own identity provider (ADR 0052): its settings, signing in, linking oneself. */
export const identityProvider = callsUnder('/api/common/v1/provider')({
  getIdentityProvider: {
    summary: '企业统一登录的设置',
    right: 'manageIntegrations',
    output: z.object({
      /** Null while the company has none. */
      provider: IdentityProvider.nullable(),
      /** What the provider is told to lead back to. */
      redirectUri: z.string(),
      /** Begins signing in at once; null while the company has none. */
      signInUrl: z.string().nullable(),
    }),
  },
  saveIdentityProvider: {
    summary: '设置企业统一登录（OpenID Connect、CAS、企业微信、钉钉或飞书）',
    right: 'manageIntegrations',
    mutates: true,
    input: z.object({
      /** As it was read; 0 where there is none. */
      version,
      providerName: typed,
      signInCode: typed,
      protocol: z.enum(keysOf(providerProtocols)).default('openid'),
      /** Empty of a work chat: the vendor's own address. */
      issuer: typed.default(''),
      /** Not asked of CAS. */
      clientId: typed.default(''),
      /** Asked of 企业微信 and 钉钉 alone. */
      agentId: typed.default(''),
      /** Absent: as it was; empty: none. */
      clientSecret: typed.optional(),
    }),
    output: z.object({ version }),
    refuses: [
      'field/invalid',
      'space/not-authenticated',
      'account/sign-in-again',
      'provider/stale',
      'provider/code-taken',
      'provider/fault',
    ],
    limit: guess,
  },
  requireIdentityProvider: {
    summary: '要求成员只通过企业统一登录进入，或不再要求',
    right: 'manageIntegrations',
    mutates: true,
    input: z.object({ version, required: flag }),
    output: z.object({ version }),
    refuses: ['account/sign-in-again', 'provider/not-found', 'provider/stale', 'provider/untried'],
  },
  dropIdentityProvider: {
    summary: '停用企业统一登录（成员的绑定一并解除）',
    right: 'manageIntegrations',
    mutates: true,
    input: z.object({ version }),
    refuses: ['account/sign-in-again', 'provider/not-found', 'provider/stale'],
  },
  findIdentityProvider: {
    summary: '企业登录代号是哪家企业的',
    access: 'open',
    input: z.object({ signInCode: typed }),
    output: z.object({ companyName: z.string(), providerName: z.string() }),
    refuses: ['provider/not-found'],
    limit: guess,
  },
  leaveForProvider: {
    summary: '前往企业统一登录',
    access: 'open',
    input: z.object({
      signInCode: typed,
      /** The provider shall ask anew who somebody is. */
      fresh: flag.default(0),
    }),
    output: Leaving,
    refuses: faults,
    limit: guess,
  },
  enterByProvider: {
    summary: '企业统一登录',
    access: 'open',
    input: z.object({ ...back, agree }),
    output: newSession.extend({ tenantId: id }),
    refuses: [...faults, 'provider/attempt', 'provider/not-linked', 'account/key-required'],
    limit: guess,
  },
  leaveToLink: {
    summary: '前往企业统一登录以绑定',
    access: 'session',
    input: z.object({ tenantId: id }),
    output: Leaving,
    refuses: [...faults, 'account/sign-in-again'],
    limit: guess,
  },
  linkProvider: {
    summary: '绑定企业统一登录',
    access: 'session',
    input: z.object(back),
    output: z.object({ tenantId: id, companyName: z.string(), label: z.string() }),
    refuses: [...faults, 'provider/attempt', 'provider/linked-otherwise'],
    limit: guess,
  },
  listProviderLinks: {
    summary: '可以绑定的企业统一登录',
    access: 'session',
    output: z.object({ linkArray: z.array(ProviderLink) }),
  },
  endProviderLink: {
    summary: '解除绑定企业统一登录',
    access: 'session',
    input: z.object({ tenantId: id }),
  },
})

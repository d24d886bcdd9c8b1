import type { Member } from '#src/platform/actor.ts'

/** Somebody acting in one space. */
export type Person = Pick<Member, 'accountId' | 'tenantId' | 'nickName' | 'phone' | 'space'>

const person = (accountId: string, tenantId: string, kind: 'person' | 'company'): Person => ({
  accountId,
  tenantId,
  nickName: `${accountId}名`,
  phone: `1380000000${accountId.slice(1)}`,
  space: {
    tenantId,
    companyId: kind === 'company' ? `${tenantId}号` : null,
    kind,
    name: kind === 'company' ? `${tenantId}公司` : `${accountId}名`,
    authStatus: 'passAuth',
    willRule: null,
    signInCode: null,
    providerOnly: false,
    frozen: null,
    entry: null,
    groupHold: null,
    role: 'administrator',
    closesAt: null,
    isOwner: true,
    rights: [],
  },
})

/** Two companies of two members each, and three people who act for themselves; a1 and a3 also do. */
export const cast: readonly Person[] = [
  person('a1', 'c1', 'company'),
  person('a2', 'c1', 'company'),
  person('a3', 'c2', 'company'),
  person('a4', 'c2', 'company'),
  person('a1', 'p1', 'person'),
  person('a3', 'p3', 'person'),
  person('a5', 'p5', 'person'),
  person('a6', 'p6', 'person'),
  person('a7', 'p7', 'person'),
]

/** The person as a signed-in member. */
export const memberOf = (who: Person): Member => ({
  accountId: who.accountId,
  tenantId: who.tenantId,
  nickName: who.nickName,
  phone: who.phone,
  space: who.space,
  spaces: [who.space],
  sessionHash: Buffer.alloc(32),
  expireTime: Number.MAX_SAFE_INTEGER,
  address: '127.0.0.1',
  userAgent: 'model',
  token: null,
})

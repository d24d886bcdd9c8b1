import type { VisitPurpose } from '@moqi/domain/integrations/embed-rules'
import type { WillRule } from '@moqi/domain/contract/will-demand'
import type { GroupHold } from '@moqi/domain/groups/group-rules'
import type { EntryObstacle, EntryRule } from '@moqi/domain/spaces/entry-rule'
import type { Right } from '@moqi/domain/spaces/rights'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'

/** Whoever sent the request, signed in or not. */
export type Caller = {
  address: string
  userAgent: string
  /** The bearer token as sent; proves nothing by itself. */
  token: string | null
  /** The secrets by which the browser says which one it is; they open nothing. */
  devices?: readonly string[]
  /** Set when the request carries an `Idempotency-Key`. */
  repeat?: Repeat | null
}

/** A space the account belongs to. */
export type OwnSpace = {
  tenantId: string
  companyId: string | null
  kind: 'person' | 'company'
  /** Registered name; shown only when `authStatus` says so (checklist S4). */
  name: string
  authStatus: AuthState
  isOwner: boolean
  /** Of a company: when its members prove their will twice; null of a personal space. */
  willRule: WillRule | null
  /** Of a company with an identity provider: what its members type to sign in by it. */
  signInCode: string | null
  /** The company lets this member in by its identity provider alone. */
  providerOnly: boolean
  /** Of a company: what it asks of whoever enters; null where it asks nothing. */
  entry: EntryRule | null
  /** Of a company in a group: what the group asks beside. */
  groupHold: GroupHold | null
  /** As its company's rules name the member's role. */
  role: string
  /** Why the platform has frozen it: nothing is launched or signed in it; null while it is not. */
  frozen: string | null
  /** Of a company that closes: from when on that cannot be taken back, ms; its members launch and sign nothing. */
  closesAt: number | null
  /** What the account may do in it. */
  rights: readonly Right[]
}

/**
 * An own space that the session does not open: its company's provider would, or the person's own means, or it is not
 * as the company asks.
 */
export type ShutSpace = { space: OwnSpace; why: 'provider' | 'own' | EntryObstacle }

/** What a session that an integration opened is limited to: one person's part in one contract (ADR 0038, 0051). */
export type Visit = {
  purpose: VisitPurpose
  /** Names the integration and its space. */
  appId: string
  homeTenantId: string
  contractId: string
  /** Null where a draft is completed, which is no party's. */
  partyNo: number | null
  /** The space that acts, and its entry. */
  tenantId: string
  signId: string
  returnUrl: string | null
}

/** A signed-in account. */
export type Person = Caller & {
  accountId: string
  nickName: string
  phone: string
  sessionHash: Buffer
  expireTime: number
  spaces: OwnSpace[]
  /** Absent where none is shut. */
  shut?: readonly ShutSpace[]
  /** Which companies' identity providers opened the session, and whether by nothing else. */
  provided?: { spaces: readonly string[]; only: boolean }
  /** Null of a session that may do all the account may. */
  visit?: Visit | null
}

/** A signed-in account acting in one of its spaces, or another system that acts there in its name. */
export type Member = Person & {
  tenantId: string
  space: OwnSpace
  /** The integration that acts in the member's name, without a session. */
  integrationId?: string
}

/** A signed-in operator, who belongs to no space. */
export type Operator = Caller & { operatorId: string; operatorName: string; expireTime: number }

/** Names one effect, so that asking again does not cause it again (checklist C0.7). */
export type Repeat = { scope: string; key: string; bodyHash: string }

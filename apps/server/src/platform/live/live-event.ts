import { z } from 'zod'
import { rowStatuses } from '@moqi/domain/contract/row-policy'
import { faceLifecycle } from '@moqi/domain/identity/face-lifecycle'
import { handwritingLifecycle } from '@moqi/domain/seals/handwriting-lifecycle'
import { type AuthState, companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import { tellAfterwards } from '#src/platform/database/transaction.ts'

/** PostgreSQL's channel that every node of one database listens on. */
export const channel = 'moqi_live'

/** What nodes tell each other. It names things and holds nothing of them. */
export const LiveEvent = z.discriminatedUnion('about', [
  /** The account's own list row in the tenant has changed; `status` is null when it has left the list. */
  z.object({
    about: z.literal('row'),
    tenantId: z.string(),
    accountId: z.string(),
    contractId: z.string(),
    signId: z.string(),
    status: z.enum(rowStatuses).nullable(),
  }),
  /** The account has messages in the tenant that are new, or read elsewhere. */
  z.object({ about: z.literal('message'), tenantId: z.string(), accountId: z.string() }),
  /** A real-name authentication of the account, or of the company it owns, has ended; `tenantId` is the space's. */
  z.object({
    about: z.literal('auth'),
    tenantId: z.string(),
    accountId: z.string(),
    status: z.enum(companyAuthLifecycle.states),
  }),
  /** A signature that the account asked of a phone has moved on. */
  z.object({
    about: z.literal('handwriting'),
    tenantId: z.string(),
    accountId: z.string(),
    handwritingId: z.string(),
    state: z.enum(handwritingLifecycle.states),
  }),
  /** A face verification that the account asked of a phone has moved on; `tenantId` is the personal space's. */
  z.object({
    about: z.literal('face'),
    tenantId: z.string(),
    accountId: z.string(),
    faceId: z.string(),
    state: z.enum(faceLifecycle.states),
  }),
  /** An application that the account made or decides on has moved on. */
  z.object({ about: z.literal('approval'), tenantId: z.string(), accountId: z.string(), approvalId: z.string() }),
  /** The session is no more; `session` is its token's hash in hex. */
  z.object({ about: z.literal('session'), session: z.string() }),
  /** The account has left the space. */
  z.object({ about: z.literal('membership'), tenantId: z.string(), accountId: z.string() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
/** That a list row of one account in one space has changed. */
export type RowEvent = Extract<LiveEvent, { about: 'row' }>
/** That a real-name authentication has come to its end. */
export type AuthEvent = Extract<LiveEvent, { about: 'auth' }>
/** That a signature asked of a phone has moved on. */
export type HandwritingEvent = Extract<LiveEvent, { about: 'handwriting' }>
/** That a face verification has moved on. */
export type FaceEvent = Extract<LiveEvent, { about: 'face' }>

/** Tells every node when the transaction has ended. */
export const tell = (tx: Db, event: LiveEvent): void => tellAfterwards(tx, { channel, payload: JSON.stringify(event) })

/** Tells every page of the account how a real-name authentication has ended. */
export const tellAuth = (tx: Db, space: { tenantId: string; accountId: string }, status: AuthState): void =>
  tell(tx, { about: 'auth', ...space, status })

/** Tells every node that sessions are no more, by the hashes of their tokens. */
export function tellEnded(tx: Db, ended: readonly { token_hash: Buffer }[]): void {
  for (const { token_hash } of ended) tell(tx, { about: 'session', session: token_hash.toString('hex') })
}

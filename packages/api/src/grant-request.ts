import { keysOf } from '@moqi/domain/keys-of'
import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { grantRequestLifecycle, grantWishes } from '@moqi/domain/seals/grant-request'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, paging, reason, SealInfo, time } from './shapes.ts'

const requestState = z.enum(grantRequestLifecycle.states)
const grantWish = z.enum(keysOf(grantWishes))

const GrantRequest = z.object({
  requestId: id,
  requestState,
  memberId: id,
  memberName: z.string(),
  sealId: id,
  sealName: z.string(),
  sealImg: z.string(),
  taskId: id,
  taskName: z.string(),
  taskNo: z.string(),
  grantWish,
  /** The company's own that the contract was made from, while it is there. */
  template: z.object({ templateId: id, templateName: z.string() }).nullable(),
  counterpartArray: z.array(z.string()),
  /** 23:59:59 of the last day that is asked for, in Shanghai. */
  endTime: time,
  reason: z.string(),
  createTime: time,
  decideTime: time.nullable(),
  deciderName: z.string().nullable(),
  /** Why it was refused. */
  answer: z.string().nullable(),
  /** What came of it. */
  grantId: id.nullable(),
  grantState: z.enum(grantLifecycle.states).nullable(),
})
/** A request for a seal's authorisation, as it travels. */
export type GrantRequest = z.infer<typeof GrantRequest>

const one = z.object({ requestId: id })
const changing = ['seal/grant-request-not-found', 'seal/grant-request-changed'] as const

/** What whoever lacks a seal asks of those who grant it (domain 5.2, 5.8). */
export const grantRequest = {
  ...callsUnder('/sealGrant')({
    getGrantAsking: {
      summary: '本合同可申请授权的印章',
      input: z.object({ signId: id }),
      output: z.object({
        /** Those that the viewer's places take and the viewer may not use at once. */
        sealArray: z.array(
          SealInfo.pick({ sealId: true, sealName: true, sealImg: true, sealType: true }).extend({
            /** Who may grant it; none where nobody else of the company does. */
            grantorArray: z.array(z.string()),
          }),
        ),
        wishArray: z.array(grantWish),
        counterpartArray: z.array(z.string()),
        templateName: z.string().nullable(),
        /** The viewer's own on this contract, the newest of each seal, newest first. */
        requestArray: z.array(
          GrantRequest.extend({
            /** The viewer's own handle of the letter, which is signed in the own space; null before there is one. */
            letterSignId: id.nullable(),
          }),
        ),
      }),
      refuses: ['contract/not-found', 'contract/other-space', 'contract/not-signable', 'session/forbidden'],
    },
    askForGrant: {
      summary: '申请印章授权',
      mutates: true,
      input: z.object({ signId: id, sealId: id, grantWish, endTime: time, reason }),
      output: z.object({ requestId: id, grantorArray: z.array(z.string()) }),
      refuses: [
        'contract/not-found',
        'contract/other-space',
        'contract/not-signable',
        'seal/not-found',
        'seal/no-grantor',
        'seal/grant-not-needed',
        'seal/grant-request-pending',
        'session/forbidden',
        'field/invalid',
      ],
      // Each is told to whoever may grant.
      limit: { count: 20, seconds: 3600 },
    },
    withdrawGrantRequest: {
      summary: '撤回授权申请',
      mutates: true,
      input: one,
      refuses: changing,
    },
  }),
  ...callsUnder('/sealGrant', { right: 'manageSeals' })({
    listGrantRequest: {
      summary: '印章授权申请列表',
      input: z.object({ requestState: requestState.optional(), ...paging }),
      output: z.object({
        requestArray: z.array(
          GrantRequest.extend({
            /** 0 of the legal representative's seal, but for that person, and of what one asked for oneself. */
            mayDecide: flag,
          }),
        ),
        /** How many wait to be decided. */
        pendingNumber: z.int(),
        nextCursor: z.string().nullable(),
      }),
      refuses: ['request/invalid'],
    },
    getGrantRequest: {
      summary: '印章授权申请详情',
      input: one,
      output: GrantRequest,
      refuses: ['seal/grant-request-not-found'],
    },
    refuseGrantRequest: {
      summary: '拒绝授权申请',
      mutates: true,
      input: one.extend({ reason }),
      refuses: [...changing, 'session/forbidden', 'field/invalid'],
    },
  }),
}

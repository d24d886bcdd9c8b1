import { memberChangeLimits, memberDeeds } from '@moqi/domain/spaces/member-change'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time } from './shapes.ts'

const deed = z.enum(memberDeeds)
const Left = z.object({ memberName: z.string(), message: z.string() })

const MemberChange = z.object({
  changeId: id,
  time,
  who: z.string(),
  /** What was done, in words. */
  label: z.string(),
  memberNumber: z.int(),
  /** Until when it can be undone; null when it was, or is past. */
  undoUntil: time.nullable(),
  /** Who has undone it; null when nobody has. */
  undoneBy: z.string().nullable(),
})
/** A change of several members at once, as the list of them shows it. */
export type MemberChange = z.infer<typeof MemberChange>

/** Several members changed at once, in one transaction, and taken back for a day. */
export const memberChange = callsUnder('/companyUser', { right: 'manageMembers' })({
  changeMembers: {
    summary: '批量调整成员：调到部门、给予或收回角色、停用；先核对人数，再执行',
    mutates: true,
    input: z.object({
      /** `check` only says what would happen; `save` does it, or nothing. */
      mode: z.enum(['check', 'save']).default('check'),
      /** Those named; without them all whom keyword and department find. */
      memberIdArray: z.array(id).min(1).max(memberChangeLimits.members).optional(),
      keyword: z.string().trim().max(60).optional(),
      /** Of the search. */
      inDepartmentId: id.nullish(),
      deed,
      /** Of `department`; null: none. */
      departmentId: id.nullish(),
      /** Of `role`; null takes the role back: 经办人. */
      roleId: id.nullish(),
      /** How many were shown to be changed: another number is refused. */
      changeNumber: z.int().min(0).optional(),
    }),
    output: z.object({
      foundNumber: z.int(),
      changeNumber: z.int(),
      /** Who is so already. */
      sameNumber: z.int(),
      /** Who stays as they are, and why. */
      leftArray: z.array(Left),
      /** Null of a check, and where nobody changed. */
      changeId: id.nullable(),
      undoUntil: time.nullable(),
    }),
    refuses: [
      'member/not-found',
      'member/group-not-found',
      'member/last-administrator',
      'member/change-stale',
      'field/invalid',
    ],
  },
  listMemberChange: {
    summary: '最近的批量调整，及能否撤销',
    output: z.object({ changeArray: z.array(MemberChange) }),
  },
  undoMemberChange: {
    summary: '撤销批量调整（24小时内）；之后又被改动过的成员保持不变',
    mutates: true,
    input: z.object({ changeId: id }),
    output: z.object({ restoredNumber: z.int(), leftArray: z.array(Left) }),
    refuses: ['member/change-not-found'],
  },
})

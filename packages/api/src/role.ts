import { grantableRights, rights } from '@moqi/domain/spaces/rights'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, paging, time } from './shapes.ts'

const right = z.enum(rights)
const roleKind = z.enum(['fixed', 'preset', 'own'])
const keyword = z.string().trim().max(60).optional()

/** A role of a company, and what it lets its members do. */
export const Role = z.object({
  /** Null for 管理员 and 经办人, which cannot be changed. */
  roleId: id.nullable(),
  roleName: z.string(),
  roleKind,
  rightArray: z.array(right),
  memberNumber: z.int(),
})
export type Role = z.infer<typeof Role>

/** A member who has a right, and how that came. */
export const RightHolder = z.object({
  memberId: id,
  memberName: z.string(),
  departmentName: z.string().nullable(),
  right,
  roleName: z.string(),
  roleKind,
  reach: z.enum(['company', 'department']),
  /** When the member was given the role it comes from. */
  sinceTime: time,
  /** Who gave it; null where that was not recorded, and of who founded the company. */
  giverName: z.string().nullable(),
})
export type RightHolder = z.infer<typeof RightHolder>

/** Who may do what in a company, and why: its roles (domain 2.5). */
export const role = callsUnder('/companyUser', { right: 'manageMembers' })({
  listRole: {
    summary: '角色及其权限',
    output: z.object({ roleArray: z.array(Role) }),
  },
  saveRole: {
    summary: '新增角色或修改名称、权限',
    mutates: true,
    input: z.object({
      roleId: id.nullish(),
      roleName: z.string().max(100),
      rightArray: z.array(z.enum(grantableRights)).max(grantableRights.length),
    }),
    output: z.object({ roleId: id }),
    refuses: ['field/invalid', 'member/group-not-found'],
  },
  getRoleUse: {
    summary: '谁持有该角色，删除前的数字',
    input: z.object({ roleId: id }),
    output: z.object({
      memberNumber: z.int(),
      /** The first five of them. */
      memberNameArray: z.array(z.string()),
      /** Invitations and the invitation link, which wait for somebody who would get it. */
      inviteNumber: z.int(),
    }),
    refuses: ['member/group-not-found'],
  },
  deleteRole: {
    summary: '删除角色（其成员可同时改为另一角色）',
    mutates: true,
    input: z.object({
      roleId: id,
      /** What its members and whoever is invited to it get; null is 经办人. Without it a role in use is kept. */
      successorRoleId: id.nullish(),
      /** How many members that was said to concern. */
      memberNumber: z.int().min(0).optional(),
    }),
    refuses: ['member/group-not-found', 'member/group-in-use'],
  },
  listRightHolder: {
    summary: '谁有这项权限：来自哪个角色、由谁授予、自何时起',
    input: z.object({ right, keyword, ...paging }),
    output: z.object({ holderArray: z.array(RightHolder), nextCursor: z.string().nullable(), total: z.int() }),
    refuses: ['request/invalid'],
  },
  exportRightHolders: {
    summary: '导出权限清单（Excel）：每人每项权限一行',
    kind: 'blob',
    input: z.object({ right: right.optional() }),
    limit: { count: 20, seconds: 60 },
  },
})

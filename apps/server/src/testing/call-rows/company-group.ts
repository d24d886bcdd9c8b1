import type { companyGroup } from '@moqi/api/company-group'
import { justReads, plain, seen, stale, type CallRows, type Stage } from '../call-row.ts'
import {
  agreed,
  type CompanyPlayer,
  founded,
  furtherCompany,
  groupLines,
  invitedInto,
  ungrouped,
} from '../group-scene.ts'
import { since } from '../repeat-effects.ts'

const none = 'group/not-found'
const fresh = (n: number) => ({ phone: `1390007${n}`, name: '唐三藏', companyName: `杭州云启${n}有限公司` })

/** The launcher's new group, and a company that is new as well; `n` is of four digits. */
async function grouped({ server, launcher }: Stage, n: number): Promise<{ groupId: string; other: CompanyPlayer }> {
  await ungrouped(server, launcher)
  return { groupId: await founded(server, launcher), other: await furtherCompany(server, fresh(n)) }
}

async function invited(stage: Stage, n: number) {
  const made = await grouped(stage, n)
  return { ...made, invitationId: await invitedInto(stage.server, stage.launcher, made.other) }
}

async function joined(stage: Stage, n: number) {
  const made = await invited(stage, n)
  await agreed(stage.server, made.other, made.invitationId)
  return made
}

/** Of the calls in `packages/api/src/company-group.ts`. */
export const companyGroupRows: CallRows<typeof companyGroup> = {
  getGroup: justReads,
  foundGroup: {
    inputs: () => [{ groupName: '云' }],
    again: async ({ server, launcher }) => {
      await ungrouped(server, launcher)
      const count = await since(groupLines(server, launcher, 'foundGroup'))
      return { who: launcher, input: { groupName: '云启集团' }, count }
    },
  },
  answerGroupInvitation: {
    inputs: ({ receivedId }) => [{ invitationId: receivedId, answer: 'agree', version: 0 }],
    refused: none,
    again: async (stage) => {
      const { other, invitationId } = await invited(stage, 1001)
      const input = { invitationId, answer: 'agree', version: 0 } as const
      return { who: other, input, count: groupLines(stage.server, other, 'joinGroup') }
    },
  },
  leaveGroup: {
    inputs: ({ groupId }) => [{ groupId }],
    refused: none,
    again: async (stage) => {
      const { other, groupId } = await joined(stage, 1002)
      return { who: other, input: { groupId }, count: groupLines(stage.server, other, 'leaveGroup') }
    },
  },
  inviteCompany: {
    inputs: () => [{ companyName: '查无此企业有限公司', creditCode: '91330106MA2KQYT75D' }],
    again: async (stage) => {
      const { server, launcher } = stage
      const { other } = await grouped(stage, 1003)
      const { companyName, creditCode } = other
      const count = await since(groupLines(server, launcher, 'inviteToGroup'))
      return { who: launcher, input: { companyName, creditCode }, count }
    },
  },
  urgeGroupInvitation: {
    inputs: ({ sentId }) => [{ invitationId: sentId }],
    refused: none,
    again: async (stage) => {
      const { server, launcher } = stage
      const { invitationId } = await invited(stage, 1004)
      const count = await since(groupLines(server, launcher, 'urgeGroupInvitation'))
      return { who: launcher, input: { invitationId }, count }
    },
  },
  withdrawGroupInvitation: {
    inputs: ({ sentId }) => [{ invitationId: sentId }],
    refused: none,
    again: async (stage) => {
      const { invitationId, other } = await invited(stage, 1005)
      const count = groupLines(stage.server, other, 'withdrawGroupInvitation')
      return { who: stage.launcher, input: { invitationId }, count }
    },
  },
  removeGroupCompany: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: none,
    again: async (stage) => {
      const { other } = await joined(stage, 1006)
      const count = groupLines(stage.server, other, 'removeFromGroup')
      return { who: stage.launcher, input: { tenantId: other.tenantId }, count }
    },
  },
  dissolveGroup: {
    inputs: ({ groupId }) => [{ groupId }],
    refused: none,
    again: async (stage) => {
      const { groupId, other } = await joined(stage, 1007)
      return { who: stage.launcher, input: { groupId }, count: groupLines(stage.server, other, 'dissolveGroup') }
    },
  },
  renameGroup: {
    inputs: () => [{ version: 0, groupName: '云启控股' }],
    again: async (stage) => {
      const { other } = await joined(stage, 1008)
      const count = groupLines(stage.server, other, 'renameGroup')
      return { who: stage.launcher, input: { version: 0, groupName: '云启控股' }, count }
    },
  },
  saveGroupRules: {
    inputs: () => [{ version: 0, graceDays: null, longestHours: 72 }],
    again: stale,
  },
  getGroupFigures: { ...plain, again: seen },
  exportGroupFigures: { ...plain, again: 'answers bytes; each time they are taken the log says so' },
}

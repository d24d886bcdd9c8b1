import type { role } from '@moqi/api/role'
import { justReads, reads, type CallRows } from '../call-row.ts'
import { since, fewer, roles } from '../repeat-effects.ts'

const group = 'member/group-not-found'

/** Of the calls in `packages/api/src/role.ts`. */
export const roleRows: CallRows<typeof role> = {
  listRole: justReads,
  saveRole: {
    inputs: ({ roleId }) => [{ roleId, roleName: '合同专员', rightArray: ['launch'] }],
    refused: group,
    again: async (stage) => ({
      who: stage.launcher,
      input: { roleName: '法务', rightArray: [] },
      count: await since(roles(stage)),
    }),
  },
  deleteRole: {
    inputs: ({ roleId }) => [{ roleId }],
    refused: group,
    again: async (stage) => {
      const { data } = await stage.server.call('saveRole', { roleName: '行政', rightArray: [] }, stage.launcher)
      return { who: stage.launcher, input: { roleId: data.roleId }, count: await fewer(roles(stage)) }
    },
  },
  getRoleUse: { inputs: ({ roleId }) => [{ roleId }], refused: group, again: reads },
  listRightHolder: { inputs: () => [{ right: 'launch' }], again: reads },
  exportRightHolders: justReads,
}

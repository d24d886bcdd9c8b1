import type { memberChange } from '@moqi/api/member-change'
import type { memberImport } from '@moqi/api/member-import'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { justReads, plain, type CallRows, type Stage } from '../call-row.ts'
import { memberIdOf } from '../company-scene.ts'
import { since } from '../repeat-effects.ts'

/** The launcher's own move to a new department. */
async function moveOf({ server, launcher }: Stage, departmentName: string): Promise<Sent<Table['changeMembers']>> {
  const { data } = await server.call('saveDepartment', { departmentName }, launcher)
  const memberIdArray = [await memberIdOf(server, launcher, launcher.phone)]
  return { mode: 'save', deed: 'department', memberIdArray, departmentId: data.departmentId }
}

const listed = async ({ server, launcher }: Stage) =>
  (await server.call('listMemberChange', {}, launcher)).data.changeArray
const changes = (stage: Stage) => async () => (await listed(stage)).length
const undone = (stage: Stage) => async () => (await listed(stage)).filter((one) => one.undoneBy !== null).length

/** Of the calls in `packages/api/src/member-change.ts`. */
export const memberChangeRows: CallRows<typeof memberChange> = {
  changeMembers: {
    inputs: ({ operatorId, departmentId }) => [
      { deed: 'department', memberIdArray: [operatorId], departmentId },
      { deed: 'disable', memberIdArray: [operatorId] },
    ],
    refused: 'member/not-found',
    again: async (stage) => ({
      who: stage.launcher,
      input: await moveOf(stage, '轮岗一部'),
      count: await since(changes(stage)),
    }),
  },
  listMemberChange: justReads,
  undoMemberChange: {
    inputs: ({ changeId }) => [{ changeId }],
    refused: 'member/change-not-found',
    again: async (stage) => {
      const { server, launcher } = stage
      const { data } = await server.call('changeMembers', await moveOf(stage, '轮岗二部'), launcher)
      return { who: launcher, input: { changeId: data.changeId ?? '' }, count: await since(undone(stage)) }
    },
  },
}

/** Of the calls in `packages/api/src/member-import.ts`. */
export const memberImportRows: CallRows<typeof memberImport> = {
  importMembers: { ...plain, again: 'is sent as a file; repeated in the tests of the import' },
  memberTemplate: justReads,
}

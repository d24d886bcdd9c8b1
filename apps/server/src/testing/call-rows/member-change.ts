import type { memberChange } from '@moqi/api/member-change'
import type { memberImport } from '@moqi/api/member-import'
import { justReads, plain, setsState, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/member-change.ts`. */
export const memberChangeRows: CallRows<typeof memberChange> = {
  changeMembers: {
    inputs: ({ memberId, departmentId }) => [
      { deed: 'department', memberIdArray: [memberId], departmentId },
      { mode: 'save', deed: 'disable', memberIdArray: [memberId] },
    ],
    refused: 'member/not-found',
    again: setsState,
  },
  listMemberChange: justReads,
  undoMemberChange: {
    inputs: ({ memberId }) => [{ changeId: memberId }],
    refused: 'member/change-not-found',
    again: setsState,
  },
}

/** Of the calls in `packages/api/src/member-import.ts`. */
export const memberImportRows: CallRows<typeof memberImport> = {
  importMembers: { ...plain, again: 'is sent as a file; repeated in the tests of the import' },
  memberTemplate: justReads,
}

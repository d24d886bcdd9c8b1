import type { filing } from '@moqi/api/filing'
import { justReads, plain, reads, setsState, stale, type CallRows } from '../call-row.ts'
import { since } from '../repeat-effects.ts'
import { sampleFile } from '../sample-file.ts'
import { filingFields, filings, folders } from '../filing-scene.ts'

const folder = 'filing/folder-not-found'
const unknown = 'filing/not-found'
const byFilingId = { inputs: ({ filingId }: { filingId: string }) => [{ filingId }], refused: unknown } as const

/** Of the calls in `packages/api/src/filing.ts`. */
export const filingRows: CallRows<typeof filing> = {
  listFolders: justReads,
  listFilings: { inputs: () => [{}], again: reads },
  getFiling: { ...byFilingId, again: reads },
  fileContracts: {
    inputs: ({ filingId, folderId }) => [
      { filingIdArray: [filingId], folderId },
      { filingIdArray: [filingId], folderId: null },
    ],
    refused: unknown,
    again: setsState,
  },
  saveFiling: {
    inputs: ({ filingId }) => [{ filingId, version: 0, beginDate: '', endDate: '', valueArray: [] }],
    refused: unknown,
    again: stale,
  },
  exportFilings: justReads,
  filingTemplate: justReads,
  importFilingValues: { ...plain, again: 'is sent as a file; repeated in the tests of the import' },
  importedFile: { ...byFilingId, again: reads },
  saveFolder: {
    inputs: ({ folderId }) => [{ folderId, parentId: null, folderName: '采购合同' }],
    refused: folder,
    again: async (stage) => ({
      who: stage.launcher,
      input: { parentId: null, folderName: '一式一份' },
      count: await since(folders(stage)),
    }),
  },
  deleteFolder: {
    inputs: ({ folderId }) => [{ folderId, targetId: null, filingNumber: 0 }],
    refused: folder,
    again: 'deletes what it names: again, there is none',
  },
  saveFilingField: {
    inputs: ({ filingFieldId }) => [{ fieldId: filingFieldId, fieldName: '成本中心', fieldKind: 'text' }],
    refused: 'filing/field-not-found',
    again: async (stage) => ({
      who: stage.launcher,
      input: { fieldName: '只有一个', fieldKind: 'text' },
      count: await since(filingFields(stage)),
    }),
  },
  orderFilingFields: {
    inputs: ({ filingFieldId }) => [{ fieldIdArray: [filingFieldId] }],
    refused: 'filing/field-not-found',
    again: setsState,
  },
  deleteFilingField: {
    inputs: ({ filingFieldId }) => [{ fieldId: filingFieldId }],
    refused: 'filing/field-not-found',
    again: 'deletes what it names: again, there is none',
  },
  importFiling: {
    ...plain,
    again: async (stage) => ({
      who: stage.launcher,
      input: {},
      file: { fileName: '租赁合同.pdf', bytes: sampleFile('保密协议.pdf'), by: 'importFiling' },
      count: await since(filings(stage)),
    }),
  },
}

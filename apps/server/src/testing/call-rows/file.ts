import type { file } from '@moqi/api/file'
import { justReads, plain, reads, type CallRows } from '../call-row.ts'
import { sampleFile } from '../sample-file.ts'

/** Of the calls in `packages/api/src/file.ts`. */
export const fileRows: CallRows<typeof file> = {
  uploadFile: {
    ...plain,
    again: async (stage) => {
      const who = stage.launcher
      const files = async () =>
        (
          await stage.server.deps.db.read(who.tenantId, (db) =>
            db.selectFrom('file').where('tenant_id', '=', who.tenantId).select('file_id').execute(),
          )
        ).length
      const before = await files()
      const file = { fileName: '保密协议.pdf', bytes: sampleFile('保密协议.pdf') }
      return { who, input: {}, file, count: async () => (await files()) - before }
    },
  },
  fileContent: {
    inputs: ({ fileId, signId }) => [{ fileId, signId }, { fileId }],
    refused: 'file/not-found',
    again: reads,
  },
  pageImage: {
    inputs: ({ fileId, signId }) => [
      { fileId, signId, page: 1 },
      { fileId, page: 1 },
      { signId, page: 1 },
    ],
    refused: 'file/not-found',
    again: reads,
  },
  searchKeyword: {
    inputs: ({ fileId, signId }) => [
      { fileId, signId, keyword: '甲方' },
      { fileId, keyword: '甲方' },
    ],
    refused: 'file/not-found',
    again: reads,
  },
  recognizeAreas: {
    inputs: ({ fileId, signId }) => [
      { fileId, signId, signerArray: [{ signerNo: 1, signType: 1 }] },
      { fileId, signerArray: [{ signerNo: 1, signType: 0 }] },
    ],
    refused: 'file/not-found',
    again: reads,
  },
  verifyFile: justReads,
  listRoots: justReads,
}

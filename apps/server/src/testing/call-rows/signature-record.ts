import type { signatureRecord } from '@moqi/api/signature-record'
import { justReads, reads, type CallRows } from '../call-row.ts'
import { alone, logged } from '../repeat-effects.ts'
import { sent, signNow } from '../contract-scene.ts'

/** Of the calls in `packages/api/src/signature-record.ts`. */
export const signatureRecordRows: CallRows<typeof signatureRecord> = {
  listSignatureRecords: justReads,
  exportSignatureRecords: justReads,
  listOwnSignatures: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: reads,
  },
  // Whose signature it is signature-records.test.ts asks.
  disputeSignature: {
    inputs: ({ tenantId, taskId }) => [{ tenantId, recordId: taskId }],
    again: async (stage) => {
      const { taskId } = await sent(stage.server, stage.launcher, alone)
      await signNow(stage.server, stage.wang, taskId)
      const { data } = await stage.server.call('listOwnSignatures', {}, stage.wang)
      const recordId = data.recordArray.find((record) => record.taskId === taskId)?.recordId ?? ''
      return {
        who: stage.wang,
        input: { tenantId: stage.wang.tenantId, recordId },
        count: logged(stage, taskId, 'dispute'),
      }
    },
  },
  listAllSpacesTasks: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: reads,
  },
}

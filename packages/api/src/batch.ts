import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, paging, time } from './shapes.ts'
import { Column } from './template.ts'

const templateIdOnly = z.object({ templateId: id })
const batchIdOnly = z.object({ batchId: id })
const noTemplate = ['template/not-found'] as const
const noBatch = ['batch/not-found'] as const
const launches = { right: 'launch' } as const

const Fault = z.object({ field: z.string(), message: z.string() })

/** A list of contracts to send, and how far it has come; `total` are those that have been taken into sending. */
export const BatchHead = z.object({
  batchId: id,
  templateId: id,
  templateName: z.string(),
  /** The template's version that the list was checked against and is sent from. */
  version: z.int().min(0),
  fileName: z.string(),
  /** Nothing is sent yet, something waits to be, nothing waits. */
  batchState: z.enum(['listed', 'running', 'done']),
  total: z.int(),
  doneNumber: z.int(),
  failedNumber: z.int(),
  waitingNumber: z.int(),
  /** Rows that have not been taken into sending; how many of them have a fault. */
  listedNumber: z.int(),
  faultyNumber: z.int(),
  createTime: time,
  finishTime: time.nullable(),
})
export type BatchHead = z.infer<typeof BatchHead>

/** A row of the spreadsheet, by its number there. */
export const BatchRow = z.object({
  row: z.int(),
  rowState: z.enum(['listed', 'waiting', 'done', 'failed']),
  /** The values, in the order of the columns. */
  valueArray: z.array(z.string()),
  /** What keeps a listed row from being sent, each naming its column. */
  faultArray: z.array(Fault),
  /** Why sending failed. */
  fault: z.string().nullable(),
  /** The initiator's own way to the contract, once there is one. */
  signId: z.string().nullable(),
  taskNo: z.string().nullable(),
})
export type BatchRow = z.infer<typeof BatchRow>

/** Checklist R26, C95: launching from a template by spreadsheet. */
export const batch = callsUnder('/api/common/v1/template')({
  batchTemplate: {
    method: 'GET',
    path: '/api/common/v1/template/batchSheet',
    summary: '下载批量发起的表格',
    ...launches,
    kind: 'blob',
    input: templateIdOnly,
    refuses: noTemplate,
  },
  checkBatch: {
    summary: '检查批量发起的表格并存为名单（xlsx，不超过5MB、1000行）',
    ...launches,
    mutates: true,
    kind: 'upload',
    input: templateIdOnly,
    output: batchIdOnly,
    refuses: [
      ...noTemplate,
      'template/disabled',
      'template/incomplete',
      'field/invalid',
      'file/too-large',
      'file/type',
      'file/damaged',
      'file/too-complex',
    ],
    limit: { count: 30, seconds: 60 },
  },
  listBatches: {
    path: '/api/common/v1/template/batchList',
    summary: '我的批量发起记录',
    ...launches,
    input: z.object({}),
    output: z.object({ batchArray: z.array(BatchHead) }),
  },
  getBatch: {
    path: '/api/common/v1/template/batchInfo',
    summary: '批量发起的名单、进度与每一行的结果',
    ...launches,
    input: batchIdOnly.extend({
      /** `faulty` are those listed with a fault. */
      rowState: z.enum(['all', 'listed', 'faulty', 'taken', 'failed']).default('all'),
      cursor: paging.cursor,
      pageSize: paging.pageSize,
    }),
    output: BatchHead.extend({
      /** 份 that the space has left. */
      surplus: z.int(),
      /** Days each contract may be signed in. */
      deadlineDays: z.int(),
      columnArray: z.array(Column),
      rowArray: z.array(BatchRow),
      nextCursor: z.string().nullable(),
    }),
    refuses: [...noBatch, 'request/invalid'],
  },
  correctBatchRow: {
    summary: '修改名单中尚未发送的一行',
    ...launches,
    mutates: true,
    input: batchIdOnly.extend({
      row: z.int().min(1),
      /** By column key; what is not named stays. */
      values: z.record(z.string().max(80), z.string().max(600)),
    }),
    output: z.object({ faultArray: z.array(Fault), listedNumber: z.int(), faultyNumber: z.int() }),
    refuses: [...noBatch, 'batch/changed', 'field/invalid'],
    limit: { count: 600, seconds: 60 },
  },
  dropBatchRows: {
    summary: '从名单中删除尚未发送的行；一行不剩的名单一并删除',
    ...launches,
    mutates: true,
    /** All that are not sent, or one. */
    input: batchIdOnly.extend({ row: z.int().min(1).nullish() }),
    output: z.object({ droppedNumber: z.int() }),
    refuses: noBatch,
  },
  batchFaultSheet: {
    method: 'GET',
    summary: '下载名单中有误的行，附问题说明，改好后可以重新导入',
    ...launches,
    kind: 'blob',
    input: batchIdOnly,
    refuses: noBatch,
  },
  startBatch: {
    summary: '开始批量发起：发送名单中没有问题的行，其余保留在名单中',
    ...launches,
    mutates: true,
    input: batchIdOnly,
    output: z.object({ startedNumber: z.int() }),
    refuses: [
      ...noBatch,
      ...noTemplate,
      'template/disabled',
      'template/incomplete',
      'space/not-authenticated',
      'contract/quota',
      'field/invalid',
    ],
    limit: { count: 30, seconds: 60 },
  },
  retryBatch: {
    summary: '重新发送失败的行',
    ...launches,
    mutates: true,
    input: batchIdOnly,
    output: z.object({ retriedNumber: z.int() }),
    refuses: [...noBatch, ...noTemplate, 'contract/quota'],
  },
})

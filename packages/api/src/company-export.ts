import { companyExportLifecycle, exportActs, exportStages } from '@moqi/domain/spaces/company-export'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, paging, time } from './shapes.ts'

const count = z.int().nonnegative()
const typedCode = z.string().trim().max(10)

/** An export of everything that a company has. */
export const CompanyExport = z.object({
  exportId: id,
  exportState: z.enum(companyExportLifecycle.states),
  exportStage: z.enum(exportStages),
  /** Finished contracts in it; of these so many are packed, are checked, could not be read. */
  taskNumber: count,
  packedNumber: count,
  checkedNumber: count,
  leftOutNumber: count,
  /** Bytes. */
  size: count,
  orderTime: time,
  orderedBy: z.string(),
  finishTime: time.nullable(),
  /** Until when it may be downloaded; null where it may not. */
  keptUntil: time.nullable(),
  fileName: z.string(),
})
export type CompanyExport = z.infer<typeof CompanyExport>

const managed = callsUnder('/companyExport', { right: 'exportData' })({
  listCompanyExport: {
    summary: '数据导出记录，与现在可导出的合同份数',
    input: z.object({ ...paging }),
    output: z.object({
      exportArray: z.array(CompanyExport),
      nextCursor: z.string().nullable(),
      /** Finished contracts that an export begun now would hold. */
      taskNumber: count,
    }),
    refuses: ['request/invalid'],
  },
  orderCompanyExport: {
    summary: '开始导出本企业的全部合同、证据与台账',
    mutates: true,
    input: z.object({
      /** Of getSmsVerificationCode with scene `export`. */
      smsCode: typedCode,
    }),
    output: CompanyExport,
    refuses: ['account/code-wrong', 'export/changed'],
    limit: { count: 10, seconds: 600 },
  },
  steerCompanyExport: {
    summary: '暂停、继续或取消导出',
    mutates: true,
    input: z.object({ exportId: id, exportAct: z.enum(exportActs) }),
    output: CompanyExport,
    refuses: ['export/not-found', 'export/changed'],
  },
  getCompanyExportLink: {
    summary: '导出包的下载链接（24小时内有效，支持断点续传）',
    mutates: true,
    input: z.object({ exportId: id }),
    output: z.object({
      /** Answers the archive to whoever has it, byte ranges too. */
      fileUrl: z.string(),
      expireTime: time,
    }),
    refuses: ['export/not-found', 'export/changed'],
    limit: { count: 60, seconds: 600 },
  },
})

/** A company's exports: whoever has a link takes the archive by it. */
export const companyExport = {
  ...managed,
  ...callsUnder('/companyExport', { access: 'open' })({
    downloadCompanyExport: {
      method: 'GET',
      summary: '以下载链接取导出包',
      kind: 'blob',
      input: z.object({ link: z.string().max(400) }),
      refuses: ['export/not-found'],
      limit: { count: 600, seconds: 60 },
    },
  }),
}

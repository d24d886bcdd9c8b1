import { filingFieldKinds } from '@moqi/domain/filings/filing-field'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { jsonText } from './json-text.ts'
import { flag, id, isSo, paging, time } from './shapes.ts'

const count = z.int().nonnegative()
/** A day as 2026-04-01; empty for none. */
const day = z.string().trim().max(20)
/** Longer than any value may be, so that a fault is named and not just refused. */
const text = z.string().max(600)

const Folder = z.object({
  folderId: id,
  /** Null at the top. */
  parentId: id.nullable(),
  folderName: z.string(),
  /** How many years its contracts are kept; null: as the folder above says. */
  retentionYears: z.int().nullable(),
  /** In it and in all below it. */
  filingNumber: count,
})
/** A folder of the archive with the number of its contracts. */
export type Folder = z.infer<typeof Folder>

const FilingField = z.object({
  fieldId: id,
  fieldName: z.string(),
  fieldKind: z.enum(filingFieldKinds),
  required: flag,
  choiceArray: z.array(z.string()),
})
/** A field of a company's own about its contracts. */
export type FilingField = z.infer<typeof FilingField>

const Value = z.object({
  fieldId: id,
  /** As it is kept: an amount in 分, a member's id. */
  value: z.string(),
  /** As people read it. */
  valueText: z.string(),
})

const Filing = z.object({
  filingId: id,
  /** The contract's own entry; null of what was not signed here. */
  signId: id.nullable(),
  taskName: z.string(),
  taskNo: z.string(),
  partyNames: z.string(),
  finishTime: time,
  folderId: id.nullable(),
  version: z.int(),
  beginDate: z.string(),
  endDate: z.string(),
  /** How many months it goes on by itself, 0: not at all; how many days before its end one must say no. */
  renewMonths: z.int(),
  noticeDays: z.int(),
  /** What is past was looked after. */
  settled: flag,
  term: z.object({
    termState: z.enum(['none', 'before', 'running', 'soon', 'past']),
    /** How much of it is over, in per cent. */
    part: z.int(),
    words: z.string(),
  }),
  keepUntil: z.string(),
  valueArray: z.array(Value),
  /** Of what was not signed here: how its own signatures were judged; null of what was. */
  imported: z
    .object({
      fileName: z.string(),
      fileKind: z.string(),
      fileSize: count,
      verdict: z.string(),
      conclusion: z.string(),
    })
    .nullable(),
})
/** A contract as the archive lists it. */
export type Filing = z.infer<typeof Filing>

const asked = {
  /** All, those in no folder yet, or those whose retention is over. */
  place: z.enum(['all', 'unfiled', 'kept']).default('all'),
  /** In it and in all below it. */
  folderId: id.optional(),
  termState: z.enum(['soon', 'past']).optional(),
  keyword: z.string().trim().max(100).optional(),
  /** What own fields must hold: the text in a text; the number, amount (in 元) or day, as written, between both ends. */
  fieldFilterArray: z
    .array(z.object({ fieldId: id, value: text.optional(), from: text.optional(), to: text.optional() }))
    .max(5)
    .default([]),
}

const row = z.int().min(1).max(1_048_576)
/** `columnId`: `number`, `begin`, `end`, or the id of a field. */
const Cell = z.object({ columnId: id, value: text })

const filed = z.array(id).min(1).max(filingLimits.filedAtOnce)

/** A company's archive of its finished contracts, and of those it has on paper or from elsewhere. */
const seen = callsUnder('/api/common/v1/filing', { right: 'seeConsole' })({
  listFolders: {
    summary: '合同归档：文件夹、待归档与到期的份数、今后十二个月的到期数',
    output: z.object({
      /** Of all contracts of the company, else of the member's own. */
      whole: flag,
      folderArray: z.array(Folder),
      fieldArray: z.array(FilingField),
      /** Who may stand in a field of the kind `person`. */
      memberArray: z.array(z.object({ memberId: id, memberName: z.string() })),
      total: count,
      unfiledNumber: count,
      soonNumber: count,
      pastNumber: count,
      keptNumber: count,
      /** From this month on, as 2026-04. */
      monthArray: z.array(z.object({ month: z.string(), number: count })),
    }),
  },
  listFilings: {
    summary: '归档的合同（最近完成的在前）',
    input: z.object({ ...asked, ...paging }),
    output: z.object({ filingArray: z.array(Filing), nextCursor: z.string().nullable(), total: count }),
    refuses: ['request/invalid', 'filing/folder-not-found', 'field/invalid'],
  },
  getFiling: {
    summary: '一份合同的归档信息与变更记录；`filingId` 即合同的 `taskId`',
    input: z.object({ filingId: id }),
    output: z.object({
      filing: Filing,
      logArray: z.array(z.object({ time, who: z.string(), label: z.string(), detail: z.string() })),
    }),
    refuses: ['filing/not-found'],
  },
  fileContracts: {
    summary: '归档：放入文件夹，或移出文件夹（单次最多200份）',
    mutates: true,
    input: z.object({ filingIdArray: filed, folderId: id.nullable() }),
    output: z.object({ filedNumber: count }),
    refuses: ['filing/not-found', 'filing/folder-not-found'],
  },
  saveFiling: {
    summary: '修改合同期限与台账字段',
    mutates: true,
    input: z.object({
      filingId: id,
      version: z.int().min(0),
      beginDate: day,
      endDate: day,
      renewMonths: z.int().min(0).max(1000).default(0),
      noticeDays: z.int().min(0).max(1000).default(0),
      settled: isSo.default(false),
      valueArray: z.array(z.object({ fieldId: id, value: text })).max(filingLimits.fields),
    }),
    output: Filing,
    refuses: ['filing/not-found', 'filing/stale', 'field/invalid'],
  },
  exportFilings: {
    summary: '导出台账（xlsx，最多1万份）',
    kind: 'blob',
    input: z.object(asked),
    refuses: ['field/invalid', 'filing/folder-not-found'],
    limit: { count: 20, seconds: 60 },
  },
  filingTemplate: {
    summary: '台账导入模板；给出有误的行时，模板中即为这些行及其问题',
    kind: 'blob',
    input: z.object({
      faultArray: z
        .array(z.object({ row, cellArray: z.array(Cell).max(40), messageArray: z.array(text).max(40) }))
        .max(filingLimits.importRows)
        .default([]),
    }),
    limit: { count: 60, seconds: 600 },
  },
  importFilingValues: {
    summary: '批量导入台账（multipart：file .xlsx、mode、mendArray），按合同编号对应',
    kind: 'upload',
    mutates: true,
    input: z.object({
      /** `check` only judges; `save` takes every row without fault and answers the others. */
      mode: z.enum(['check', 'save']).default('check'),
      /** Rows as they were mended after an earlier answer, in the place of the file's; as JSON. */
      mendArray: jsonText(
        z.array(z.object({ row, cellArray: z.array(Cell).max(40) })).max(filingLimits.importRows),
        2_000_000,
      ).default([]),
    }),
    output: z.object({
      total: count,
      goodNumber: count,
      savedNumber: count,
      faultArray: z.array(
        z.object({
          row,
          cellArray: z.array(z.object({ columnId: z.string(), value: z.string() })),
          faultArray: z.array(z.object({ columnId: z.string(), message: z.string() })),
        }),
      ),
    }),
    refuses: ['file/too-large', 'file/type', 'file/damaged', 'file/too-complex', 'field/invalid'],
    limit: { count: 60, seconds: 600 },
  },
  importedFile: {
    method: 'GET',
    summary: '导入的纸质或外部合同的原文件',
    kind: 'blob',
    input: z.object({ filingId: id }),
    refuses: ['filing/not-found'],
  },
})

const managed = callsUnder('/api/common/v1/filing', { right: 'manageArchive' })({
  saveFolder: {
    summary: '新建、改名、移动文件夹，或加长其保存年限',
    mutates: true,
    input: z.object({
      folderId: id.nullish(),
      parentId: id.nullable(),
      folderName: z.string().max(100),
      retentionYears: z.int().nullable().default(null),
    }),
    output: z.object({ folderId: id }),
    refuses: ['filing/folder-not-found', 'field/invalid'],
  },
  deleteFolder: {
    summary: '删除文件夹及其下级，其中的合同移到别处；先说明有多少份',
    mutates: true,
    input: z.object({
      folderId: id,
      /** Where its contracts go: another folder, null for 待归档. */
      targetId: id.nullable(),
      /** How many contracts the person was told of. */
      filingNumber: count,
    }),
    output: z.object({ filedNumber: count }),
    refuses: ['filing/folder-not-found', 'filing/folder-changed', 'field/invalid'],
  },
  saveFilingField: {
    summary: '新增或修改台账字段',
    mutates: true,
    input: z.object({
      fieldId: id.nullish(),
      fieldName: z.string().max(100),
      fieldKind: z.enum(filingFieldKinds),
      required: isSo.default(false),
      choiceArray: z.array(z.string().max(100)).max(200).default([]),
    }),
    output: z.object({ fieldId: id }),
    refuses: ['filing/field-not-found', 'field/invalid'],
  },
  orderFilingFields: {
    summary: '台账字段的顺序：给出全部字段',
    mutates: true,
    input: z.object({ fieldIdArray: z.array(id).max(filingLimits.fields) }),
    refuses: ['filing/field-not-found'],
  },
  deleteFilingField: {
    summary: '删除台账字段；已有的值不再显示，变更记录保留',
    mutates: true,
    input: z.object({ fieldId: id }),
    refuses: ['filing/field-not-found'],
  },
  importFiling: {
    summary: '导入纸质或外部合同（multipart：file .pdf、.jpg、.png），不标为由本平台签署，带签名的给出验签结论',
    kind: 'upload',
    mutates: true,
    input: z.object({
      taskName: z.string().max(200).default(''),
      taskNo: z.string().max(100).default(''),
      partyNames: z.string().max(300).default(''),
      folderId: id.optional(),
    }),
    output: Filing,
    refuses: [
      'file/too-large',
      'file/type',
      'file/no-room',
      'file/too-complex',
      'filing/folder-not-found',
      'field/invalid',
    ],
    limit: { count: 120, seconds: 600 },
  },
})

/** A company's archive of its finished contracts, and of those it has on paper or from elsewhere. */
export const filing = { ...seen, ...managed }

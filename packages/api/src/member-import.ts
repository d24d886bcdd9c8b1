import { memberImportLimits } from '@moqi/domain/spaces/member-sheet'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { jsonText } from './json-text.ts'

/** Longer than any cell may be, so that a fault is named and not just refused. */
const text = z.string().max(600)
const row = z.int().min(1).max(1_048_576)
const cells = { memberName: text, phone: text, department: text.default(''), role: text.default('') }
const Fault = z.object({ field: z.string(), message: z.string() })

/** A row of a spreadsheet of members that cannot be taken, and what is wrong with it. */
const FaultyMemberRow = z.object({
  /** As the spreadsheet counts it, from 1. */
  row: z.int(),
  memberName: z.string(),
  phone: z.string(),
  department: z.string(),
  role: z.string(),
  faultArray: z.array(Fault),
})
/** As it is answered. */
export type FaultyMemberRow = z.infer<typeof FaultyMemberRow>

/** Members out of a spreadsheet: whoever is new to the company is invited. */
export const memberImport = callsUnder('/companyUser', { right: 'manageMembers' })({
  importMembers: {
    summary: '批量导入成员（multipart：file .xlsx、mode、mendArray）：逐人发出邀请，已在企业中的跳过',
    kind: 'upload',
    mutates: true,
    input: z.object({
      /** `check` only judges; `save` takes every row without fault and answers the others. */
      mode: z.enum(['check', 'save']).default('check'),
      /** Rows as they were mended after an earlier answer, in the place of the file's; as JSON. */
      mendArray: jsonText(z.array(z.object({ row, ...cells })).max(memberImportLimits.rows), 1_000_000).default([]),
    }),
    output: z.object({
      total: z.int(),
      goodNumber: z.int(),
      savedNumber: z.int(),
      /** Who is a member or invited already, and is passed over. */
      thereArray: z.array(z.object({ row: z.int(), memberName: z.string(), message: z.string() })),
      /** Departments that the company has not and that are made with it. */
      newDepartmentArray: z.array(z.string()),
      faultArray: z.array(FaultyMemberRow),
    }),
    refuses: [
      'space/not-authenticated',
      'file/too-large',
      'file/type',
      'file/damaged',
      'file/too-complex',
      'field/invalid',
    ],
    limit: { count: 30, seconds: 600 },
  },
  memberTemplate: {
    summary: '成员导入模板；给出有误的行时，模板中即为这些行及其问题',
    kind: 'blob',
    input: z.object({
      faultArray: z
        .array(z.object({ row, ...cells, faultArray: z.array(z.object({ field: text, message: text })).max(20) }))
        .max(memberImportLimits.rows)
        .default([]),
    }),
    limit: { count: 60, seconds: 600 },
  },
})

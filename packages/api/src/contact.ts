import { contactLimits, contactTypes } from '@moqi/domain/contacts/contact-rules'
import { z } from 'zod'
import { defineCalls } from './call.ts'
import { jsonText } from './json-text.ts'
import { id, paging, time } from './shapes.ts'

const contactType = z.enum(contactTypes)
const version = z.int().min(1)
/** Longer than any field may be, so that a fault is named and not just refused. */
const text = z.string().max(600)

const texts = {
  /** Of the person, or of the company's operator. */
  name: text,
  phone: text,
  /** Empty for a person. */
  companyName: text.default(''),
  creditCode: text.default(''),
  email: text.default(''),
  remark: text.default(''),
}

/** The same as they are shown. */
const shown = {
  name: z.string(),
  phone: z.string(),
  companyName: z.string(),
  creditCode: z.string(),
  email: z.string(),
  remark: z.string(),
}

const Contact = z.object({
  contactId: id,
  version,
  contactType,
  ...shown,
  /** When a contract was last launched with this contact, and how many were. */
  useTime: time.nullable(),
  useNumber: z.int(),
})
/** A contact of the address book; `version` goes up with each change. */
export type Contact = z.infer<typeof Contact>

const Fault = z.object({ field: z.string(), message: z.string() })

const FaultyRow = z.object({
  /** As the spreadsheet counts it, from 1. */
  row: z.int(),
  ...shown,
  faultArray: z.array(Fault),
})
/** A row of a spreadsheet of contacts that cannot be taken, and what is wrong with it. */
export type FaultyRow = z.infer<typeof FaultyRow>

const row = z.int().min(1).max(1_048_576)

const chosen = z.object({ contactId: id, version })

/** Checklist C95: the person's own address book in a space. */
export const contact = defineCalls({
  listContacts: {
    path: '/api/common/v1/contact/list',
    summary: '通讯录（最近使用的在前）',
    input: z.object({ contactType, keyword: z.string().trim().max(100).optional(), ...paging }),
    output: z.object({
      contactArray: z.array(Contact),
      nextCursor: z.string().nullable(),
      /** Of this type; absent when a keyword narrows the list. */
      total: z.int().optional(),
      personTotal: z.int(),
      companyTotal: z.int(),
    }),
    refuses: ['request/invalid'],
  },
  saveContact: {
    path: '/api/common/v1/contact/save',
    summary: '新增或修改联系人',
    mutates: true,
    input: z.object({ contactId: id.nullish(), version: version.optional(), contactType, ...texts }),
    output: Contact,
    refuses: ['contact/not-found', 'contact/exists', 'contact/stale', 'contact/full', 'field/invalid'],
  },
  deleteContacts: {
    path: '/api/common/v1/contact/delete',
    summary: '删除联系人',
    mutates: true,
    input: z.object({ contactIdArray: z.array(id).min(1).max(contactLimits.deletedAtOnce) }),
    refuses: ['contact/not-found'],
  },
  importContacts: {
    path: '/api/common/v1/contact/import',
    summary: '批量导入联系人（multipart：file .xlsx、mode、mendArray）',
    kind: 'upload',
    mutates: true,
    input: z.object({
      /** `check` only judges; `save` takes every row without fault and answers the others. */
      mode: z.enum(['check', 'save']).default('check'),
      /** Rows as they were mended after an earlier answer, in the place of the file's; as JSON. */
      mendArray: jsonText(z.array(z.object({ row, ...texts })).max(contactLimits.importRows), 1_000_000).default([]),
    }),
    output: z.object({
      total: z.int(),
      goodNumber: z.int(),
      savedNumber: z.int(),
      faultArray: z.array(FaultyRow),
    }),
    refuses: ['file/too-large', 'file/type', 'file/damaged', 'file/too-complex', 'contact/full', 'field/invalid'],
    limit: { count: 60, seconds: 600 },
  },
  contactTemplate: {
    path: '/api/common/v1/contact/template',
    summary: '导入模板；给出有误的行时，模板中即为这些行及其问题',
    kind: 'blob',
    input: z.object({
      faultArray: z
        .array(z.object({ row, ...texts, faultArray: z.array(z.object({ field: text, message: text })).max(20) }))
        .max(contactLimits.importRows)
        .default([]),
    }),
    limit: { count: 60, seconds: 600 },
  },
  findDoubles: {
    path: '/api/common/v1/contact/findDoubles',
    summary: '可能重复的联系人：手机号相同，或姓名与企业相同',
    input: z.object({ contactType }),
    output: z.object({
      groupArray: z.array(z.object({ reason: z.enum(['phone', 'name']), contactArray: z.array(Contact) })),
    }),
    limit: { count: 120, seconds: 60 },
  },
  mergeContacts: {
    path: '/api/common/v1/contact/merge',
    summary: '合并联系人：第一个按所给内容保留，其余删除',
    mutates: true,
    input: z.object({
      contactArray: z.array(chosen).min(2).max(contactLimits.mergedAtOnce),
      ...texts,
    }),
    output: Contact,
    refuses: ['contact/not-found', 'contact/exists', 'contact/stale', 'field/invalid'],
  },
})

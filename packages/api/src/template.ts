import { templateUses } from '@moqi/domain/templates/template-access'
import { willKinds } from '@moqi/domain/contract/will-kind'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { File, flag, id, paging, Position, SentPosition, time } from './shapes.ts'

const templateIdOnly = z.object({ templateId: id })
const version = z.int().min(0)
const noTemplate = ['template/not-found'] as const
const launches = { right: 'launch' } as const

/** A side of the contracts; what is empty of one that is not `own` is given at each launch. */
export const TemplateRole = z.object({
  signerNo: z.int().min(1).max(50),
  roleName: z.string().trim().max(60),
  signOrder: z.int().min(1).max(255),
  /** 1 a company, 0 a person. */
  signType: flag,
  own: flag,
  signerName: z.string().trim().max(60).default(''),
  phone: z.string().trim().max(20).default(''),
  companyName: z.string().trim().max(120).default(''),
  willAuthType: z.enum(willKinds).default('any'),
})
export type TemplateRole = z.infer<typeof TemplateRole>

/** As of a contract; `signerNo` 0 is filled in by the initiator at launch. */
const signerNo = z.int().min(0).max(50)
const TemplatePosition = Position.extend({ signerNo })
const SentTemplatePosition = SentPosition.extend({ signerNo })

/** Everything of a template but its files' contents and its places. */
const TemplateHead = z.object({
  templateName: z.string().trim().max(100),
  taskName: z.string().max(200),
  remark: z.string().max(1000).default(''),
  /** Days a launched contract may be signed in. */
  deadlineDays: z.int().min(0).max(10_000),
  signOrderType: z.enum(['order', 'disorder']).default('order'),
  fileIdArray: z.array(id).max(10),
  roleArray: z.array(TemplateRole).max(50),
})
/** A template as its list shows it. */
export type TemplateHead = z.infer<typeof TemplateHead>

const templateState = z.enum(['enabled', 'disabled'])
const templateUse = z.enum(templateUses)
const noChange = ['template/not-found', 'template/read-only'] as const

/** What the caller may do with a template, and which departments may what; no line is everybody. */
const access = {
  mayEdit: flag,
  accessArray: z.array(
    /** Of no department: everybody in the company. */
    z.object({ departmentId: id.nullable(), departmentName: z.string().nullable(), templateUse }),
  ),
}

/** A template in the list. */
export const TemplateRow = z.object({
  templateId: id,
  templateName: z.string(),
  version,
  templateState,
  /** Complete: it can make contracts. */
  ready: flag,
  roleNameArray: z.array(z.string()),
  /** Places to fill in, by whomever. */
  fillInNumber: z.int(),
  /** Contracts it has made. */
  usedNumber: z.int(),
  firstFile: File.nullable(),
  changeTime: time,
  ...access,
})
export type TemplateRow = z.infer<typeof TemplateRow>

/** What a launch has to be told. */
export const Column = z.object({ key: z.string(), heading: z.string(), required: flag, hint: z.string() })

const TemplateInfo = TemplateHead.omit({ fileIdArray: true }).extend({
  templateId: id,
  version,
  templateState,
  ready: flag,
  fileArray: z.array(File),
  positionArray: z.array(TemplatePosition),
  columnArray: z.array(Column),
  /** The newest version's number and time, and those before it. */
  versionArray: z.array(z.object({ version, time, who: z.string() })),
  ...access,
})
/** A template whole, as it is edited and launched from. */
export type TemplateInfo = z.infer<typeof TemplateInfo>

const values = z.record(z.string().max(80), z.string().max(500))

/** Checklist R26, C95: templates of a space, and launching from them one by one. */
export const template = callsUnder('/api/common/v1/template')({
  listTemplates: {
    path: '/api/common/v1/template/list',
    summary: '模板列表',
    scope: 'launch',
    ...launches,
    input: z.object({ keyword: z.string().trim().max(60).optional(), ...paging }),
    output: z.object({
      templateArray: z.array(TemplateRow),
      nextCursor: z.string().nullable(),
      total: z.int(),
    }),
    refuses: ['request/invalid'],
  },
  getTemplate: {
    path: '/api/common/v1/template/info',
    summary: '读取模板（version 为空时取最新版本）',
    scope: 'launch',
    ...launches,
    input: z.object({ templateId: id, version: version.optional() }),
    output: TemplateInfo,
    refuses: noTemplate,
  },
  saveTemplate: {
    path: '/api/common/v1/template/save',
    summary: '新建模板，或保存为新版本',
    ...launches,
    mutates: true,
    input: TemplateHead.extend({ templateId: id.nullish(), version: version.optional() }),
    output: z.object({ templateId: id, version }),
    refuses: [...noChange, 'template/stale', 'space/not-authenticated', 'field/invalid', 'file/not-found'],
  },
  saveTemplateLocation: {
    path: '/api/common/v1/template/saveLocation',
    summary: '保存模板的签署与填写位置',
    ...launches,
    mutates: true,
    input: z.object({ templateId: id, version, positionArray: z.array(SentTemplatePosition).max(300) }),
    output: z.object({ version, ready: flag }),
    refuses: [...noChange, 'template/stale', 'field/invalid'],
  },
  setTemplateState: {
    path: '/api/common/v1/template/setState',
    summary: '启用或停用模板',
    ...launches,
    mutates: true,
    input: z.object({ templateId: id, templateState }),
    refuses: noChange,
  },
  deleteTemplate: {
    path: '/api/common/v1/template/delete',
    summary: '删除从未使用的模板',
    ...launches,
    mutates: true,
    input: templateIdOnly,
    refuses: [...noChange, 'template/used'],
  },
  setTemplateAccess: {
    path: '/api/common/v1/template/setAccess',
    summary: '设置哪些部门可以使用或编辑模板（不设即全企业）',
    right: 'manageMembers',
    mutates: true,
    input: z.object({
      templateId: id,
      accessArray: z.array(z.object({ departmentId: id.nullable(), templateUse })).max(201),
    }),
    refuses: [...noTemplate, 'member/group-not-found', 'field/invalid'],
  },
  makeFromTemplate: {
    path: '/api/common/v1/template/makeDraft',
    summary: '从模板创建草稿',
    scope: 'launch',
    ...launches,
    mutates: true,
    input: z.object({ templateId: id, values: values.default({}) }),
    output: z.object({ signId: id, taskId: id, version }),
    refuses: [...noTemplate, 'template/disabled', 'template/incomplete', 'space/not-authenticated', 'field/invalid'],
  },
})

import { controls } from '@moqi/domain/contract/controls'
import { signKinds } from '@moqi/domain/contract/sign-kind'
import { z } from 'zod'
import { defineCalls } from './call.ts'
import { File, flag, id, isSo } from './shapes.ts'
import { readsDraft, readsIt, uploadsDraft, uploadsPaper } from './visit-rules.ts'

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

const Reason = z.object({
  code: z.string(),
  severity: z.string(),
  text: z.string(),
  textEn: z.string(),
  clause: z.string(),
  detail: z.string().optional(),
})

/** The same fields as the command line prints (checklist C89). */
const Verdict = z.object({
  verdict: z.enum(['valid', 'invalid', 'indeterminate', 'unsigned', 'unreadable']),
  /** The sentence a person reads (domain.md 7.8). */
  conclusion: z.string(),
  /** When the contract of which it is a file was voided, ms; null of any other file. */
  voidedTime: z.number().nullable(),
  /** Of a document of ours, whether all parties have signed it; absent of any other. */
  complete: flag.optional(),
  reasonArray: z.array(Reason),
  signatureArray: z.array(
    z.object({
      fieldName: z.string(),
      kind: z.string(),
      signerName: z.string(),
      /** Why it was made, as it says itself; empty when it does not. */
      statedReason: z.string(),
      signTime: z.number().nullable(),
      timestampTime: z.number().nullable(),
      /** How far that time may be off to either side, in ms; absent when the time-stamp does not say. */
      timestampAccuracy: z.number().optional(),
      timestampAuthority: z.string().nullable(),
      certificate: z
        .object({
          subject: z.string(),
          issuer: z.string(),
          serialNumber: z.string(),
          notBefore: z.number(),
          notAfter: z.number(),
        })
        .nullable(),
      algorithm: z.string(),
      page: z.number().nullable(),
      /** Every page that it, its stamps or its cross-page seal are seen on, in order. */
      pages: z.array(z.int()),
      /** Of the first widget, in mm from the page's top left as displayed. */
      box: Box.nullish(),
      coverage: z.string(),
      integrity: z.string(),
      permission: z.string(),
      identity: z.string(),
      time: z.string(),
      level: z.string(),
      verdict: z.string(),
      certificateStatus: z.string(),
      ownPlatform: flag,
      changedAfterwards: z.array(z.string()),
      reasonArray: z.array(Reason),
    }),
  ),
  sha256: z.string(),
  /** Absent when the pages cannot be counted. */
  pageCount: z.int().optional(),
  revisionCount: z.int().optional(),
  /** Pages that look different, and looks that are told of, at most three; PNG as data URLs, null when not drawn. */
  changedPageArray: z
    .array(
      z.object({
        page: z.int(),
        /** The signature field whose look differs; absent where none accounts for it. */
        fieldName: z.string().optional(),
        /** Where it differs, in parts of the page's width and height from its top left. */
        area: z.object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() }),
        signedImage: z.string().nullable(),
        currentImage: z.string().nullable(),
      }),
    )
    .optional(),
})
/** What the verifier says of a file, with the reasons in words. */
export type Verdict = z.infer<typeof Verdict>

/** Checklist C86, C87, C89: upload, bytes, page pictures, verification. */
export const file = defineCalls({
  uploadFile: {
    path: '/api/common/v1/file/upload',
    summary: '上传文件（multipart：file、usage、password、formMode）',
    visit: { sign: uploadsPaper, launch: uploadsDraft },
    scope: 'launch',
    kind: 'upload',
    mutates: true,
    input: z.object({
      usage: z.enum(['contract', 'attachment', 'paper', 'sealImage', 'voucher']).default('contract'),
      /** Opens an encrypted PDF or Word file; used once and never stored. */
      password: z.string().max(127).optional(),
      /** Form fields become text, or stay as read-only fields. */
      formMode: z.enum(['flatten', 'keep']).default('flatten'),
    }),
    output: File.extend({
      warningArray: z.array(z.string()),
      /** What became of a form's fields: text, read-only fields; none when there was no form to settle. */
      formMode: z.enum(['none', 'flatten', 'keep']),
    }),
    refuses: [
      'space/not-authenticated',
      'file/no-room',
      'file/too-large',
      'file/type',
      'file/encrypted',
      'file/wrong-password',
      'file/restricted',
      'file/conversion',
      'file/damaged',
      'file/too-complex',
      'file/dynamic-form',
      'file/certified',
      'field/invalid',
    ],
    limit: { count: 60, seconds: 600 },
  },
  fileContent: {
    method: 'GET',
    path: '/api/common/v1/file/content',
    summary: '文件内容（支持分段）',
    visit: { sign: readsIt, place: readsDraft },
    scope: 'read',
    kind: 'blob',
    input: z.object({ fileId: id, signId: id.optional(), approveId: id.optional(), templateId: id.optional() }),
    refuses: ['file/not-found'],
  },
  pageImage: {
    method: 'GET',
    path: '/api/common/v1/file/pageImage',
    summary: '页面图片（只给 signId 时为合同的第一个文件）',
    visit: { sign: readsIt, place: readsDraft },
    scope: 'read',
    kind: 'blob',
    input: z.object({
      /** Without it, the first file of the contract: whoever opens one need not wait to hear its name. */
      fileId: id.optional(),
      signId: id.optional(),
      /** For who approves the use of a seal on it. */
      approveId: id.optional(),
      templateId: id.optional(),
      page: z.coerce.number().int().min(1).max(500),
      width: z.coerce.number().int().min(40).max(2000).default(800),
    }),
    refuses: ['file/not-found', 'file/too-complex'],
  },
  searchKeyword: {
    path: '/api/common/v1/task/searchKeyword',
    summary: '按关键字定位（^关键字^ 为整词；默认最后一处）',
    visit: { place: readsDraft },
    scope: 'launch',
    input: z.object({
      fileId: id,
      signId: id.optional(),
      templateId: id.optional(),
      keyword: z.string().trim().min(1).max(50),
      /** Not as a part of a longer word. */
      wholeWord: isSo.default(false),
      /** Counted from the first or from the last occurrence. */
      order: z.enum(['first', 'last']).default('last'),
      index: z.int().min(1).max(500).default(1),
      /** Only on these pages, from 1. */
      pageArray: z.array(z.int().min(1).max(500)).max(500).optional(),
      /** Only from this page on, there from `y` mm from its top. */
      from: z.object({ page: z.int().min(1).max(500), y: z.number().min(0).max(2000).default(0) }).optional(),
    }),
    output: z.object({
      /** How many there are; none in a scan, whose words are pictures. */
      total: z.int(),
      /** The asked one, null when there are fewer: a box for each line it runs over, in mm from the page's top left. */
      match: z.object({ page: z.int(), boxArray: z.array(Box) }).nullable(),
    }),
    refuses: ['file/not-found', 'file/too-complex'],
    limit: { count: 120, seconds: 600 },
  },
  recognizeAreas: {
    path: '/api/common/v1/task/recognizeAreas',
    summary: '自动识别签署栏（按文件中的文字给出建议的签署位置）',
    visit: { place: readsDraft },
    scope: 'launch',
    input: z.object({
      fileId: id,
      signId: id.optional(),
      templateId: id.optional(),
      /** The parties in their order: the first is 甲方 unless a name in the text says otherwise. */
      signerArray: z
        .array(
          z.object({
            signerNo: z.int().min(1).max(99),
            /** 1 a company, 0 a person. */
            signType: flag,
            signKind: z.enum(signKinds).default('any'),
            companyName: z.string().trim().max(100).nullish(),
            signerName: z.string().trim().max(100).default(''),
          }),
        )
        .min(1)
        .max(50),
    }),
    output: z.object({
      /** 0 for a scan, whose words are pictures. */
      hasText: flag,
      /** Where the parties sign, from 1; null when no signature block is found. */
      signPage: z.int().nullable(),
      areaArray: z.array(
        Box.extend({
          page: z.int(),
          positionType: z.enum(controls),
          signerNo: z.int(),
          /** The words that the place stands at, comparable: without white space and in half width. */
          label: z.string(),
        }),
      ),
    }),
    refuses: ['file/not-found', 'file/too-complex'],
    limit: { count: 120, seconds: 600 },
  },
  verifyFile: {
    path: '/api/common/v1/verify/file',
    summary: '验证文件（multipart：file；不保存）',
    scope: 'verify',
    access: 'open',
    kind: 'upload',
    input: z.object({}),
    output: Verdict,
    refuses: ['file/too-large', 'file/type', 'file/too-complex', 'field/invalid'],
    limit: { count: 30, seconds: 600 },
  },
  listRoots: {
    method: 'GET',
    path: '/api/common/v1/verify/roots',
    summary: '本平台签名的根证书及其指纹（供其他软件导入）',
    access: 'open',
    input: z.object({}),
    output: z.object({
      rootArray: z.array(
        z.object({
          name: z.string(),
          /** Hexadecimal, of the DER. */
          sha256: z.string(),
          /** ms */
          notAfter: z.number(),
          /** What ends there proves nothing at law. */
          isTest: flag,
          /** DER in base64. */
          certificate: z.string(),
        }),
      ),
    }),
    limit: { count: 60, seconds: 600 },
  },
})

import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { willKinds } from '@moqi/domain/contract/will-kind'
import { sealKinds } from '@moqi/domain/seals/seal-kind'
import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import { companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import { controls } from '@moqi/domain/contract/controls'
import { entryObstacles } from '@moqi/domain/spaces/entry-rule'
import { rights } from '@moqi/domain/spaces/rights'
import { keysOf } from '@moqi/domain/keys-of'
import { sealColors } from '@moqi/domain/seals/seal-colors'
import { z } from 'zod'
import { wireOperations, wireRowStatuses, wireStates, wireTags } from './wire/contract.ts'

/** Shapes that several calls share (checklist C0.5, C0.12–C0.15, E3–E6). Times are ms since epoch, places are mm. */

export const id = z.string().min(1).max(64)
/** Yes or no as the wire has it: 1 or 0. */
export const flag = z.union([z.literal(0), z.literal(1)])
/** Whether something is so: `true` and `false` here, where flags are taken for them (checklist C0.5). */
export const isSo = z.union([z.boolean(), flag.transform((on) => on === 1).pipe(z.boolean())])
/** Yes or no as older calls have it, in words. */
export const yesNo = z.enum(['yes', 'no'])
/** A moment, in ms since epoch. */
export const time = z.number()
/** A mainland mobile number; what the server asks more of it, the call says. */
export const phone = z.string().trim().min(1).max(20)
/** The answer of a call that has nothing to say. */
export const nothing = z.null()
/** The input of a call that asks for nothing. */
export const empty = z.object({})
/** Why somebody does what others will ask about; how long it may be is said by whoever takes it. */
export const reason = z.string().trim().max(400)
/** To the agreements as they are now; recorded when sent. */
export const agree = z.literal(1)
/** `device`: the secret by which a browser that was not known says from now on which one it is (header `X-Device`). */
export const newSession = z.object({ token: z.string(), expireTime: time, device: z.string().optional() })

/** How far a space is authenticated. */
export const authStatus = z.enum(companyAuthLifecycle.states)

/** A place to sign, seal, date or fill in, in mm from the page's top left; pages from 1. */
export const Position = z.object({
  positionId: id,
  fileId: id,
  page: z.int().min(1).max(500),
  /** mm from the page's top left, as displayed. */
  x: z.number().min(0).max(2000),
  y: z.number().min(0).max(2000),
  width: z.number().min(1).max(500),
  height: z.number().min(1).max(500),
  positionType: z.enum(controls),
  signerNo: z.int().min(1).max(99),
  required: flag,
  sealId: id.nullable(),
  value: z.string().max(500).nullable(),
  /** Of a date how it is written; of a text `number` when it takes a number only. */
  format: z.string().max(30).nullable(),
  /** Of a fill-in: what is to be filled in. */
  label: z.string().trim().max(30).optional(),
  /** Of a number, both ends included. */
  bounds: z.object({ min: z.number().nullable(), max: z.number().nullable() }).optional(),
  /** Of a cross-page seal, which lies at the right edge of these pages, `height` mm high; `page` is their first. */
  pages: z.union([z.enum(['all', 'odd', 'even']), z.array(z.int().min(1).max(500)).min(1).max(500)]).optional(),
})
export type Position = z.infer<typeof Position>

/** A position as a client may send it. */
export const SentPosition = Position.extend({
  required: isSo.default(true),
  sealId: Position.shape.sealId.default(null),
  value: Position.shape.value.default(null),
  format: Position.shape.format.default(null),
})
export type SentPosition = z.infer<typeof SentPosition>

/** A seal as its owner's lists show it; its picture is asked for by id. */
export const SealInfo = z.object({
  sealId: id,
  sealName: z.string(),
  sealType: z.enum(sealKinds),
  sealColor: z.enum(keysOf(sealColors)),
  sealStatus: z.enum(sealLifecycle.states),
  /** mm */
  width: z.number(),
  height: z.number(),
  /** An address that answers the PNG with the bearer header. */
  sealImg: z.string(),
  isDefault: flag,
  createTime: time,
  expireTime: time.nullable(),
  sealPermission: z.enum(['direct', 'needApproval', 'none']),
})
export type SealInfo = z.infer<typeof SealInfo>

/** A party of a contract as everybody who may read it sees it. */
export const Signer = z.object({
  signerNo: z.int(),
  signOrder: z.int(),
  /** 1 a company, 0 a person. */
  signType: flag,
  signerName: z.string(),
  phone: z.string(),
  companyName: z.string().nullable(),
  companyId: z.string().nullable(),
  signerStatus: z.enum(partyLifecycle.states),
  signTime: time.nullable(),
  readTime: time.nullable(),
  willAuthType: z.enum(willKinds),
  sealType: z.enum(sealKinds).nullable(),
  /** 1 where the initiator may still correct the phone. */
  phoneCorrectable: flag.optional(),
  /** 1 when its seal was put on by a letter of automatic signing. */
  automatic: flag.optional(),
  /** How often it has looked since its turn came, for the initiator. */
  lookNumber: z.int().nonnegative().optional(),
})
export type Signer = z.infer<typeof Signer>

/** A place that came with a file, mm from the page's top left as displayed. */
export const FileField = z.object({
  /** Names it within its file. */
  name: z.string(),
  page: z.int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** Names of the fields that must be signed before this one: a signature in it fixes them. */
  lockArray: z.array(z.string()),
})
export type FileField = z.infer<typeof FileField>

/** A file of a contract, its pages and their sizes in mm. */
export const File = z.object({
  fileId: id,
  fileName: z.string(),
  pageCount: z.int(),
  fileSize: z.int(),
  sha256: z.string(),
  /** Answers byte ranges with the bearer header. */
  fileUrl: z.string(),
  /** Sizes as displayed, mm. */
  pageArray: z.array(z.object({ width: z.number(), height: z.number() })),
  /** The only places to sign in, when a certification of the file forbids others; absent when any place will do. */
  fieldArray: z.array(FileField).optional(),
  /** What it was before it became a PDF; absent of what came as one. */
  sourceKind: z.enum(['jpeg', 'png', 'doc', 'docx']).optional(),
})
export type File = z.infer<typeof File>

/** A space the account is in, and what it may do there. */
export const SpaceInfo = z.object({
  tenantId: id,
  companyId: z.string().nullable(),
  spaceName: z.string(),
  spaceType: z.enum(['person', 'company']),
  spaceStatus: authStatus,
  isSpaceOwner: yesNo,
  /** What the person may do in it. */
  rightArray: z.array(z.enum(rights)),
  /** Of a company that closes: from when on that cannot be taken back; nothing is launched or signed in it. */
  closeTime: time.optional(),
  /**
   * Why the session does not open it: the company's identity provider would, the person's own means would, or the
   * company's rules ask for more.
   */
  shut: z.enum(['provider', 'own', ...entryObstacles]).optional(),
  /** Of one that a provider would open. */
  signInCode: z.string().optional(),
})
export type SpaceInfo = z.infer<typeof SpaceInfo>

/** A row of the contract list. */
export const TaskRow = z.object({
  signId: id,
  taskId: id,
  taskNo: z.string(),
  taskName: z.string(),
  taskType: z.enum(['normal', 'relieve']),
  /** Row status for this viewer (domain.md 5.3). */
  status: z.enum(wireRowStatuses),
  /** Stored state. */
  taskStatus: z.enum(wireStates),
  initiateUser: yesNo,
  initiatorName: z.string(),
  /** Others before the viewer, and of a search whom it asked for before all. */
  signerName: z.string(),
  /** Where the files say what was searched for, when the row itself does not; the word stands in the middle. */
  foundText: z.object({ before: z.string(), match: z.string(), after: z.string() }).optional(),
  signExpireTime: time.nullable(),
  companyId: z.string().nullable(),
  createTime: time,
  initiateTime: time.nullable(),
  finishTime: time.nullable(),
  /** When its viewer put it into the recycle bin. */
  deleteTime: time.nullable().optional(),
  tagArray: z.array(z.enum(wireTags)),
  operationArray: z.array(z.enum(wireOperations)),
  /** How long 催签 would refuse yet, ms, where it is offered; 0 when it may be pressed. */
  urgeWait: z.int().nonnegative().optional(),
})
export type TaskRow = z.infer<typeof TaskRow>

/** The input of a list that is read page by page, by cursor and never by number. */
export const paging = {
  cursor: z.string().max(400).nullish(),
  pageSize: z.union([z.literal(10), z.literal(20), z.literal(50)]).default(10),
}

/** How a will must be proved, and who wants two ways of it. */
export const WillAsked = z.object({
  willAuthType: z.enum(willKinds),
  doubledBy: z.enum(['sender', 'company']).nullable(),
})
/** How a will must be proved, and who wants two ways of it. */
export type WillAsked = z.infer<typeof WillAsked>

/** The last day that a paper is valid on, as it stands in its picture, `2036-01-05`; empty is for good. */
export const validUntil = z.string().max(20)

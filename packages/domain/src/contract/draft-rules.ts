import type { Checked } from '../identity/checked.ts'
import { checkCompanyName, checkCreditCode, normalizeCompanyName } from '../identity/company.ts'
import { checkPartyIdNumber } from '../identity/party-id-number.ts'
import { checkPassportName } from '../identity/person-name.ts'
import { checkPhone } from '../identity/phone.ts'
import { dayMs, endOfDayOf } from '../time/civil-date.ts'
import { draftLimits } from './draft-limits.ts'
import { checkRemark, checkSubject, checkContractNo } from './draft-text.ts'
import { type SealPages, sealPages } from './cross-page.ts'
import { type FileField, fileFieldFaults } from './file-fields.ts'
import { fillInLimits, type NumberBounds } from './fill-in.ts'
import { isSignature, loneArea } from './lone-area.ts'
import { type SignKind, signKindFault, signKindOf } from './sign-kind.ts'
import type { ContractKind } from './contract-lifecycle.ts'
import type { Control } from './controls.ts'

/** A party of a draft; `companyName` is null for a person. */
export type DraftParty = {
  readonly partyNo: number
  readonly name: string
  readonly phone: string
  readonly companyName: string | null
  readonly signOrder: number
  /** Of the company. */
  readonly creditCode?: string | null | undefined
  /** Of the person, or its mask. */
  readonly idNumber?: string | null | undefined
  readonly signKind?: SignKind | undefined
}

/** A file with its size in bytes, and that of each page as displayed, in mm. */
export type DraftFile = {
  readonly fileId: string
  readonly fileSize: number
  readonly pages: readonly { readonly width: number; readonly height: number }[]
  /** The only places to sign in; absent when any place will do. */
  readonly fields?: readonly FileField[] | undefined
}

/** A sign area or field in mm from the page's top left (checklist C0.12). */
export type DraftArea = {
  readonly fileId: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly control: Control
  readonly partyNo: number
  /** Of a cross-page seal. */
  readonly pages?: SealPages | undefined
  /** Of a fill-in. */
  readonly label?: string | undefined
  readonly bounds?: NumberBounds | undefined
}

/** Everything about a draft that must be right before it is sent; times in ms. */
export type Draft = {
  readonly kind: ContractKind
  readonly subject: string
  readonly contractNo: string
  readonly remark: string
  readonly signExpireTime: number | null
  readonly contractEndTime: number | null
  readonly files: readonly DraftFile[]
  readonly parties: readonly DraftParty[]
  readonly cc: readonly { readonly name: string; readonly phone: string; readonly companyName?: string | null }[]
  readonly areas: readonly DraftArea[]
}

/** A fault of one field, with the text to show; `field` is a path such as `parties.0.phone`. */
export type FieldFault = { readonly field: string; readonly message: string }

const fault = (field: string, message: string): FieldFault => ({ field, message })
const faultsOf = (field: string, checked: Checked<unknown>): FieldFault[] =>
  checked.ok ? [] : [fault(field, checked.message)]
const when = (wrong: boolean, field: string, message: string): FieldFault[] => (wrong ? [fault(field, message)] : [])

/** The deadline a new draft has: 23:59:59 in Shanghai 30 days (void: 7 days) from `now`, in ms. */
export const presetDeadline = (kind: ContractKind, now: number): number =>
  endOfDayOf(now + (kind === 'void' ? draftLimits.voidDeadlineMs : draftLimits.deadlineMs).preset)

/** Faults of a deadline: 1 hour to 365 days (void: 90 days) from `now`, both ends allowed. */
export function deadlineFaults(kind: ContractKind, signExpireTime: number | null, now: number): FieldFault[] {
  const limit = kind === 'void' ? draftLimits.voidDeadlineMs : draftLimits.deadlineMs
  if (signExpireTime === null) return [fault('signExpireTime', '请选择签署截止时间')]
  if (signExpireTime <= now) return [fault('signExpireTime', '签署截止时间需晚于当前时间')]
  if (signExpireTime < now + limit.from) return [fault('signExpireTime', '签署截止时间需至少晚于当前时间1小时')]
  // The last allowed day counts to its end, since a date means 23:59:59.
  const isLate = signExpireTime > endOfDayOf(now + limit.to)
  return when(isLate, 'signExpireTime', `签署截止时间不能超过${limit.to / dayMs}天`)
}

/** Faults of the day a contract itself ends (合同到期日), which need not be known; `now` in ms. */
export const endFaults = (contractEndTime: number | null, now: number): FieldFault[] =>
  when(contractEndTime !== null && contractEndTime <= now, 'contractEndTime', '合同到期日需晚于当前时间')

/** Faults of a later deadline (延期): after `now`, and at most 365 days (void: 90 days) from the sending; all ms. */
export function extensionFaults(
  kind: ContractKind,
  signExpireTime: number,
  { now, sentAt }: { readonly now: number; readonly sentAt: number },
): FieldFault[] {
  const limit = kind === 'void' ? draftLimits.voidDeadlineMs : draftLimits.deadlineMs
  if (signExpireTime <= now) return [fault('signExpireTime', '签署截止时间需晚于当前时间')]
  const isLate = signExpireTime > endOfDayOf(sentAt + limit.to)
  return when(isLate, 'signExpireTime', `签署截止时间不能超过发起后${limit.to / dayMs}天`)
}

const bare = (phone: string) => {
  const checked = checkPhone(phone)
  return checked.ok ? checked.value : phone.trim()
}

// Twice the same person for the same side at the same turn; a legal representative may sign for both sides.
const partyKey = (party: DraftParty) =>
  [bare(party.phone), party.name.trim(), normalizeCompanyName(party.companyName ?? ''), party.signOrder].join('\n')

/** Faults of the parties: at least one, at most 50, each with name and phone, none twice. */
export function partyFaults(parties: readonly DraftParty[]): FieldFault[] {
  if (parties.length === 0) return [fault('parties', '请至少添加一个签署方')]
  const keys = parties.map(partyKey)
  return [
    ...when(parties.length > draftLimits.parties, 'parties', `签署方不能超过${draftLimits.parties}个`),
    ...parties.flatMap((party, index) => [
      ...faultsOf(`parties.${index}.phone`, checkPhone(party.phone)),
      ...faultsOf(`parties.${index}.name`, checkPassportName(party.name)),
      ...(party.companyName === null
        ? []
        : faultsOf(`parties.${index}.companyName`, checkCompanyName(party.companyName))),
      ...identityFaults(party, `parties.${index}`),
      ...when(keys.indexOf(keys[index] ?? '') !== index, `parties.${index}`, '签署方重复'),
    ]),
  ]
}

function identityFaults({ companyName, creditCode, idNumber }: DraftParty, path: string): FieldFault[] {
  if (companyName !== null) return creditCode ? faultsOf(`${path}.creditCode`, checkCreditCode(creditCode)) : []
  return idNumber ? faultsOf(`${path}.idNumber`, checkPartyIdNumber(idNumber)) : []
}

/** Faults of the copy recipients: at most 50, each with name and phone, none a party or twice. */
export function ccFaults(cc: Draft['cc'], parties: readonly DraftParty[]): FieldFault[] {
  const signing = new Set(parties.map(({ phone }) => bare(phone)))
  const phones = cc.map(({ phone }) => bare(phone))
  return [
    ...when(cc.length > draftLimits.cc, 'cc', `抄送人不能超过${draftLimits.cc}个`),
    ...cc.flatMap(({ name, phone, companyName = null }, index) => [
      ...faultsOf(`cc.${index}.name`, checkPassportName(name)),
      ...faultsOf(`cc.${index}.phone`, checkPhone(phone)),
      ...(companyName === null ? [] : faultsOf(`cc.${index}.companyName`, checkCompanyName(companyName))),
      ...when(signing.has(bare(phone)), `cc.${index}`, '抄送人不能与签署方重复'),
      ...when(phones.indexOf(bare(phone)) !== index, `cc.${index}`, '抄送人重复'),
    ]),
  ]
}

// Places travel as decimals of mm; a hundredth is far below a pixel.
const slack = 0.01
const fits = (from: number, size: number, whole: number) => from >= -slack && from + size <= whole + slack

function isInside(area: DraftArea, files: readonly DraftFile[]) {
  const pages = files.find(({ fileId }) => fileId === area.fileId)?.pages ?? []
  const page = pages[area.page - 1]
  if (page === undefined || area.width <= 0 || area.height <= 0) return false
  if (area.control === 'crossPage') {
    // It lies at the right edge of each page, whatever its width.
    const onPages = sealPages(area.pages, pages.length).every((number) => pages[number - 1] !== undefined)
    return onPages && fits(area.y, area.height, page.height)
  }
  return fits(area.x, area.width, page.width) && fits(area.y, area.height, page.height)
}

/** Faults of the areas: at most 300, each of a party and inside its page, and every party has one to sign in. */
export function areaFaults(draft: Pick<Draft, 'areas' | 'parties' | 'files'>): FieldFault[] {
  const { areas, parties, files } = draft
  const known = new Set(parties.map(({ partyNo }) => partyNo))
  const placed = new Set(areas.filter(isSignature).map(({ partyNo }) => partyNo))
  return [
    ...when(areas.length > draftLimits.areas, 'areas', `签署位置不能超过${draftLimits.areas}个`),
    ...areas.flatMap((area, index) => [
      ...when(!known.has(area.partyNo), `areas.${index}`, '签署位置没有对应的签署方'),
      ...when(!isInside(area, files), `areas.${index}`, '签署位置超出页面范围'),
      ...crossPageFaults(draft, index),
      ...fillInFaults(area, index),
    ]),
    ...fileFieldFaults(draft),
    ...parties.flatMap((party) => {
      const { partyNo, companyName, name } = party
      const missing = placed.has(partyNo)
        ? wrongPlaces(
            party,
            areas.filter((area) => area.partyNo === partyNo),
          )
        : '还没有签署位置'
      return missing === null ? [] : [fault('areas', `${companyName ?? name}${missing}`)]
    }),
  ]
}

function wrongPlaces({ companyName, signKind }: DraftParty, own: readonly DraftArea[]): string | null {
  const side = companyName === null ? 'person' : 'company'
  return signKindFault(side, signKindOf(side, signKind ?? 'any'), own) ?? loneArea(own)
}

/** A seal over one page joins nothing; two of one party in one file would fall on each other. */
function crossPageFaults(draft: Pick<Draft, 'areas' | 'files'>, index: number): FieldFault[] {
  const area = draft.areas[index]
  if (area?.control !== 'crossPage') return []
  const pageCount = draft.files.find(({ fileId }) => fileId === area.fileId)?.pages.length ?? 0
  const first = draft.areas.findIndex(
    (other) => other.control === 'crossPage' && other.fileId === area.fileId && other.partyNo === area.partyNo,
  )
  return [
    ...when(sealPages(area.pages, pageCount).length < 2, `areas.${index}`, '骑缝章至少需要两页'),
    ...when(first !== index, `areas.${index}`, '每个签署方在同一文件中只能放置一处骑缝章'),
  ]
}

function fillInFaults({ label = '', bounds }: DraftArea, index: number): FieldFault[] {
  const { min = null, max = null } = bounds ?? {}
  const most = fillInLimits.label
  return [
    ...when([...label].length > most, `areas.${index}`, `填写项名称不能超过${most}个字`),
    ...when(min !== null && max !== null && min > max, `areas.${index}`, '最小值不能大于最大值'),
  ]
}

/** What is said when a contract's files together are too large. */
export const filesTooLarge = `文件合计不能超过${draftLimits.totalBytes / 1024 / 1024}MB`

/** Faults of the files: at least one, at most 10, together at most 100 MB and 500 pages. */
export function fileFaults(files: readonly DraftFile[]): FieldFault[] {
  const pageCount = files.reduce((sum, { pages }) => sum + pages.length, 0)
  const bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0)
  return [
    ...when(files.length === 0, 'files', '请至少上传一个文件'),
    ...when(files.length > draftLimits.files, 'files', `单次最多上传${draftLimits.files}个文件`),
    ...when(bytes > draftLimits.totalBytes, 'files', filesTooLarge),
    ...when(pageCount > draftLimits.pages, 'files', `文件总页数不能超过${draftLimits.pages}页`),
  ]
}

/** Every fault that keeps a draft from being sent, in the order of the wizard; empty when it is complete. */
export function draftFaults(draft: Draft, now: number): FieldFault[] {
  return [
    ...fileFaults(draft.files),
    ...faultsOf('subject', checkSubject(draft.subject)),
    ...faultsOf('contractNo', checkContractNo(draft.contractNo)),
    ...faultsOf('remark', checkRemark(draft.remark)),
    ...deadlineFaults(draft.kind, draft.signExpireTime, now),
    ...endFaults(draft.contractEndTime, now),
    ...partyFaults(draft.parties),
    ...ccFaults(draft.cc, draft.parties),
    ...areaFaults(draft),
  ]
}

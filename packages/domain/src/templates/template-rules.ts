import type { WillKind } from '../contract/will-kind.ts'
import { areaFaults, type DraftArea, type DraftFile, type FieldFault, fileFaults } from '../contract/draft-rules.ts'
import { checkRemark, checkSubject } from '../contract/draft-text.ts'
import { isFillIn } from '../contract/fill-in.ts'
import type { Checked } from '../identity/checked.ts'
import { checkCompanyName } from '../identity/company.ts'
import { checkPassportName } from '../identity/person-name.ts'
import { checkPhone } from '../identity/phone.ts'
import { titleFaults } from './title-pattern.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'

/** Limits of templates: how many a space keeps, names in characters, days a launched contract may be signed in. */
export const templateLimits = {
  perSpace: 200,
  name: 50,
  roleName: 20,
  deadlineDays: { from: 1, to: 365, preset: 30 },
} as const

/** The number of the initiator as one who fills in: no party has it. */
export const senderNo = 0

/**
 * A side of the contracts that a template makes. `own` is the launching space's own; of any other whatever of name,
 * phone and company is empty is given at each launch.
 */
export type TemplateRole = {
  readonly partyNo: number
  readonly roleName: string
  readonly signOrder: number
  readonly isCompany: boolean
  readonly own: boolean
  readonly name: string
  readonly phone: string
  readonly companyName: string
  /** How it must prove its will; left open where nothing was said. */
  readonly willKind?: WillKind | undefined
}

/** A template as it must be right before it makes contracts. */
export type TemplateContent = {
  readonly subject: string
  readonly remark: string
  readonly deadlineDays: number
  readonly files: readonly DraftFile[]
  readonly roles: readonly TemplateRole[]
  readonly areas: readonly DraftArea[]
}

const fault = (field: string, message: string): FieldFault => ({ field, message })
const when = (wrong: boolean, field: string, message: string): FieldFault[] => (wrong ? [fault(field, message)] : [])
const faultsOf = (field: string, checked: Checked<unknown>): FieldFault[] =>
  checked.ok ? [] : [fault(field, checked.message)]

/** Checks a template's own name: 1–50 characters. */
export function templateNameFaults(name: string): FieldFault[] {
  const length = [...name.trim()].length
  if (length === 0) return [fault('templateName', '请填写模板名称')]
  if (!isOneLine(name.trim())) return [fault('templateName', notOneLine('模板名称'))]
  return when(length > templateLimits.name, 'templateName', `模板名称不能超过${templateLimits.name}个字`)
}

/** Faults of the roles: at least one and at most 50, each named once, what is fixed of them as it must be. */
export function roleFaults(roles: readonly TemplateRole[]): FieldFault[] {
  const names = roles.map(({ roleName }) => roleName.trim())
  return [
    ...when(roles.length === 0, 'roles', '请至少添加一个签署角色'),
    ...when(roles.length > 50, 'roles', '签署角色不能超过50个'),
    ...when(roles.filter(({ own }) => own).length > 1, 'roles', '我方只能是一个签署角色'),
    ...roles.flatMap((role, index) => [
      ...roleNameFaults(names, index),
      ...(role.own ? [] : fixedFaults(role, `roles.${index}`)),
    ]),
  ]
}

function roleNameFaults(names: readonly string[], index: number): FieldFault[] {
  const name = names[index] ?? ''
  const field = `roles.${index}.roleName`
  return [
    ...when(name === '', field, '请填写角色名称'),
    ...when(!isOneLine(name), field, notOneLine('角色名称')),
    ...when([...name].length > templateLimits.roleName, field, `角色名称不能超过${templateLimits.roleName}个字`),
    ...when(name !== '' && names.indexOf(name) !== index, field, '角色名称重复'),
  ]
}

/** What is given at launch is checked then. */
function fixedFaults({ isCompany, name, phone, companyName }: TemplateRole, path: string): FieldFault[] {
  return [
    ...(name.trim() === '' ? [] : faultsOf(`${path}.name`, checkPassportName(name))),
    ...(phone.trim() === '' ? [] : faultsOf(`${path}.phone`, checkPhone(phone))),
    ...(isCompany && companyName.trim() !== '' ? faultsOf(`${path}.companyName`, checkCompanyName(companyName)) : []),
  ]
}

/** Faults of the places: as of any contract, and what the initiator fills in has a name of its own. */
export function templateAreaFaults(content: Pick<TemplateContent, 'files' | 'roles' | 'areas'>) {
  const { files, roles, areas } = content
  const signing = areas.filter(({ partyNo }) => partyNo !== senderNo)
  const parties = roles.map(({ partyNo, roleName, signOrder }) => ({
    partyNo,
    name: roleName,
    phone: '',
    companyName: null,
    signOrder,
  }))
  // A fault names its place by number: of all places, not of those that sign.
  const ofAll = ({ field, message }: FieldFault) => {
    const area = signing[Number(/^areas\.(\d+)/.exec(field)?.[1] ?? -1)]
    return fault(area ? `areas.${areas.indexOf(area)}` : field, message)
  }
  return [...areaFaults({ files, parties, areas: signing }).map(ofAll), ...senderFaults(areas)]
}

function senderFaults(areas: readonly DraftArea[]): FieldFault[] {
  const own = areas.filter(({ partyNo }) => partyNo === senderNo)
  const labels = own.map(({ label = '' }) => label.trim())
  return own.flatMap((area, index) => {
    const field = `areas.${areas.indexOf(area)}`
    return [
      ...when(!isFillIn(area), field, '发起方只能放置填写项'),
      ...when(labels[index] === '', field, '请为发起方填写的每一处填写名称'),
      ...when(labels[index] !== '' && labels.indexOf(labels[index] ?? '') !== index, field, '填写项名称重复'),
    ]
  })
}

/** Every fault that keeps a template from making contracts; empty when it can. */
export function templateFaults(content: TemplateContent): FieldFault[] {
  const { from, to } = templateLimits.deadlineDays
  const { deadlineDays } = content
  return [
    ...fileFaults(content.files),
    ...faultsOf('subject', checkSubject(content.subject)),
    ...titleFaults(content.subject, [
      ...content.roles.map(({ roleName }) => roleName),
      ...content.areas.filter(({ partyNo }) => partyNo === senderNo).map(({ label = '' }) => label),
    ]),
    ...faultsOf('remark', checkRemark(content.remark)),
    ...when(!(deadlineDays >= from && deadlineDays <= to), 'deadlineDays', `签署期限需为${from}-${to}天`),
    ...roleFaults(content.roles),
    ...templateAreaFaults(content),
  ]
}

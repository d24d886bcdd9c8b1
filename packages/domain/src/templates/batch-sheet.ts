import type { Control } from '../contract/controls.ts'
import { type FieldFault, partyFaults } from '../contract/draft-rules.ts'
import { checkFillIn, type NumberBounds, numberFormat } from '../contract/fill-in.ts'
import { checkCompanyName } from '../identity/company.ts'
import { checkPassportName } from '../identity/person-name.ts'
import { checkPhone } from '../identity/phone.ts'
import { bareHeading, rowsUnderHeadings, type Sheet } from '../spreadsheet/rows-under-headings.ts'
import { senderNo, type TemplateRole } from './template-rules.ts'

/** Limits of one batch: rows and bytes of its spreadsheet. */
export const batchLimits = { rows: 1000, bytes: 5 * 1024 * 1024 } as const

/** A fill-in of the initiator's. */
export type SenderField = {
  readonly areaId: string
  readonly control: Control
  readonly label?: string | undefined
  readonly required: boolean
  readonly format: string | null
  readonly bounds?: NumberBounds | undefined
  readonly partyNo: number
}

/** What a launch has to be told: `key` names it with each kept row, `heading` in the spreadsheet and on the page. */
export type BatchColumn = {
  readonly key: string
  readonly heading: string
  readonly required: boolean
  /** How to fill it in. */
  readonly hint: string
}

/** Values of one launch by column key. */
export type BatchValues = Readonly<Record<string, string>>
/** A row of the spreadsheet as written; `formulas` are the columns that hold one, which is never worked out. */
export type BatchRow = { readonly row: number; readonly values: BatchValues; readonly formulas: readonly string[] }

/** The columns a template asks for, in order: of each role what is not fixed, then what the initiator fills in. */
export function batchColumns(roles: readonly TemplateRole[], fields: readonly SenderField[]): BatchColumn[] {
  return [
    ...roles.filter(({ own }) => !own).flatMap(roleColumns),
    ...fields
      .filter(({ partyNo }) => partyNo === senderNo)
      .map((field) => ({
        key: `fill.${field.areaId}`,
        heading: field.label ?? '',
        required: field.required,
        hint: fillHint(field),
      })),
  ]
}

function roleColumns({ partyNo, roleName, isCompany, name, phone, companyName }: TemplateRole): BatchColumn[] {
  const column = (part: string, title: string, hint: string) => ({
    key: `${partyNo}.${part}`,
    heading: `${roleName}${title}`,
    required: true,
    hint,
  })
  return [
    ...(isCompany && companyName === '' ? [column('companyName', '企业名称', '与营业执照一致')] : []),
    ...(name === '' ? [column('name', isCompany ? '经办人' : '姓名', '与证件一致')] : []),
    ...(phone === '' ? [column('phone', '手机号', '11位中国大陆手机号')] : []),
  ]
}

function fillHint({ control, format, bounds, required }: SenderField): string {
  const need = required ? '必填' : '选填'
  if (control === 'checkbox') return `${need}，勾选填“是”，不勾选填“否”`
  if (format !== numberFormat) return need
  const { min = null, max = null } = bounds ?? {}
  return [need, '数字', min === null ? '' : `不小于${min}`, max === null ? '' : `不大于${max}`]
    .filter(Boolean)
    .join('，')
}

/** The rows under the headings of the first sheet that has them all; else the headings that are missing. */
export function findBatchRows(
  sheets: readonly Pick<Sheet, 'rows'>[],
  columns: readonly BatchColumn[],
): { rows: BatchRow[] } | { missing: string[] } {
  const found = rowsUnderHeadings(
    sheets,
    columns.map((column) => ({
      key: column,
      required: true,
      isHeading: (bare: string) => bare === bareHeading(column.heading),
    })),
  )
  if ('missing' in found) return { missing: found.missing.map(({ heading }) => heading) }
  const rows = found.rows.map(({ row, texts, formulas }) => ({
    row,
    values: Object.fromEntries([...texts].map(([{ key }, text]) => [key, text])),
    formulas: formulas.map(({ key }) => key),
  }))
  return { rows }
}

/** The initiator's own side, as it stands in the contracts. */
export type OwnSide = { readonly name: string; readonly phone: string; readonly companyName: string }

/** The parties that the values make of the roles; what is missing is empty. */
export function partiesOf(roles: readonly TemplateRole[], own: OwnSide, values: BatchValues) {
  return roles.map((role) => {
    const given = (part: keyof OwnSide) =>
      role.own ? own[part] : role[part] || (values[`${role.partyNo}.${part}`] ?? '')
    return {
      partyNo: role.partyNo,
      signOrder: role.signOrder,
      name: given('name'),
      phone: given('phone'),
      companyName: role.isCompany ? given('companyName') : null,
      willKind: role.willKind ?? ('any' as const),
    }
  })
}

const ticks: Readonly<Record<string, string>> = { 是: 'yes', '√': 'yes', '✓': 'yes', 否: 'no' }

/** A fill-in's value as the spreadsheet gives it, as the document takes it. */
const typedValue = ({ control }: SenderField, text: string): string =>
  control === 'checkbox' ? (ticks[text] ?? text) : text

/** Checks one of the initiator's values and passes it as the document takes it. */
export function checkSenderValue(field: SenderField, text: string) {
  if (field.control === 'checkbox' && !['', '是', '否', '√', '✓', 'yes', 'no'].includes(text)) {
    return { ok: false, message: '请填“是”或“否”' } as const
  }
  return checkFillIn(field, typedValue(field, text))
}

/** Every fault of one launch's values, each naming its column; empty when the contract can be sent. */
export function rowFaults(
  roles: readonly TemplateRole[],
  fields: readonly SenderField[],
  own: OwnSide,
  { values, formulas }: Pick<BatchRow, 'values' | 'formulas'>,
): FieldFault[] {
  const written = formulas.map((field) => ({ field, message: '请填写文字，不要使用公式' }))
  return [
    ...written,
    ...[...launchedFaults(roles, own, values), ...fieldFaults(fields, values)].filter(
      ({ field }) => !formulas.includes(field),
    ),
  ]
}

function launchedFaults(roles: readonly TemplateRole[], own: OwnSide, values: BatchValues): FieldFault[] {
  const parties = partiesOf(roles, own, values)
  const single = parties.flatMap((party, index): FieldFault[] => {
    if (roles[index]?.own) return []
    const checks = [
      ['companyName', party.companyName === null ? null : checkCompanyName(party.companyName)],
      ['name', checkPassportName(party.name)],
      ['phone', checkPhone(party.phone)],
    ] as const
    return checks.flatMap(([part, checked]) =>
      checked === null || checked.ok ? [] : [{ field: `${party.partyNo}.${part}`, message: checked.message }],
    )
  })
  if (single.length > 0) return single
  // Two roles may turn out to be the same person.
  const double = partyFaults(parties).find(({ field }) => /^parties\.\d+$/.test(field))
  const at = Number(double?.field.split('.')[1])
  return double ? [{ field: `${parties[at]?.partyNo}.phone`, message: double.message }] : []
}

const fieldFaults = (fields: readonly SenderField[], values: BatchValues): FieldFault[] =>
  fields
    .filter(({ partyNo }) => partyNo === senderNo)
    .flatMap((field) => {
      const checked = checkSenderValue(field, values[`fill.${field.areaId}`] ?? '')
      return checked.ok ? [] : [{ field: `fill.${field.areaId}`, message: checked.message }]
    })

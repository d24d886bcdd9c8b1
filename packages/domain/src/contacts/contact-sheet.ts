import { verbatim } from '../text/verbatim.ts'
import type { FieldFault } from '../contract/draft-rules.ts'
import { rowsUnderHeadings, type Sheet } from '../spreadsheet/rows-under-headings.ts'
import { checkContact, contactExists, type ContactField, type ContactFields, contactKey } from './contact-rules.ts'

type Column = { field: ContactField; label: string; names: readonly string[]; required?: true }

/**
 * The columns of the template in their order: what a page calls them, and the headings under which they are found, the
 * template's own first; those in Latin letters without spaces and capitals.
 */
export const contactColumns: readonly Column[] = [
  {
    field: 'name',
    label: '姓名',
    names: [
      ...verbatim`姓名 经办人 联系人 联系人姓名 经办人姓名`.split(' '),
      'name',
      'contact',
      'contactname',
      'handler',
    ],
    required: true,
  },
  {
    field: 'phone',
    label: '手机号',
    names: [
      ...verbatim`手机号 手机 手机号码 联系电话 经办人手机号`.split(' '),
      'mobile',
      'mobilenumber',
      'phone',
      'phonenumber',
    ],
    required: true,
  },
  {
    field: 'companyName',
    label: '企业名称',
    names: [...verbatim`企业名称 公司名称 企业 公司 单位名称`.split(' '), 'company', 'companyname'],
  },
  {
    field: 'creditCode',
    label: '统一社会信用代码',
    names: [
      ...verbatim`统一社会信用代码 信用代码 税号`.split(' '),
      'creditcode',
      'unifiedsocialcreditcode',
      'taxnumber',
    ],
  },
  { field: 'email', label: '邮箱', names: [...verbatim`邮箱 电子邮箱 邮箱地址`.split(' '), 'email'] },
  { field: 'remark', label: '备注', names: [...verbatim`备注 说明`.split(' '), 'remark', 'note', 'notes'] },
]

/** A row as it was written. `formulas` are fields that hold a formula, which is never worked out. */
export type WrittenRow = {
  readonly row: number
  readonly fields: ContactFields
  readonly formulas: readonly ContactField[]
}

/** A row that cannot be taken, and why. */
export type FaultyRow = { readonly row: number; readonly fields: ContactFields; readonly faults: FieldFault[] }

const unbracketed = (heading: string) => heading.replaceAll(/[（(][^）)]*[）)]/g, '')
const sheetColumns = contactColumns.map(({ field, names, required = false }) => ({
  key: field,
  required,
  isHeading: (bare: string) => names.includes(unbracketed(bare).toLowerCase()),
}))

/** The rows under the headings of the first sheet that has them; null when none has 姓名 and 手机号. */
export function findContactRows(sheets: readonly Sheet[]): WrittenRow[] | null {
  const found = rowsUnderHeadings(sheets, sheetColumns)
  if ('missing' in found) return null
  return found.rows.map(({ row, texts, formulas }) => {
    const text = (field: ContactField) => texts.get(field) ?? ''
    const fields = withType({
      name: text('name'),
      phone: text('phone'),
      companyName: text('companyName'),
      creditCode: text('creditCode'),
      email: text('email'),
      remark: text('remark'),
    })
    return { row, fields, formulas }
  })
}

/** A row with a company is a company's, its name the operator's. */
export const withType = (fields: Omit<ContactFields, 'contactType'>): ContactFields => ({
  ...fields,
  contactType: fields.companyName.trim() === '' && fields.creditCode.trim() === '' ? 'person' : 'company',
})

/** Sorts rows into those to take, as they are stored, and those that are faulty, doubled or there already. */
export function judgeRows(
  rows: readonly WrittenRow[],
  existing: (key: string) => boolean,
): { good: ContactFields[]; bad: FaultyRow[] } {
  const good: ContactFields[] = []
  const bad: FaultyRow[] = []
  const rowOf = new Map<string, number>()
  for (const { row, fields, formulas } of rows) {
    const { contact, faults: found } = checkContact(fields)
    const key = contactKey(contact)
    const faults = [...formulas.map(formulaFault), ...found.filter(({ field }) => !isOneOf(formulas, field))]
    const before = rowOf.get(key)
    if (faults.length === 0 && before !== undefined) faults.push({ field: 'phone', message: `与第${before}行重复` })
    if (faults.length === 0 && existing(key)) faults.push({ field: 'phone', message: contactExists })
    if (faults.length > 0) {
      bad.push({ row, fields, faults })
      continue
    }
    rowOf.set(key, row)
    good.push(contact)
  }
  return { good, bad }
}

const isOneOf = (fields: readonly string[], field: string) => fields.includes(field)
const formulaFault = (field: ContactField): FieldFault => ({ field, message: '单元格是公式，请改为文字' })

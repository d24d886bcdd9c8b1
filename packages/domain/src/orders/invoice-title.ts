import { checkCorporateAccount } from '../identity/bank.ts'
import { type Checked, failed, passed, shaped } from '../identity/checked.ts'
import { checkCompanyName, checkCreditCode } from '../identity/company.ts'
import type { SpaceType } from '../spaces/space-name.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'

/** Kinds of invoice: 普票 and 专票. */
export const invoiceKinds = ['normal', 'special'] as const
/** One of them. */
export type InvoiceKind = (typeof invoiceKinds)[number]
/** As pages name them (domain 10.12). */
export const invoiceKindLabels: Readonly<Record<InvoiceKind, string>> = { normal: '普通发票', special: '专用发票' }

/** Whom an invoice is made out to; what is not said is empty. A person has a name alone. */
export type InvoiceTitle = {
  readonly type: SpaceType
  readonly name: string
  readonly taxNo: string
  readonly address: string
  readonly phone: string
  readonly bank: string
  readonly account: string
}
/** A field of a title that somebody types. */
export type TitleField = Exclude<keyof InvoiceTitle, 'type'>
/** What is wrong with one. */
export type TitleFault = { readonly field: TitleField; readonly message: string }

/** As forms and faults name the fields. */
export const titleFieldLabels: Readonly<Record<TitleField, string>> = {
  name: '抬头',
  taxNo: '税号',
  address: '注册地址',
  phone: '注册电话',
  bank: '开户银行',
  account: '银行账号',
}

const fields: readonly TitleField[] = ['name', 'taxNo', 'address', 'phone', 'bank', 'account']

function checkLine(text: string, field: TitleField, most: number): Checked<string> {
  const value = text.trim()
  const what = titleFieldLabels[field]
  if (!isOneLine(value)) return failed(notOneLine(what))
  const length = [...value].length
  return length >= 2 && length <= most ? passed(value) : failed(`${what}需为2-${most}个字`)
}

const checks: Readonly<Record<TitleField, (text: string) => Checked<string>>> = {
  name: checkCompanyName,
  taxNo: (text) => {
    const checked = checkCreditCode(text)
    return checked.ok ? checked : failed('税号为18位统一社会信用代码，请核对')
  },
  address: (text) => checkLine(text, 'address', 100),
  phone: (text) => shaped(text.replaceAll(/\s+/g, ''), /^[\d-]{7,20}$/, '注册电话格式不正确，如0571-88886666'),
  bank: (text) => checkLine(text, 'bank', 50),
  account: checkCorporateAccount,
}

/**
 * A title as it is kept, or what is wrong with it. A company says its tax number; the rest it may leave empty as long
 * as nobody asks for a special invoice.
 */
export function checkTitle(
  typed: InvoiceTitle,
): { readonly ok: true; readonly value: InvoiceTitle } | { readonly ok: false; readonly faults: TitleFault[] } {
  if (typed.type === 'person') {
    const name = checkLine(typed.name, 'name', 50)
    if (!name.ok) return { ok: false, faults: [{ field: 'name', message: name.message }] }
    return { ok: true, value: { type: 'person', name: name.value, ...nothingElse } }
  }
  const value = { type: typed.type, name: '', ...nothingElse }
  const faults: TitleFault[] = []
  for (const field of fields) {
    const isDemanded = field === 'name' || field === 'taxNo'
    if (!isDemanded && typed[field].trim() === '') continue
    const checked = checks[field](typed[field])
    if (checked.ok) value[field] = checked.value
    else faults.push({ field, message: checked.message })
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value }
}

const nothingElse = { taxNo: '', address: '', phone: '', bank: '', account: '' }

/** Who asks for an invoice: a space as it is authenticated. */
export type InvoiceAsker = { readonly type: SpaceType; readonly name: string; readonly creditCode: string | null }

/** Why no special invoice can be made out to that title, as a person reads it; null when one can (domain 5.9). */
export function specialFault(title: InvoiceTitle, asker: InvoiceAsker): string | null {
  if (asker.type !== 'company' || title.type !== 'company') return '专用发票只能开给企业，请选择普通发票'
  const missing = fields.filter((field) => title[field] === '').map((field) => titleFieldLabels[field])
  if (missing.length > 0) return `开专用发票需在抬头中补全${missing.join('、')}`
  return title.name === asker.name && title.taxNo === asker.creditCode
    ? null
    : '专用发票的抬头和税号需与企业认证信息一致'
}

import { checkCorporateAccount } from '@moqi/domain/identity/bank'
import type { Checked } from '@moqi/domain/identity/checked'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { CallRefusal } from '../../client/call-error.ts'

const fields = ['companyName', 'creditCode', 'legalName', 'bankName', 'bankAccount'] as const
/** A field of the company's form that is typed. */
export type CompanyTyped = (typeof fields)[number]
/** Where a fault of the form stands; `form` is the whole. */
export type CompanyFault = CompanyTyped | 'agree' | 'form'
type Faults = Partial<Record<CompanyFault, string>>

const empty: Record<CompanyTyped, string> = {
  companyName: '请输入企业名称',
  creditCode: '请输入统一社会信用代码',
  legalName: '请输入法定代表人姓名',
  bankName: '请输入开户银行',
  bankAccount: '请输入对公账号',
}

const checks: Record<CompanyTyped, (text: string) => Checked<string>> = {
  companyName: checkCompanyName,
  creditCode: checkCreditCode,
  legalName: checkPersonName,
  bankName: (text) =>
    text.trim().length < 2 ? { ok: false, message: '请输入开户银行全称' } : { ok: true, value: text },
  bankAccount: checkCorporateAccount,
}

/** What is wrong with a company's form, by the rules of domain 4.1. */
export function companyFaults(values: Record<CompanyTyped, string>, agreed: boolean): Faults {
  const faults: Faults = {}
  for (const field of fields) {
    const checked = checks[field](values[field])
    if (values[field].trim() === '') faults[field] = empty[field]
    else if (!checked.ok) faults[field] = checked.message
  }
  return agreed ? faults : { ...faults, agree: '请先阅读并同意上述授权' }
}

/** Where what the server refused stands. */
export function refusedFaults(fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  const field = fields.find((name) => name === fault.data.field)
  return { [field ?? 'form']: fault.message }
}

import { checkCorporateAccount } from '@moqi/domain/identity/bank'
import type { Checked } from '@moqi/domain/identity/checked'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPersonName } from '@moqi/domain/identity/person-name'
import { checkPhone } from '@moqi/domain/identity/phone'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { CallRefusal } from '../../client/call-error.ts'

const common = ['companyName', 'creditCode', 'legalName'] as const
/** What is typed of each way, in the order of the page. */
export const companyFields = {
  payment: [...common, 'bankName', 'bankAccount'],
  reverse: common,
  letter: [...common, 'legalIdNumber', 'legalPhone'],
} as const
/** A way whose form is typed and nothing else. */
export type TypedWay = keyof typeof companyFields
/** A field of the company's form that is typed. */
export type CompanyTyped = (typeof companyFields)[TypedWay][number]
/** Where a fault of the form stands; `form` is the whole. */
export type CompanyFault = CompanyTyped | 'agree' | 'form'
type Faults = Partial<Record<CompanyFault, string>>

const checks: Record<CompanyTyped, { empty: string; check: (text: string) => Checked<string> }> = {
  companyName: { empty: '请输入企业名称', check: checkCompanyName },
  creditCode: { empty: '请输入统一社会信用代码', check: checkCreditCode },
  legalName: { empty: '请输入法定代表人姓名', check: checkPersonName },
  bankName: {
    empty: '请输入开户银行',
    check: (text) =>
      text.trim().length < 2 ? { ok: false, message: '请输入开户银行全称' } : { ok: true, value: text },
  },
  bankAccount: { empty: '请输入对公账号', check: checkCorporateAccount },
  legalIdNumber: {
    empty: '请输入法定代表人身份证号',
    check: (text) => checkIdNumber(text, shanghaiDate(Date.now())),
  },
  legalPhone: { empty: '请输入法定代表人手机号', check: checkPhone },
}

/** What is wrong with a company's form, by the rules of domain 4.1. */
export function companyFaults(way: TypedWay, values: Record<CompanyTyped, string>, agreed: boolean): Faults {
  const faults: Faults = {}
  for (const field of companyFields[way]) {
    const { empty, check } = checks[field]
    const checked = check(values[field])
    if (values[field].trim() === '') faults[field] = empty
    else if (!checked.ok) faults[field] = checked.message
  }
  return agreed ? faults : { ...faults, agree: '请先阅读并同意上述授权' }
}

/** Whether a submission was refused since the company is authenticated already. */
export const isTaken = (fault: unknown): boolean =>
  fault instanceof CallRefusal && fault.reason === 'space/company-taken'

/** Where what the server refused stands. */
export function refusedFaults(way: TypedWay, fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  const field = companyFields[way].find((name) => name === fault.data.field)
  return { [field ?? 'form']: fault.message }
}

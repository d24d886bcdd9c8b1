import type { FieldFault } from '../contract/draft-rules.ts'
import type { Checked } from '../identity/checked.ts'
import { checkCompanyName, checkCreditCode, normalizeCompanyName } from '../identity/company.ts'
import { checkEmail } from '../identity/email.ts'
import { checkPassportName } from '../identity/person-name.ts'
import { checkPhone } from '../identity/phone.ts'
import { hasUnseen } from '../text/one-line.ts'

/** How much an address book and one request about it may hold: contacts, rows, bytes, characters. */
export const contactLimits = {
  perAccount: 10_000,
  importRows: 2000,
  importBytes: 5 * 1024 * 1024,
  deletedAtOnce: 50,
  mergedAtOnce: 20,
  remark: 200,
} as const

/** A person, or a company with the person who acts for it. */
export const contactTypes = ['person', 'company'] as const
/** Whether a contact is a person or a company. */
export type ContactType = (typeof contactTypes)[number]

/** What is known of a contact; empty is not known. A person has neither company nor credit code. */
export type ContactFields = {
  readonly contactType: ContactType
  /** Of the person, or of the company's operator (经办人). */
  readonly name: string
  readonly phone: string
  readonly companyName: string
  readonly creditCode: string
  readonly email: string
  readonly remark: string
}
/** A field of a contact that can be wrong. */
export type ContactField = Exclude<keyof ContactFields, 'contactType'>

/** The text of a contact that is there already (domain 7.7). */
export const contactExists = '该联系人已存在'

const optional = (text: string, check: (text: string) => Checked<string>): Checked<string> =>
  text.trim() === '' ? { ok: true, value: '' } : check(text)

function checkContactRemark(text: string): Checked<string> {
  const value = text.trim()
  if ([...value].length > contactLimits.remark) return { ok: false, message: `备注不能超过${contactLimits.remark}个字` }
  return hasUnseen(value) ? { ok: false, message: '备注不能包含不可见字符' } : { ok: true, value }
}

const checkOwnCompany = (text: string): Checked<string> =>
  text.trim() === '' ? { ok: false, message: '请填写企业名称' } : checkCompanyName(text)

/** A contact as it is stored, and every fault of what was written; what is faulty stays as it was written. */
export function checkContact(written: ContactFields): { contact: ContactFields; faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const accept = (field: ContactField, checked: Checked<string>): string => {
    if (checked.ok) return checked.value
    faults.push({ field, message: checked.message })
    return written[field]
  }
  const isCompany = written.contactType === 'company'
  const contact = {
    contactType: written.contactType,
    companyName: isCompany ? accept('companyName', checkOwnCompany(written.companyName)) : '',
    creditCode: isCompany ? accept('creditCode', optional(written.creditCode, checkCreditCode)) : '',
    name: accept('name', checkPassportName(written.name)),
    phone: accept('phone', checkPhone(written.phone)),
    email: accept('email', optional(written.email, checkEmail)),
    remark: accept('remark', checkContactRemark(written.remark)),
  }
  return { contact, faults }
}

/** What makes two contacts of one address book the same. */
export const contactKey = ({
  contactType,
  phone,
  name,
  companyName,
}: Pick<ContactFields, 'contactType' | 'phone' | 'name' | 'companyName'>): string =>
  [contactType, phone, name, companyName].join('\n')

/** Everything of a contact that a search looks at, in lower case. */
export const contactSearch = ({ name, phone, companyName, creditCode, email, remark }: ContactFields): string =>
  [name, phone, companyName, creditCode, email, remark].join(' ').toLowerCase()

/** A search word as it is looked for: brackets as in company names, a phone number without its spaces. */
export function searchWord(typed: string): string {
  const word = normalizeCompanyName(typed).toLowerCase()
  return /^\+?[\d\s-]+$/.test(word) ? word.replace(/^\+86/, '').replaceAll(/[\s-]/g, '') : word
}

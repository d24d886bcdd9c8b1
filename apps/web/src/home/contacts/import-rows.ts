import { checkContact, contactKey, type ContactField } from '@moqi/domain/contacts/contact-rules'
import { contactColumns, withType } from '@moqi/domain/contacts/contact-sheet'
import type { RowRules } from '../../kit/spreadsheet/correcting.ts'

/** What can be said here of a row of contacts. */
export const contactRules: RowRules<ContactField> = {
  columns: contactColumns,
  textsOf: ({ name, phone, companyName, creditCode, email, remark }) => ({
    name,
    phone,
    companyName,
    creditCode,
    email,
    remark,
  }),
  withText: (texts, field, text) => ({ ...texts, [field]: text }),
  judge: (texts) => {
    const { contact, faults } = checkContact(withType(texts))
    return { faults, key: contactKey(contact) }
  },
}

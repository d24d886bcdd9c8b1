import type { Contact } from '@moqi/api/contact'
import type { ContactField } from '@moqi/domain/contacts/contact-rules'

/** The fields of a contact in the order in which they are chosen. */
export const mergedFields = ['companyName', 'creditCode', 'name', 'phone', 'email', 'remark'] as const

/** The values that contacts have in a field, each once, without empty ones. */
export const valuesOf = (contacts: readonly Contact[], field: ContactField): string[] => [
  ...new Set(contacts.map((contact) => contact[field]).filter((value) => value !== '')),
]

/** What stays when nothing else was chosen: the first value of each field that somebody has. */
export function mergedTexts(
  contacts: readonly Contact[],
  chosen: Partial<Record<ContactField, string>>,
): Record<ContactField, string> {
  const texts = { name: '', phone: '', companyName: '', creditCode: '', email: '', remark: '' }
  for (const field of mergedFields) {
    const values = valuesOf(contacts, field)
    const wanted = chosen[field]
    texts[field] = wanted !== undefined && values.includes(wanted) ? wanted : (values[0] ?? '')
  }
  return texts
}

import { type ContactType, contactTypes } from '@moqi/domain/contacts/contact-rules'

/** What the address book is asked for; it lives in the address. */
export type ContactAsk = { contactType: ContactType; keyword: string; pageSize: 10 | 20 | 50 }

/** How each type is called (domain.md 7.7). */
export const contactTypeLabels: Record<ContactType, string> = { person: '个人联系人', company: '企业联系人' }

/** Persons, all of them. */
export const everyPerson: ContactAsk = { contactType: 'person', keyword: '', pageSize: 10 }

const pageSizes = [10, 20, 50] as const

/** Reads an address; what makes no sense counts as not asked. */
export function readAsk(search: URLSearchParams): ContactAsk {
  return {
    contactType: contactTypes.find((type) => type === search.get('type')) ?? everyPerson.contactType,
    keyword: (search.get('keyword') ?? '').trim().slice(0, 100),
    pageSize: pageSizes.find((size) => String(size) === search.get('pageSize')) ?? everyPerson.pageSize,
  }
}

/** The address of what is asked, without what goes without saying. */
export function askSearch({ contactType, keyword, pageSize }: ContactAsk): string {
  const search = new URLSearchParams()
  if (contactType !== everyPerson.contactType) search.set('type', contactType)
  if (keyword !== '') search.set('keyword', keyword)
  if (pageSize !== everyPerson.pageSize) search.set('pageSize', String(pageSize))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

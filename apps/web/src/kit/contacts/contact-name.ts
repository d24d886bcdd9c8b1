import type { Contact } from '@moqi/api/contact'

type Named = Pick<Contact, 'contactType' | 'name' | 'companyName'>

/** How a contact is called: the company, or the person. */
export const contactName = ({ contactType, name, companyName }: Named): string =>
  contactType === 'company' ? companyName : name

/** A phone number in the groups it is read aloud in: `138 0000 0001`. */
export const phoneGroups = (phone: string): string => phone.replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3')

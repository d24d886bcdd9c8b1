import type { Contact } from '@moqi/api/contact'

/** What the address book knows of a party. */
export const partyOfContact = ({ contactType, name, phone, companyName, creditCode }: Contact) => ({
  kind: contactType,
  signerName: name,
  phone,
  companyName,
  creditCode,
})

import { checkContact, type ContactFields } from '@moqi/domain/contacts/contact-rules'
import { Refusal } from '@moqi/domain/refusal'

/** The contact as it is stored; throws `field/invalid` with the first fault and all of them. */
export function acceptContact(written: ContactFields): ContactFields {
  const { contact, faults } = checkContact(written)
  const [first] = faults
  if (first) throw new Refusal('field/invalid', { ...first, faults })
  return contact
}

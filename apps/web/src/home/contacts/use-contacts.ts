import type { ContactType } from '@moqi/domain/contacts/contact-rules'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { askSearch, type ContactAsk, everyPerson } from '../../kit/contacts/contact-ask.ts'
import { contactKeys } from '../../kit/contacts/contact-keys.ts'

/** One page of the address book; turning a page keeps the one before in sight. */
export function useContacts(ask: ContactAsk, cursor: string | null) {
  const search = askSearch(ask)
  return useQuery({
    queryKey: [...contactKeys.list, search, cursor],
    queryFn: ({ signal }) => call('listContacts', { ...ask, cursor }, { signal, quiet: true }),
    placeholderData: (previous, query) => (query?.queryKey[2] === search ? previous : undefined),
  })
}

/** How many contacts of each type there are; null while that is not known. */
export function useContactTotals(): Record<ContactType, number> | null {
  const { data } = useQuery({
    queryKey: [...contactKeys.list, askSearch(everyPerson), null],
    queryFn: ({ signal }) => call('listContacts', everyPerson, { signal, quiet: true }),
  })
  return data ? { person: data.personTotal, company: data.companyTotal } : null
}

import type { Contact } from '@moqi/api/contact'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { isVisit } from '../../client/visit.ts'
import { contactKeys } from './contact-keys.ts'

// ms: the pause of somebody who types a name. A list to choose from at a glance is no longer than this.
const pause = 150
const most = 6

/** Contacts of a type that a typed name may mean, the last used first; the last used ones while nothing is typed. */
export function useContactSuggestions(
  contactType: Contact['contactType'],
  { typed, isOpen }: { typed: string; isOpen: boolean },
): readonly Contact[] {
  const [keyword, setKeyword] = useState(typed.trim())
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim().slice(0, 100)), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const { data } = useQuery({
    queryKey: [...contactKeys.list, 'suggestions', contactType, keyword],
    queryFn: ({ signal }) =>
      call('listContacts', { contactType, ...(keyword !== '' && { keyword }) }, { signal, quiet: true }),
    enabled: isOpen && !isVisit(),
    staleTime: 30_000,
    retry: false,
    placeholderData: (before) => before,
  })
  return (data?.contactArray ?? []).slice(0, most)
}

import { checkPhone } from '@moqi/domain/identity/phone'
import type { ProvidedUser } from '#src/cores/provisioning/provided-user.ts'
import type { ProvidedDetails, ProvidedValue } from '#src/platform/database/integration-tables.ts'

/** What a provider wants somebody to be, as it is kept. */
export type WantedUser = {
  userName: string
  externalId: string | null
  phone: string | null
  active: boolean
  details: ProvidedDetails
}

/** What is kept of what a provider says; `active` where it says nothing of that. */
export const wantedUser = (user: ProvidedUser, active: boolean): WantedUser => ({
  userName: user.userName.trim(),
  externalId: user.externalId ?? null,
  phone: phoneOf(user.phoneNumbers ?? []),
  active: user.active ?? active,
  details: detailsOf(user),
})

/** In the order of their keys, so that equal details are equal texts. */
function detailsOf({ displayName, name, emails, phoneNumbers }: ProvidedDetails): ProvidedDetails {
  const { formatted, familyName, givenName } = name ?? {}
  return {
    ...(displayName !== undefined && { displayName }),
    ...(name && { name: { formatted, familyName, givenName } }),
    ...(emails?.length && { emails: emails.map(valueOf) }),
    ...(phoneNumbers?.length && { phoneNumbers: phoneNumbers.map(valueOf) }),
  }
}

const valueOf = ({ value, display, type, primary }: ProvidedValue): ProvidedValue => ({ value, display, type, primary })

/** Whether a provider has said nothing new. */
export const isSame = (one: WantedUser, other: WantedUser): boolean => JSON.stringify(one) === JSON.stringify(other)

const rank = ({ type, primary }: ProvidedValue) => (type?.toLowerCase() === 'mobile' ? 0 : primary ? 1 : 2)

/** The mobile number: what is called so comes first, then what is primary; null where none is a mainland one. */
function phoneOf(numbers: readonly ProvidedValue[]): string | null {
  for (const { value = '' } of numbers.toSorted((one, other) => rank(one) - rank(other))) {
    // As RFC 3966 writes it: tel:+86-138-0000-0000.
    const checked = checkPhone(value.replace(/^tel:/i, '').replace(/[-.()]/g, ''))
    if (checked.ok) return checked.value
  }
  return null
}

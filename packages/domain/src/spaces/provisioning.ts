import { dayMs } from '../time/civil-date.ts'

/** Limits of a company's members coming from its identity provider by SCIM 2.0 (RFC 7644). */
export const provisioningLimits = {
  /** Tokens that hold at one time, those included that are being replaced. */
  tokens: 5,
  /** Requests of one company in a minute, and those of them that make somebody. */
  requestsPerMinute: 600,
  newPerMinute: 120,
  /** Of one page, as it is asked for and unless it is. */
  pageMost: 200,
  pageUsual: 100,
  /** Bytes of a request, and characters of a filter. */
  bodyBytes: 64 * 1024,
  filterLength: 400,
  /** Operations of one PATCH. */
  operations: 100,
  /** How exact the last use of a token is told, ms. */
  useEveryMs: 60_000,
  /** When an invitation that may not be sent today may be tried again, ms. */
  inviteAgainMs: dayMs / 24,
} as const

/** How a provider's doings are signed in the company's log: by its name, and that nobody did it by hand. */
export const provisionerName = (providerName: string | null): string => `${providerName ?? '身份系统'}（SCIM）`

/** What of a name a provider may have said. */
export type ProvidedName = {
  readonly formatted?: string | undefined
  readonly familyName?: string | undefined
  readonly givenName?: string | undefined
}

/** What somebody is called in full: Chinese names stand together, family name first; others apart, given name first. */
export function fullName(displayName: string | null, name: ProvidedName | null): string {
  const { formatted = '', familyName = '', givenName = '' } = name ?? {}
  const said = (displayName ?? '').trim() || formatted.trim()
  if (said) return said
  const [family, given] = [familyName.trim(), givenName.trim()]
  return /\p{Script=Latin}/u.test(family + given) ? `${given} ${family}`.trim() : family + given
}

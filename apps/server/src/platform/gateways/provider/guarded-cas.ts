import { type ProviderFault, providerLimits } from '@moqi/domain/account/identity-provider'
import { z } from 'zod'
import { type FetchLimits, guardedFetch } from '#src/platform/gateways/outbound/guarded-fetch.ts'
import { wayFault } from '#src/platform/gateways/outbound/judged-address.ts'
import type { Asserted, ProviderAttempt, ProviderClient, ProviderFailure, ProviderGateway } from './provider-gateway.ts'

type Limits = Pick<FetchLimits, 'allowed' | 'resolve'> & { answerMs?: number }

const named = z.union([
  z.string(),
  z
    .array(z.string())
    .min(1)
    .transform(([first = '']) => first),
])

/** What `/p3/serviceValidate` answers (CAS Protocol 3.0 §2.6.2). Of the attributes only names and times are read. */
const Validated = z.object({
  serviceResponse: z.union([
    z.object({
      authenticationSuccess: z.object({
        user: z.string().min(1).max(200),
        attributes: z
          .looseObject({
            authenticationDate: z.union([z.number(), z.string(), z.array(z.unknown())]),
            displayName: named,
          })
          .partial()
          .optional(),
      }),
    }),
    z.object({ authenticationFailure: z.object({ code: z.string() }) }),
  ]),
})

/**
 * Asks providers that speak CAS 3.0. Our state is part of the service a ticket is for, so that a ticket of one attempt
 * is good for no other; whom the provider names it says to us alone, over the guarded fetch.
 */
export function guardedCas({ allowed, answerMs = providerLimits.answerMs, ...rest }: Limits): ProviderGateway {
  const fetch = guardedFetch({ allowed, answerMs, answerBytes: providerLimits.answerBytes, ...rest })
  return {
    begin: async ({ issuer }, attempt) => {
      const service = serviceOf(attempt)
      return { address: `${issuer}/login?${new URLSearchParams({ service, ...(attempt.fresh && { renew: 'true' }) })}` }
    },
    async finish(client, attempt, answer) {
      const ticket = answer.get('ticket')
      if (!ticket) return { fault: 'denied' }
      try {
        return await validated(fetch, client, attempt, ticket)
      } catch (error) {
        return { fault: wayFault(error) }
      }
    },
  }
}

const serviceOf = ({ redirectUri, state }: ProviderAttempt) => `${redirectUri}?${new URLSearchParams({ state })}`

async function validated(
  fetch: ReturnType<typeof guardedFetch>,
  { issuer }: ProviderClient,
  attempt: ProviderAttempt,
  ticket: string,
): Promise<Asserted | ProviderFailure> {
  const asked = { service: serviceOf(attempt), ticket, format: 'JSON', ...(attempt.fresh && { renew: 'true' }) }
  const response = await fetch(`${issuer}/p3/serviceValidate?${new URLSearchParams(asked)}`)
  const read = response.ok ? Validated.safeParse(jsonOf(await response.text())) : null
  if (!read?.success) return { fault: 'discovery' }
  const { serviceResponse } = read.data
  if ('authenticationFailure' in serviceResponse) return { fault: faultOf(serviceResponse.authenticationFailure.code) }
  const { user, attributes } = serviceResponse.authenticationSuccess
  return {
    issuer,
    subject: user,
    label: [...(attributes?.displayName ?? user)].slice(0, 60).join(''),
    provedAt: timeOf(attributes?.authenticationDate),
  }
}

/** The codes that say our address is not registered there; every other is of the ticket. */
const faultOf = (code: string): ProviderFault =>
  /^(?:INVALID_SERVICE|UNAUTHORIZED_SERVICE)$/.test(code) ? 'client' : 'answer'

/** ms; 0, which is long ago, where the provider does not say when somebody proved who they are. */
function timeOf(date: unknown): number {
  const [first] = Array.isArray(date) ? date : [date]
  if (typeof first === 'number') return first < 1e12 ? first * 1000 : first
  return typeof first === 'string' ? Date.parse(first.replace(/\[.*\]$/, '')) || 0 : 0
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

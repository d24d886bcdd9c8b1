import { type ProviderFault, providerLimits } from '@moqi/domain/account/identity-provider'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { type FetchLimits, guardedFetch } from '#src/platform/gateways/outbound/guarded-fetch.ts'
import { Barred, wayFault } from '#src/platform/gateways/outbound/judged-address.ts'
import type { ProviderAttempt, ProviderClient, ProviderFailure, ProviderGateway } from './provider-gateway.ts'

type Limits = Pick<FetchLimits, 'allowed' | 'resolve'> & { answerMs?: number }

/**
 * Asks providers by `openid-client` over the guarded fetch: authorization code with PKCE, and an ID token that one of
 * the keys has signed which the provider publishes now. Nothing of a provider is kept, so that a key it has changed
 * holds at once.
 */
export function guardedOpenId({ allowed, answerMs = providerLimits.answerMs, ...rest }: Limits): ProviderGateway {
  const fetch = guardedFetch({ allowed, answerMs, answerBytes: providerLimits.answerBytes, ...rest })
  const open = (client: ProviderClient) => discovered(client, fetch, { answerMs, plainAllowed: allowed.length > 0 })
  return {
    begin: async (client, attempt) => {
      try {
        return { address: await addressFor(await open(client), attempt) }
      } catch (error) {
        return failure(error, 'discovery')
      }
    },
    async finish(client, attempt, answer) {
      const configuration = await open(client).catch((error: unknown) => failure(error, 'discovery'))
      if ('fault' in configuration) return configuration
      try {
        return await redeemed(configuration, attempt, answer)
      } catch (error) {
        return failure(error, 'answer')
      }
    },
  }
}

const secondsOf = (ms: number) => Math.floor(ms / 1000)
const maxAgeOf = ({ fresh }: ProviderAttempt) => secondsOf(providerLimits.proofMs[fresh ? 'fresh' : 'usual'])

async function discovered(
  { issuer, clientId, clientSecret }: ProviderClient,
  fetch: ReturnType<typeof guardedFetch>,
  { answerMs, plainAllowed }: { answerMs: number; plainAllowed: boolean },
): Promise<Configuration> {
  // By HTTP the guarded fetch reaches the operator's own networks alone.
  const execute = [...(plainAllowed ? [allowInsecureRequests] : []), enableNonRepudiationChecks]
  const configuration = await discovery(new URL(issuer), clientId, clientSecret ?? undefined, undefined, {
    execute,
    timeout: Math.ceil(answerMs / 1000) + 1,
    [customFetch]: fetch,
  })
  configuration[customFetch] = fetch
  return configuration
}

async function addressFor(configuration: Configuration, attempt: ProviderAttempt): Promise<string> {
  const address = buildAuthorizationUrl(configuration, {
    redirect_uri: attempt.redirectUri,
    scope: 'openid profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    max_age: String(maxAgeOf(attempt)),
    ...(attempt.fresh && { prompt: 'login' }),
  })
  if (!/^https?:$/.test(address.protocol)) throw new TypeError('an authorization endpoint that is no web address')
  return address.href
}

async function redeemed(configuration: Configuration, attempt: ProviderAttempt, answer: URLSearchParams) {
  const back = new URL(attempt.redirectUri)
  back.search = answer.toString()
  const tokens = await authorizationCodeGrant(configuration, back, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    maxAge: maxAgeOf(attempt),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new TypeError('a provider that answers no ID token')
  const { iss, sub, auth_time: provedAt } = claims
  const named = [claims.preferred_username, claims.name, sub].find((one) => typeof one === 'string' && one !== '')
  return {
    issuer: iss,
    subject: sub,
    label: [...String(named)].slice(0, 60).join(''),
    provedAt: typeof provedAt === 'number' ? provedAt * 1000 : 0,
  }
}

/** The library wraps what the fetch threw: faults of the way lie beneath. */
function failure(error: unknown, otherwise: ProviderFault): ProviderFailure {
  if (error instanceof AuthorizationResponseError) return { fault: 'denied' }
  if (error instanceof WWWAuthenticateChallengeError) return { fault: 'client' }
  if (error instanceof ResponseBodyError) return { fault: clientErrors.has(error.error) ? 'client' : 'answer' }
  const beneath = causesOf(error).find(
    (cause) => cause instanceof Barred || (cause instanceof Error && 'syscall' in cause),
  )
  if (beneath) return { fault: wayFault(beneath) }
  const certificate = causesOf(error).find((cause) => wayFault(cause) === 'certificate')
  return { fault: certificate ? 'certificate' : otherwise }
}

const clientErrors = new Set(['invalid_client', 'unauthorized_client'])

function causesOf(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}

import type { ProviderFault, ProviderProtocol } from '@moqi/domain/account/identity-provider'

/**
 * A company's identity provider as it is asked; without a secret the client is public. Of CAS `issuer` is the server's
 * address, and there is no client; of a work chat it is where its interfaces are, and `agentId` the number of the app.
 */
export type ProviderClient = {
  protocol: ProviderProtocol
  issuer: string
  clientId: string
  clientSecret: string | null
  agentId: string | null
}

/** What one attempt is bound to; all of it random. */
export type ProviderAttempt = {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  fresh: boolean
  /** The browser's own name for itself: within the app of a work chat another page signs in. */
  userAgent?: string
}

/** Whom the provider says somebody is. What else it asserts is not read. */
export type Asserted = {
  issuer: string
  subject: string
  /** What the provider calls the person, to be recognised by. */
  label: string
  /** When the person last proved who they are there, ms. */
  provedAt: number
}

/** Nobody was let in, for this reason. */
export type ProviderFailure = { fault: ProviderFault }

/** How a company's own identity provider is asked. Nothing that goes wrong on the way throws. */
export type ProviderGateway = {
  /** Where a browser goes to sign in. */
  begin: (client: ProviderClient, attempt: ProviderAttempt) => Promise<{ address: string } | ProviderFailure>
  /** Takes what a browser came back with, once. */
  finish: (
    client: ProviderClient,
    attempt: ProviderAttempt,
    answer: URLSearchParams,
  ) => Promise<Asserted | ProviderFailure>
}

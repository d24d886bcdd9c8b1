import { providerFaults } from '@moqi/domain/account/identity-provider'
import { Refusal } from '@moqi/domain/refusal'
import { requireClient } from '#src/cores/identity/provider-store.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Asserted, ProviderFailure } from '#src/platform/gateways/provider/provider-gateway.ts'
import { beginAttempt, endAttempt, type Leaving } from './attempt.ts'

/** What a browser came back with. */
export type CameBack = {
  state: string
  browserKey: string
  code?: string | undefined
  iss?: string | undefined
  error?: string | undefined
  ticket?: string | undefined
}

/** What a provider did is told as a refusal, in words. */
export function answered<T extends object>(answer: T | ProviderFailure): T {
  if ('fault' in answer) throw new Refusal('provider/fault', { message: providerFaults[answer.fault] })
  return answer
}

/** Sends a browser to a company's provider. Throws `provider/not-found` and `provider/fault`. */
export async function leaveFor(
  deps: Deps,
  { userAgent, ...leaving }: Pick<Leaving, 'tenantId' | 'accountId' | 'fresh'> & { userAgent: string },
): Promise<{ address: string; browserKey: string }> {
  const client = await requireClient(deps, leaving.tenantId)
  const { attempt, browserKey } = await deps.db.directoryWrite((tx) =>
    beginAttempt(deps, tx, { ...leaving, version: client.version }),
  )
  const { address } = answered(await deps.provider.begin(client, { ...attempt, userAgent }))
  return { address, browserKey }
}

/**
 * Ends the attempt, which is used up whatever comes of it, and has the provider say who that is. Throws
 * `provider/attempt`, also when the company has changed its settings meanwhile, and `provider/fault`.
 */
export async function assertedBy(
  deps: Deps,
  { state, browserKey, ...came }: CameBack,
  accountId: string | null,
): Promise<Asserted & { tenantId: string }> {
  const left = await deps.db.directoryWrite((tx) => endAttempt(deps, tx, { state, browserKey, accountId }))
  if (!left) throw new Refusal('provider/attempt')
  const client = await requireClient(deps, left.tenantId)
  if (client.version !== left.version) throw new Refusal('provider/attempt')
  const answer = new URLSearchParams({ state })
  const { code, iss, error, ticket } = came
  for (const [name, value] of Object.entries({ code, iss, error, ticket }))
    if (value !== undefined) answer.set(name, value)
  const asserted = answered(await deps.provider.finish(client, left.attempt, answer))
  return { ...asserted, tenantId: left.tenantId }
}

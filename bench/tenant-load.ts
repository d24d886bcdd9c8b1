import { inLanes } from '../apps/server/src/platform/in-lanes.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { type SentContract, sendToAll } from './sent-contract.ts'
import type { Signer } from './signing-cast.ts'

const clients = 16
const contractsEach = 40
const partiesEach = 6
const rounds = 4

/** Signatures a second by 16 clients, round by round: on contracts of one tenant, and on those of 40. */
export type TenantLoad = { one: number[]; many: number[] }

/**
 * The same people sign the same number of contracts of the same file, side by side; only whose contracts they are
 * differs. Which goes first changes from round to round. No contract is finished by it.
 */
export async function measureTenants(
  platform: PlatformUnderTest,
  cast: readonly Signer[],
  pdf: Buffer,
): Promise<TenantLoad> {
  const load: TenantLoad = { one: [], many: [] }
  const parties = cast.slice(0, partiesEach)
  for (let round = 0; round < rounds; round++) {
    const sides = round % 2 === 0 ? (['one', 'many'] as const) : (['many', 'one'] as const)
    for (const side of sides) {
      const contracts: SentContract[] = []
      for (let made = 0; made < contractsEach; made++) {
        const initiator = cast[side === 'one' ? 0 : made]
        if (!initiator) throw new Error(`${contractsEach} people are needed`)
        contracts.push(await sendToAll(platform.deps, initiator, parties, pdf))
      }
      await platform.quiet()
      load[side].push(await throughput(contracts))
    }
  }
  return load
}

/** Signatures a second, all but the last of each contract; a client takes the next as soon as it has one. */
async function throughput(contracts: readonly SentContract[]): Promise<number> {
  const turns = Array.from({ length: partiesEach - 1 }, (_, party) => party)
  const signatures = turns.flatMap((party) => contracts.flatMap((contract) => contract.signatures[party] ?? []))
  const before = performance.now()
  await inLanes(signatures, clients, (signature) => signature())
  return (signatures.length * 1000) / (performance.now() - before)
}

import { type Client, openClient } from '../scripts/demo/api-client.ts'
import { initiator as launcher } from '../scripts/demo/cast.ts'
import { sessionOf } from '../scripts/demo/sign-in.ts'
import { post } from './http-call.ts'
import { makePeople, type Person, proveWill } from './people-by-code.ts'
import { type Ask, sendShared, type SharedContract } from './shared-contract.ts'

/** Contracts that eight people may sign at once. */
export type Series = {
  initiator: Client
  /** A session of the initiator's own, in the same space. */
  launcher: { token: string; tenantId: string }
  contracts: SharedContract[]
  /** Asks the server for one signature; resolves when it is acknowledged. */
  sign: (ask: Ask) => Promise<void>
  /** Proves everybody's will again before the proofs of the contracts from `first` on run out. */
  keepProofs: (first: number) => Promise<void>
}

/** A proof holds for five minutes (checklist C17). */
const renewAfterMs = 180_000

/** Makes eight people and sends `count` contracts, at most 50, for all of them. */
export async function openSeries(baseUrl: string, count: number): Promise<Series> {
  const session = await sessionOf(baseUrl, launcher)
  const initiator = openClient(baseUrl, session.token, session.tenantId)
  const people = await makePeople(baseUrl, 8)
  const contracts: SharedContract[] = []
  for (let made = 0; made < count; made++) contracts.push(await sendShared(initiator, people))
  let proofs = new Map<Person, string>()
  let provedAt = 0
  return {
    initiator,
    launcher: session,
    contracts,
    async sign({ person, signId, positionId, key }) {
      const positionArray = [{ positionId, sealId: person.sealId }]
      const authToken = proofs.get(person) ?? ''
      await post(baseUrl, 'sign', { signId, authToken, positionArray }, { ...person.asking, key })
    },
    async keepProofs(first) {
      if (Date.now() < provedAt + renewAfterMs) return
      const proved = people.map(async (person): Promise<[Person, string]> => {
        const open = contracts.slice(first).flatMap(({ asks }) => asks.filter((ask) => ask.person === person))
        return [
          person,
          await proveWill(
            baseUrl,
            person,
            open.map(({ signId }) => signId),
          ),
        ]
      })
      proofs = new Map(await Promise.all(proved))
      provedAt = Date.now()
    },
  }
}

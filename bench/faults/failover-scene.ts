import { setTimeout as pause } from 'node:timers/promises'
import type { Member } from '../cluster/database-cluster.ts'
import { onCluster } from '../cluster/on-cluster.ts'
import type { Cluster } from '../cluster/open-cluster.ts'
import type { FaultScene, Strike } from '../survive.ts'

/**
 * What happens to whoever leads while eight people sign; answers how it is over, later. A Patroni that ended is started
 * again as a supervisor would, and its PostgreSQL follows from then on.
 */
type Way = { name: string; strike: (strike: Strike, cluster: Cluster) => Promise<() => void> }

const otherLimitMs = 90_000
/** They have signed when somebody's Patroni hangs. */
const before = 3

const ways: Way[] = [
  {
    name: 'the leading machine dies',
    async strike({ amidst }, { database }) {
      const leader = await leading(database)
      const postmaster = leader.postmaster()
      await amidst()
      leader.service.down()
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
      return leader.service.up
    },
  },
  {
    name: 'leadership is handed on',
    async strike({ amidst }, { database }) {
      await amidst()
      if (!(await database.switchOver())) throw new Error('Patroni does not hand leadership on')
      return () => {}
    },
  },
  {
    name: 'the leading PostgreSQL dies',
    async strike({ amidst }, { database }) {
      const postmaster = (await leading(database)).postmaster()
      await amidst()
      if (postmaster !== null) process.kill(postmaster, 'SIGKILL')
      return () => {}
    },
  },
  {
    name: 'the leading Patroni hangs, its PostgreSQL goes on',
    async strike({ signSome }, { database }) {
      const { name, service } = await leading(database)
      await signSome(before)
      service.signal('SIGSTOP')
      // Two believe that they lead from then on.
      await anotherThan(name, database).catch((error: unknown) => {
        service.signal('SIGCONT')
        throw error
      })
      return () => service.signal('SIGCONT')
    },
  },
]

/**
 * Three nodes on three PostgreSQL servers under Patroni. While eight people sign, whoever leads goes away, in turns by
 * its machine's death, by being asked to, its own death, and while it believes that it still leads; another takes over,
 * and the one that went follows.
 */
export const failoverScene: FaultScene = {
  fault: 'failover',
  on: (use) => onCluster((cluster, platform) => use(platform, (strike) => struck(strike, cluster))),
}

async function struck(strike: Strike, cluster: Cluster): Promise<void> {
  const { index, sign, over, note, afterwards } = strike
  const { database } = cluster
  const way = ways[index % ways.length]
  if (!way) return
  await madeWhole(strike, database)
  const { name } = await leading(database)
  const heal = await way.strike(strike, cluster)
  over()
  await sign()
  afterwards(async () => {
    heal()
    await madeWhole(strike, database)
    const isSame = (await leading(database)).name === name
    note(`${way.name}: ${isSame ? 'leads again' : 'another leads'}`)
  })
}

/**
 * Waits until one leads and a follower may take over. Patroni 3.0 sometimes finds for ever that somebody else has
 * written which follower that is, until it is started again, as a supervisor does with one that is not well.
 */
async function madeWhole({ note }: Strike, database: Cluster['database']): Promise<void> {
  await database.whole().catch(async () => {
    const { service } = await leading(database)
    note('Patroni did not name who may take over until it was started again')
    service.down()
    service.up()
    await database.whole()
  })
}

async function leading(database: Cluster['database']): Promise<Member> {
  const leader = await database.leader()
  if (!leader) throw new Error('nobody leads')
  return leader
}

async function anotherThan(name: string, database: Cluster['database']): Promise<void> {
  for (const until = performance.now() + otherLimitMs; performance.now() < until; await pause(200)) {
    const leader = await database.leader()
    if (leader && leader.name !== name) return
  }
  throw new Error('nobody else takes over')
}

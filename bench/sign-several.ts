import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyForSeal } from '../apps/server/src/approvals/apply-for-seal.ts'
import { signSeveral } from '../apps/server/src/signing/sign-several.ts'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import { median, ownCpu } from './round-figures.ts'
import { giveProof, type SentContract, sendToAll } from './sent-contract.ts'
import { castSigners, type Signer } from './signing-cast.ts'

/**
 * Signatures of a batch in a second over single ones, one after the other; by the clock and by CPU of this process,
 * medians of the rounds. At least 0.8 is asked for (checklist C57).
 */
export type SeveralReport = {
  bench: 'batch'
  rounds: number
  perBatch: number
  ratioByClock: number
  ratioByCpu: number
  /** Lowest and highest round. */
  spreadByClock: [number, number]
  batchPerSecond: number
  singlePerSecond: number
}

const sample = join(import.meta.dirname, '../samples/采购框架协议.pdf')
const warmUpRounds = 2

/** `npm run bench -- batch`. Answers the exit code. */
export async function benchSeveral(rounds: number): Promise<number> {
  const report = await measureSeveral(rounds, 50)
  console.log(JSON.stringify(report))
  return report.ratioByClock < 0.8 ? 1 : 0
}

/** Measures on a platform of its own. */
export async function measureSeveral(rounds: number, perBatch: number): Promise<SeveralReport> {
  const platform = await openPlatform('P-256')
  try {
    // A second party keeps a contract open: what finishes it is another piece of work.
    const [initiator, other] = await castSigners(platform.deps, 2)
    if (!initiator || !other) throw new Error('nobody to launch contracts')
    const measured: { clock: number; cpu: number; batch: number; single: number }[] = []
    for (let round = -warmUpRounds; round < rounds; round++) {
      const figures = await measureRound(platform, [initiator, other], perBatch, round % 2 === 0)
      if (round >= 0) measured.push(figures)
    }
    const clocks = measured.map(({ clock }) => clock)
    return {
      bench: 'batch',
      rounds,
      perBatch,
      ratioByClock: rounded(median(clocks)),
      ratioByCpu: rounded(median(measured.map(({ cpu }) => cpu))),
      spreadByClock: [rounded(Math.min(...clocks)), rounded(Math.max(...clocks))],
      batchPerSecond: rounded(median(measured.map(({ batch }) => batch))),
      singlePerSecond: rounded(median(measured.map(({ single }) => single))),
    }
  } finally {
    await platform.close()
  }
}

type Cost = { cpu: number; clock: number }

async function measureRound(
  platform: PlatformUnderTest,
  signers: readonly [Signer, Signer],
  perBatch: number,
  batchFirst: boolean,
) {
  const [alone, together] = [await prepare(platform, signers, perBatch), await prepare(platform, signers, perBatch)]
  await platform.quiet()
  const single = async () => {
    for (const { signatures } of alone) await signatures[0]?.()
  }
  const batch = await batchOf(platform, signers[0], together)
  const costs: { single?: Cost; batch?: Cost } = {}
  if (batchFirst) costs.batch = await cost(batch)
  costs.single = await cost(single)
  if (!batchFirst) costs.batch = await cost(batch)
  const [one, all] = [costs.single, costs.batch]
  if (!all) throw new Error('no batch was measured')
  const perSecond = ({ clock }: Cost) => (perBatch / clock) * 1000
  return { clock: one.clock / all.clock, cpu: one.cpu / all.cpu, batch: perSecond(all), single: perSecond(one) }
}

async function prepare({ deps }: PlatformUnderTest, signers: readonly [Signer, Signer], count: number) {
  const pdf = readFileSync(sample)
  const contracts: SentContract[] = []
  for (let made = 0; made < count; made++) contracts.push(await sendToAll(deps, signers[0], signers, pdf))
  return contracts
}

/** One request for all of them, with a proof of will that is there already. */
async function batchOf({ deps }: PlatformUnderTest, signer: Signer, contracts: readonly SentContract[]) {
  const { member, sealId } = signer
  const asks = contracts.flatMap(({ asks: [own] }) => own ?? [])
  const authToken = await giveProof(deps, signer, asks)
  const scope = `${member.accountId} ${member.tenantId} signBatchProcessPosition`
  const actor = { ...member, repeat: { scope, key: randomUUID(), bodyHash: '' } }
  const signArray = asks.map(({ signId, positionId }) => ({ signId, positionArray: [{ positionId, sealId }] }))
  return async () => {
    const { successNumber, failArray } = await signSeveral(deps, actor, { signArray, authToken }, applyForSeal)
    if (successNumber !== contracts.length) throw new Error(`not signed: ${JSON.stringify(failArray)}`)
  }
}

async function cost(work: () => Promise<void>): Promise<Cost> {
  const before = { cpu: ownCpu(), clock: performance.now() }
  await work()
  return { cpu: ownCpu() - before.cpu, clock: performance.now() - before.clock }
}

const rounded = (value: number) => Math.round(value * 100) / 100

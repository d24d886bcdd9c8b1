import { hash } from 'node:crypto'
import { Pool } from 'pg'
import { tolerateLoss } from '../apps/server/src/platform/database/tolerate-loss.ts'
import { type Cost, costOf } from './contract-cost.ts'
import type { PlatformUnderTest } from './platform-under-test.ts'
import { type Launched, launchContract, provedContract } from './sent-contract.ts'
import type { Signer } from './signing-cast.ts'

const warmUp = 12
const measured = 60

/**
 * Contracts of three parties with a file that nobody has uploaded before: what launching costs, what the way from
 * upload to archive costs in all, every job with it, bytes a signature, and bytes of the database a contract.
 */
export type WholeContract = {
  launches: Cost[]
  contracts: Cost[]
  bytesPerSignature: number
  databaseBytes: number
}

/** Each party has a seal that is in the file for the first time with its signature. */
export async function measureContracts(
  platform: PlatformUnderTest,
  parties: readonly Signer[],
  pdf: Buffer,
): Promise<WholeContract> {
  const [initiator] = parties
  if (!initiator) throw new Error('nobody to launch contracts')
  const own = { launches: new Array<Cost>(), contracts: new Array<Cost>() }
  const taskIds: string[] = []
  for (let made = 0; made < warmUp; made++) await oneContract(platform, initiator, parties, unlike(pdf, made))
  await cleaned(platform)
  const before = await databaseSize(platform)
  for (let made = 0; made < measured; made++) {
    const one = await oneContract(platform, initiator, parties, unlike(pdf, warmUp + made))
    own.launches.push(one.launch)
    own.contracts.push(one.whole)
    taskIds.push(one.taskId)
  }
  await cleaned(platform)
  const after = await databaseSize(platform)
  return {
    ...own,
    bytesPerSignature: await bytesPerSignature(platform, initiator.member.tenantId, taskIds),
    databaseBytes: (after - before) / measured,
  }
}

/** An identifier of its own makes it another file, as sound as it was: bytes behind its end would be repaired first. */
export function unlike(pdf: Buffer, index: number): Buffer {
  const other = Buffer.from(pdf)
  const id = hash('md5', `${index} ${Date.now()}`)
  const places = [
    ...pdf
      .subarray(pdf.lastIndexOf('/ID'))
      .toString('latin1')
      .matchAll(/<([0-9A-F]{32})>/g),
  ]
  if (places.length !== 2) throw new Error('the sample has no identifier')
  for (const { index: at } of places) other.write(id.toUpperCase(), pdf.lastIndexOf('/ID') + at + 1, 'latin1')
  return other
}

/** Launches one of these parties, has them sign, and answers its costs when it is archived. */
export async function oneContract(
  platform: PlatformUnderTest,
  initiator: Signer,
  parties: readonly Signer[],
  pdf: Buffer,
): Promise<{ taskId: string; launch: Cost; whole: Cost }> {
  const { deps } = platform
  let launched: Launched | undefined
  const launch = await costOf(platform, 1, async () => {
    launched = await launchContract(deps, initiator, parties, pdf)
  })
  if (!launched) throw new Error('nothing was launched')
  const jobs = await costOf(platform, 1, platform.quiet)
  const { taskId, signatures } = await provedContract(deps, parties, launched)
  const signing = await costOf(platform, 1, async () => {
    for (const signature of signatures) await signature()
    await platform.quiet()
  })
  await requireArchived(platform, launched)
  const whole = {
    cpu: launch.cpu + jobs.cpu + signing.cpu,
    wall: launch.wall + jobs.wall + signing.wall,
    count: 1,
  }
  return { taskId, launch, whole }
}

async function requireArchived({ deps }: PlatformUnderTest, { tenantId, taskId }: Launched): Promise<void> {
  const rows = await deps.db.read(tenantId, (home) =>
    home
      .selectFrom('document_layout')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', taskId)
      .select('archive_sha256')
      .execute(),
  )
  if (rows.length === 0 || rows.some(({ archive_sha256 }) => archive_sha256 === null)) {
    throw new Error(`contract ${taskId} is not archived`)
  }
}

async function bytesPerSignature({ deps }: PlatformUnderTest, tenantId: string, taskIds: string[]): Promise<number> {
  const { bytes } = await deps.db.read(tenantId, (home) =>
    home
      .selectFrom('document_revision')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', 'in', taskIds)
      .where('party_no', 'is not', null)
      .select(({ fn }) => fn.avg<number>('length').as('bytes'))
      .executeTakeFirstOrThrow(),
  )
  return Number(bytes)
}

/** As it is when autovacuum has been by: room that is free is used again, by the next contracts. */
export async function cleaned(platform: PlatformUnderTest): Promise<void> {
  await platform.quiet()
  await asOwner(platform, 'vacuum analyze')
}

/** Bytes of the whole database. */
export async function databaseSize(platform: PlatformUnderTest): Promise<number> {
  const [row] = await asOwner(platform, 'select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes)
}

/** Asks as the database's owner. */
export async function asOwner({ owner }: PlatformUnderTest, text: string): Promise<Record<string, unknown>[]> {
  const pool = new Pool({ ...owner, max: 1 })
  tolerateLoss(pool)
  try {
    return (await pool.query<Record<string, unknown>>(text)).rows
  } finally {
    await pool.end()
  }
}

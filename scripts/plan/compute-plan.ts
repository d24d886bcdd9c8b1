import { measured } from './measured.ts'

/** What is decided, not measured: how busy machines may be, how long things are kept, what one PostgreSQL bears. */
export const assumed = {
  /** The busiest hour's share of a day: office hours, with a peak. */
  peakHour: 0.15,
  /** Of a core's time; the rest is for peaks within the hour, vacuum, and a node that fails. */
  busy: 0.5,
  coresPerNode: 8,
  /** A primary and two standbys, one of them synchronous. */
  databaseCopies: 3,
  /** What the object store writes for a byte: three copies; 1.5 with erasure coding. */
  objectCopies: 3,
  /** The log kept for going back to any moment. */
  walDays: 7,
  /** Of one PostgreSQL: cores, log written a second at the peak, and bytes before restoring takes a day. */
  onePostgres: { cores: 64, walMbASecond: 200, terabytes: 8 },
} as const

const { contract } = measured
const year = 365
const gb = (kb: number) => kb / 1024 ** 2
const tb = (kb: number) => kb / 1024 ** 3

/** What a load asks of machines and disks; a year's figures at its end. */
export type Plan = {
  signaturesADay: number
  contractsADay: number
  /** In the busiest hour. */
  signaturesASecond: number
  nodes: number
  nodeCores: number
  /** PostgreSQL servers that write, each with its standbys; more than one: a distributed PostgreSQL. */
  databases: number
  databaseCores: number
  /** In the busiest hour. */
  walMbASecond: number
  walGbADay: number
  walKeptTb: number
  /** After a year, of one copy and of all. */
  databaseTb: number
  databaseAllCopiesTb: number
  objectsMillion: number
  archiveTb: number
  archiveAllCopiesTb: number
}

/** Computes it for so many signatures a day. */
export function computePlan(signaturesADay: number): Plan {
  const contractsADay = signaturesADay / contract.signatures
  const peak = (contractsADay * assumed.peakHour) / 3600
  const cores = (cpuMs: number) => (peak * cpuMs) / 1000 / assumed.busy
  const walKb = contract.walKb + contract.pageImagesKb
  const walMbASecond = (peak * walKb) / 1024
  const databaseTb = tb(contractsADay * year * contract.databaseKb)
  const archiveTb = tb(contractsADay * year * contract.blobKb)
  const databaseCores = cores(contract.databaseCpuMs)
  const { onePostgres } = assumed
  const shares = [
    databaseCores / onePostgres.cores,
    walMbASecond / onePostgres.walMbASecond,
    databaseTb / onePostgres.terabytes,
  ]
  return {
    signaturesADay,
    contractsADay: Math.round(contractsADay),
    signaturesASecond: peak * contract.signatures,
    nodeCores: cores(contract.serverCpuMs),
    // One may fail.
    nodes: Math.max(2, Math.ceil(cores(contract.serverCpuMs) / assumed.coresPerNode) + 1),
    databases: Math.max(1, Math.ceil(Math.max(...shares))),
    databaseCores,
    walMbASecond,
    walGbADay: gb(contractsADay * walKb),
    walKeptTb: tb(contractsADay * walKb * assumed.walDays),
    databaseTb,
    databaseAllCopiesTb: databaseTb * assumed.databaseCopies,
    objectsMillion: (contractsADay * year * contract.objects) / 1e6,
    archiveTb,
    archiveAllCopiesTb: archiveTb * assumed.objectCopies,
  }
}

/** How many signatures a day so many machines of eight cores hold, servers and database together, one in reserve. */
export function heldBy(machines: number): number {
  const cores = machines * assumed.coresPerNode
  const working = machines > 1 ? cores - assumed.coresPerNode : cores
  const msAContract = contract.serverCpuMs + contract.databaseCpuMs
  const contractsASecond = (working * 1000 * assumed.busy) / msAContract
  return Math.floor((contractsASecond * 3600 * contract.signatures) / assumed.peakHour / 1000) * 1000
}

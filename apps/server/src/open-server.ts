import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { adoptPasswords } from '#src/accounts/adopt-passwords.ts'
import { createAccount } from '#src/accounts/create-account.ts'
import { hashPassword } from './platform/keys/password-hash.ts'
import { buildApp } from '#src/build-app.ts'
import { givePin } from '#src/accounts/signing-pin.ts'
import { ensureDemoData } from '#src/demo/demo-data.ts'
import { jobHandlers } from '#src/job-handlers.ts'
import { openSigningAuthority } from '#src/platform/authority/open-signing-authority.ts'
import { openTokenCertifier } from '#src/platform/authority/token-certifier.ts'
import { beginJournal } from '#src/platform/audit/begin-journal.ts'
import { openJournal } from '#src/platform/audit/open-journal.ts'
import { startSequencing } from '#src/platform/audit/start-sequencing.ts'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { reservedBlobs } from '#src/platform/blobs/reserved-blobs.ts'
import { proveSameStore } from '#src/platform/blobs/same-store.ts'
import type { Config } from '#src/platform/config.ts'
import { libreofficeConverter } from '#src/platform/converter/libreoffice-converter.ts'
import { openOffice } from '#src/platform/converter/open-office.ts'
import type { Confined } from '#src/platform/converter/probe-confinement.ts'
import { type Connections, openDatabase } from '#src/platform/database/database.ts'
import { type EmbeddedPostgres, ownerOf, startPostgres } from '#src/platform/database/embedded-postgres.ts'
import { bringInIncrements } from '#src/platform/documents/bring-in-increments.ts'
import { migrate, type OwnerConnection } from '#src/platform/database/migrate.ts'
import { timeLimits } from '#src/platform/database/time-limits.ts'
import { lockData } from '#src/platform/data-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type FreezeThread, openFreezePool } from '#src/platform/freeze-pool.ts'
import { askedOutsideTransactions } from '#src/platform/gateways/asked-outside-transactions.ts'
import { openGatewayTally } from '#src/platform/gateways/gateway-tally.ts'
import { talliedAuthority, talliedGateways } from '#src/platform/gateways/tallied-gateways.ts'
import { openGateways } from '#src/platform/gateways/open-gateways.ts'
import { startJobs } from '#src/platform/jobs/start-jobs.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import type { KeyEncryption } from '#src/platform/keys/key-encryption.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { countTimestamps } from '#src/platform/operation/count-timestamps.ts'
import { openLog } from '#src/platform/operation/open-log.ts'
import { openDiskReserve } from '#src/platform/operation/disk-reserve.ts'
import { openNodeWatch } from '#src/platform/operation/node-watch.ts'
import { serveMetrics } from '#src/platform/operation/serve-metrics.ts'
import { watchDeps } from '#src/platform/operation/watch-deps.ts'
import { openTracing } from '#src/platform/operation/open-tracing.ts'
import { tracedAuthority, tracedDatabase, tracedGateways, tracedJobs } from '#src/platform/operation/trace-deps.ts'
import { openMetrics } from '#src/platform/operation/metrics.ts'
import { openLiveEvents } from '#src/platform/live/open-live-events.ts'
import { openWorkshop, type WorkshopThreads } from '#src/platform/workshop.ts'
import { ensureOffers } from '#src/cores/order/offers.ts'
import { startSending } from '#src/webhooks/start-sending.ts'
import { addCompanySeal, addFirstPersonSeal } from '#src/seals/make-first-seal.ts'

/** A running server without its network: `app` may listen or be injected. */
export type OpenServer = {
  app: FastifyInstance
  deps: Deps
  /** Where metrics are read; null when nowhere. */
  metricsPort: number | null
  /** Resolves with a sentence when the database is lost, or soon would be, and the server cannot go on. */
  lost: Promise<string>
  close: () => Promise<void>
}

/** What a test replaces. */
export type Overrides = Partial<
  Pick<
    Deps,
    | 'now'
    | 'random'
    | 'identity'
    | 'bank'
    | 'cashiers'
    | 'invoicing'
    | 'log'
    | 'sms'
    | 'mail'
    | 'webhook'
    | 'provider'
    | 'workChat'
  >
> & {
  /** Threads that outlive the server. */
  threads?: Threads
  /** How much room the disk of the data has, bytes. */
  diskFree?: () => Promise<number>
  connections?: Connections
}
/** What heavy work is done in; `confined`: how this machine confines LibreOffice, where that has been tried. */
export type Threads = { workshop: WorkshopThreads; freezing: FreezeThread; confined?: Promise<Confined> }

/** Opens everything a server needs, in order; what was opened is closed again when a later step fails. */
export async function openServer(config: Config, overrides: Overrides = {}): Promise<OpenServer> {
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const step of closing.splice(0).toReversed()) await step()
  }
  try {
    const lock = await lockData(config.dataDir)
    closing.push(lock.release)
    const postgres = config.databaseUrl ? null : await startPostgres(join(config.dataDir, 'postgres'))
    if (postgres) closing.push(postgres.stop)
    const owner = ownerFor(config, postgres)
    const deps = await openDeps(config, owner, overrides, closing)
    const journal = startSequencing(deps)
    closing.push(journal.stop)
    openJournal(deps, journal.soon)
    await beginJournal(deps)
    await adoptPasswords(deps)
    await bringInIncrements(deps, join(config.dataDir, 'blobs', 'segments'))
    await ensureOffers(deps)
    if (config.demo) {
      await ensureDemoData(deps, {
        createAccount,
        hashPassword,
        givePin,
        addCompanySeal,
        addPersonSeal: addFirstPersonSeal,
      })
    }
    const jobs = await startJobs({ owner, alone: postgres !== null }, tracedJobs(deps.tracing, jobHandlers(deps)), deps)
    closing.push(jobs.stop)
    closing.push(startSending(deps).stop)
    const { readiness } = deps.node
    const metrics = await serveMetrics(deps)
    if (metrics) {
      closing.push(metrics.close)
      watchDeps(deps, readiness)
    }
    const app = await buildApp(deps, readiness)
    closing.push(() => app.close())
    // A database elsewhere has a disk of its own.
    const lost = postgres ? Promise.race([postgres.ended, deps.reserve.exhausted]) : new Promise<string>(() => {})
    return { app, deps, metricsPort: metrics?.port ?? null, close, lost }
  } catch (error) {
    await close()
    throw error
  }
}

const ownerFor = ({ databaseUrl }: Config, postgres: EmbeddedPostgres | null): OwnerConnection =>
  postgres ? ownerOf(postgres) : { connectionString: databaseUrl ?? '' }

async function openDeps(
  config: Config,
  owner: OwnerConnection,
  { threads, diskFree: free, connections, ...overrides }: Overrides,
  closing: (() => unknown)[],
): Promise<Deps> {
  const { keyEncryption, close } = await openKeyEncryption(config)
  closing.push(close)
  const server = await migrate(owner, (role) => rolePassword(owner, keyEncryption, role))
  const tracing = await openTracing(config)
  closing.push(tracing.close)
  const db = tracedDatabase(tracing, openDatabase({ ...server, ...timeLimits }, connections))
  closing.push(db.close)
  const log = overrides.log ?? openLog()
  const events = await openLiveEvents(server, log)
  closing.push(events.close)
  const now = overrides.now ?? Date.now
  const store = await openBlobs(config, now)
  closing.push(store.close)
  const reserve = openDiskReserve({ dataDir: config.dataDir, bytes: config.reserveBytes, ...(free && { free }) }, log)
  closing.push(reserve.close)
  const blobs = reservedBlobs(store, { config, reserve })
  const derivationKey = await readDerivationKey(db, keyEncryption, Date.now())
  await proveSameStore(db, blobs, derivationKey, now())
  const tally = openGatewayTally({ db, now, log })
  closing.push(tally.close)
  const base = {
    config,
    db,
    blobs,
    reserve,
    now: Date.now,
    random: randomBytes,
    newId: newIds(),
    log,
    metrics: openMetrics(),
    tally,
    tracing,
    events,
    keyEncryption,
    derivationKey,
    ...overrides,
  }
  const inToken = await openTokenCertifier(base)
  if (inToken) closing.push(inToken.close)
  const opened = countTimestamps(await openSigningAuthority(base, inToken?.certifier), base.metrics)
  const authority = tracedAuthority(tracing, talliedAuthority(tally, opened))
  const { roots, crls } = authority
  const workshop = openWorkshop({ roots, crls, now: base.now, ...(threads && { threads: threads.workshop }) })
  closing.push(workshop.close)
  const freezer = openFreezePool(authority, base.now, threads?.freezing)
  closing.push(freezer.close)
  const hidden = secretPlaces(config, owner)
  const office = openOffice(config, { hidden, log: base.log, confined: threads?.confined })
  const converter = libreofficeConverter({ log: base.log, workshop, office })
  closing.push(converter.close)
  const gateways = talliedGateways(askedOutsideTransactions({ ...openGateways({ ...base, workshop }), ...base }))
  const looked = { ...tracedGateways(gateways), authority, workshop, freezer, converter }
  const node = openNodeWatch(looked)
  closing.push(node.close)
  return { ...looked, node }
}

/** Where keys, documents and the database's socket lie. */
function secretPlaces({ dataDir, keyEncryptionKey }: Config, { host }: OwnerConnection): string[] {
  const keyFile = keyEncryptionKey?.startsWith('file:') ? keyEncryptionKey.slice('file:'.length) : null
  return [dataDir, keyFile, host?.startsWith('/') ? host : null].filter((path) => path !== null)
}

/** Only the owner can read the derivation key before the server's role has its password. */
async function rolePassword(owner: OwnerConnection, keyEncryption: KeyEncryption, role: string): Promise<string> {
  const db = openDatabase({ ...owner, max: 1 })
  try {
    return derived(await readDerivationKey(db, keyEncryption, Date.now()), `database ${role}`).toString('hex')
  } finally {
    await db.close()
  }
}

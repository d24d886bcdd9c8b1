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
import { fileBlobStore } from '#src/platform/blobs/file-blob-store.ts'
import type { Config } from '#src/platform/config.ts'
import { libreofficeConverter } from '#src/platform/converter/libreoffice-converter.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { type EmbeddedPostgres, startPostgres } from '#src/platform/database/embedded-postgres.ts'
import { migrate, type OwnerConnection } from '#src/platform/database/migrate.ts'
import { timeLimits } from '#src/platform/database/time-limits.ts'
import { lockData } from '#src/platform/data-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type FreezeThread, openFreezePool } from '#src/platform/freeze-pool.ts'
import { openGateways } from '#src/platform/gateways/open-gateways.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity-gateway.ts'
import { startJobs } from '#src/platform/jobs/start-jobs.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import type { KeyEncryption } from '#src/platform/keys/key-encryption.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { openLiveEvents } from '#src/platform/live/open-live-events.ts'
import { openWorkshop, type WorkshopThreads } from '#src/platform/workshop.ts'
import { addCompanySeal, addFirstPersonSeal } from '#src/seals/make-first-seal.ts'

/** A running server without its network: `app` may listen or be injected. */
export type OpenServer = {
  app: FastifyInstance
  deps: Deps
  /** Resolves with a sentence when the database is lost and the server cannot go on. */
  lost: Promise<string>
  close: () => Promise<void>
}

/** What a test replaces. */
export type Overrides = Partial<Pick<Deps, 'now' | 'random' | 'identity' | 'bank' | 'log' | 'sms' | 'mail'>> & {
  /** Threads that outlive the server. */
  threads?: Threads
}
/** What heavy work is done in. */
export type Threads = { workshop: WorkshopThreads; freezing: FreezeThread }

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
    const owner = ownerOf(config, postgres)
    const deps = await openDeps(config, owner, overrides, closing)
    await adoptPasswords(deps)
    if (config.demo) {
      await ensureDemoData(deps, {
        createAccount,
        hashPassword,
        givePin,
        addCompanySeal,
        addPersonSeal: addFirstPersonSeal,
      })
    }
    const jobs = await startJobs({ owner, alone: postgres !== null }, jobHandlers(deps), deps.log)
    closing.push(jobs.stop)
    const app = await buildApp(deps)
    closing.push(() => app.close())
    return { app, deps, close, lost: postgres?.ended ?? new Promise(() => {}) }
  } catch (error) {
    await close()
    throw error
  }
}

function ownerOf(config: Config, postgres: EmbeddedPostgres | null): OwnerConnection {
  if (!postgres) return { connectionString: config.databaseUrl ?? '' }
  return { host: postgres.host, user: postgres.user, database: postgres.database }
}

async function openDeps(
  config: Config,
  owner: OwnerConnection,
  { threads, ...overrides }: Overrides,
  closing: (() => unknown)[],
): Promise<Deps> {
  const { keyEncryption, close } = await openKeyEncryption(config)
  closing.push(close)
  const server = await migrate(owner, (role) => rolePassword(owner, keyEncryption, role))
  const db = openDatabase({ ...server, ...timeLimits })
  closing.push(db.close)
  const log = overrides.log ?? ((line: string, detail?: unknown) => console.error(line, detail ?? ''))
  const events = await openLiveEvents(server, log)
  closing.push(events.close)
  const base = {
    config,
    db,
    blobs: fileBlobStore(join(config.dataDir, 'blobs')),
    now: Date.now,
    random: randomBytes,
    newId: newIds(),
    log,
    events,
    keyEncryption,
    derivationKey: await readDerivationKey(db, keyEncryption, Date.now()),
    identity: embeddedIdentityGateway,
    ...overrides,
  }
  const inToken = await openTokenCertifier(base)
  if (inToken) closing.push(inToken.close)
  const authority = await openSigningAuthority(base, inToken?.certifier)
  const { roots, crls } = authority
  const workshop = openWorkshop({ roots, crls, now: base.now, ...(threads && { threads: threads.workshop }) })
  closing.push(workshop.close)
  const freezer = openFreezePool(authority, base.now, threads?.freezing)
  closing.push(freezer.close)
  const converter = libreofficeConverter({ log: base.log, workshop })
  closing.push(converter.close)
  return { ...openGateways(base), ...base, authority, workshop, freezer, converter }
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

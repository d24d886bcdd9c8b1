import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '@moqi/api/table'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import { z } from 'zod'
import { startSession } from '../../apps/server/src/cores/identity/session.ts'
import { anchorHeads } from '../../apps/server/src/platform/audit/anchor-heads.ts'
import { audit, keptOutside } from '../../apps/server/src/platform/audit/audit.ts'
import { sequenceJournal, sequencerLock } from '../../apps/server/src/platform/audit/sequence-journal.ts'
import { guardedTables } from '../../apps/server/src/platform/database/guarded-tables.ts'
import type { Schema } from '../../apps/server/src/platform/database/schema.ts'
import { sign } from '../../apps/server/src/signing/sign-contract.ts'
import { alter, alterationKinds, type Dice, dice, keepPast } from '../../apps/server/src/testing/owner-alterations.ts'
import { openPlatform, type PlatformUnderTest } from '../platform-under-test.ts'
import { type Ask, giveProof, type SentContract, sendToAll } from '../sent-contract.ts'
import { castSigners, type Signer } from '../signing-cast.ts'

/** By kind of alteration: how many were made, and of them how many neither the audit found nor were useless. */
export type AlterationReport = {
  fault: 'owner'
  seed: number
  times: number
  missed: number
  kinds: Record<string, number>
}

const sample = join(import.meta.dirname, '../../samples/采购框架协议.pdf')
const contracts = 6
const parties = 4

type Tokens = (owner: Client, scene: Scene, roll: Dice) => Promise<boolean>
type Scene = { platform: PlatformUnderTest; signers: readonly Signer[]; asks: readonly Ask[] }

/**
 * `times` alterations by the owner of the database, each undone again: of rows, of their journal, of both at once, some
 * back to what they were before the last signed root or since it, and of the tokens by which people act. What the audit
 * does not find must have been of no use.
 */
export async function alterRows(
  { times, seed }: { times: number; seed: number },
  tell: (line: string) => void,
): Promise<AlterationReport> {
  const platform = await openPlatform('P-256')
  const owner = new Client(platform.owner)
  await owner.connect()
  try {
    const scene = await prepare(platform, owner)
    const isClean = auditor(platform, owner)
    if (!(await isClean())) throw new Error('the audit finds something before anything is altered')
    const roll = dice(seed)
    const kinds = [...alterationKinds, ...Object.keys(tokenKinds)]
    const report: AlterationReport = { fault: 'owner', seed, times, missed: 0, kinds: {} }
    for (let round = 0; round < times; round++) {
      const kind = kinds[round % kinds.length] ?? ''
      const token = tokenKinds[kind]
      const isMissed = token
        ? await token(owner, scene, roll)
        : await rowMissed(owner, isClean, { kind, round, roll, tell })
      report.kinds[kind] = (report.kinds[kind] ?? 0) + 1
      if (isMissed) {
        report.missed++
        tell(`missed: ${kind}, round ${round}`)
      }
    }
    if (!(await isClean())) throw new Error('something was left altered')
    return report
  } finally {
    await owner.end()
    await platform.close()
  }
}

/** Contracts of every stage, some older than the last signed root and some younger. */
async function prepare(platform: PlatformUnderTest, owner: Client): Promise<Scene> {
  const { deps } = platform
  const pdf = readFileSync(sample)
  const signers = await castSigners(deps, parties)
  const [initiator] = signers
  if (!initiator) throw new Error('nobody to launch contracts')
  await proveSessions(platform, initiator)
  const sent: SentContract[] = []
  for (let made = 0; made < contracts; made++) {
    sent.push(await sendToAll(deps, initiator, signers, pdf))
    await signAll(sent.slice(-1), 0, 1)
  }
  await platform.quiet()
  await anchorHeads(deps)
  await sequenceJournal(deps)
  await keepPast(owner)
  await signAll(sent.slice(1), 1, 2)
  await signAll(sent.slice(2, 3), 2)
  await platform.quiet()
  await sequenceJournal(deps)
  // What comes from now on waits for its place to the end.
  await owner.query('select pg_advisory_lock($1)', [sequencerLock])
  await signAll(sent.slice(3, 4), 2)
  return { platform, signers, asks: sent[0]?.asks ?? [] }
}

async function signAll(some: readonly SentContract[], from: number, to?: number): Promise<void> {
  for (const { signatures } of some) for (const signature of signatures.slice(from, to)) await signature()
}

/** Whether the whole audit finds nothing, as somebody sees the database on the owner's connection. */
function auditor({ deps }: PlatformUnderTest, owner: Client): () => Promise<boolean> {
  const connection = Object.assign(owner, { release: () => {} })
  const pool = Object.assign(new Pool(), { connect: async () => connection, end: async () => {} })
  const reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  const db = {
    directory: <T>(work: (of: Kysely<Schema>) => Promise<T>) => work(reader),
    read: <T>(_: string, work: (of: Kysely<Schema>) => Promise<T>) => work(reader),
  }
  const { config, derivationKey, authority } = deps
  return async () => {
    const trust = { roots: authority.roots, now: deps.now() }
    const { faults, rows } = await audit(db, { outside: await keptOutside(config), derivationKey, trust })
    return faults.length + rows.length === 0
  }
}

type Round = { kind: string; round: number; roll: Dice; tell: (line: string) => void }

async function rowMissed(owner: Client, isClean: () => Promise<boolean>, { kind, round, roll, tell }: Round) {
  await owner.query('begin')
  const done = await alter(owner, kind, round % guardedTables.length, roll)
  const isMissed = await isClean()
  if (isMissed) tell(JSON.stringify(done))
  await owner.query('rollback')
  return isMissed
}

/** What an owner writes to act as somebody; each answers whether it was of use. */
const tokenKinds: Readonly<Record<string, Tokens>> = {
  'session written': async (owner, { platform, signers }, roll) => {
    const token = randomBytes(32).toString('base64url')
    const bare = hash('sha256', token, 'buffer')
    await owner.query(
      `insert into session (token_hash, account_id, idle_ms, seen_at, created_at, address, user_agent, mac)
       values ($1, $2, 1000000000, $3, $3, '', '', $1)`,
      [bare, chosen(signers, roll).member.accountId, Date.now()],
    )
    const isOfUse = await isSignedIn(platform, token)
    await owner.query('delete from session where token_hash = $1', [bare])
    return isOfUse
  },
  'will written': async (owner, scene, roll) => {
    const index = 1 + roll(parties - 1)
    const { member } = chosen(scene.signers, () => index)
    const { signId, consent } = chosen(scene.asks, () => index)
    const token = randomBytes(24).toString('base64url')
    const bare = hash('sha256', token, 'buffer')
    const proofs = JSON.stringify([{ method: 'sms', at: Date.now(), address: '', userAgent: '' }])
    await owner.query(
      `insert into auth_token (token_hash, account_id, tenant_id, sign_ids, consents, expires_at, proofs, mac)
       values ($1, $2, $3, $4, $5, $6, $7, $1)`,
      [bare, member.accountId, member.tenantId, [signId], { [signId]: consent }, Date.now() + 240_000, proofs],
    )
    return signsWith(scene, index, token)
  },
  'will moved': async (owner, scene, roll) => {
    const index = 1 + roll(parties - 1)
    const { deps } = scene.platform
    const own = await giveProof(
      deps,
      chosen(scene.signers, () => 0),
      [chosen(scene.asks, () => 0)],
    )
    const { member } = chosen(scene.signers, () => index)
    const { signId, consent } = chosen(scene.asks, () => index)
    await owner.query(
      `update auth_token set account_id = $1, tenant_id = $2, sign_ids = $3, consents = $4
       where mac = (select mac from auth_token where sign_ids = $5 order by expires_at desc limit 1)`,
      [member.accountId, member.tenantId, [signId], { [signId]: consent }, [chosen(scene.asks, () => 0).signId]],
    )
    return signsWith(scene, index, own)
  },
}

async function isSignedIn({ app }: PlatformUnderTest, token: string): Promise<boolean> {
  const { method, path: url } = table.inspectTokenExpired
  const { body } = await app.inject({ method, url, headers: { authorization: `Bearer ${token}` } })
  return z.object({ code: z.unknown() }).parse(JSON.parse(body)).code === 200
}

/** A session as the server itself starts one must be let in, or the forged ones would prove nothing. */
async function proveSessions(platform: PlatformUnderTest, { member }: Signer): Promise<void> {
  const { token } = await platform.deps.db.directoryWrite((tx) =>
    startSession(platform.deps, tx, { ...member, repeat: null }, { accountId: member.accountId, remember: false }),
  )
  if (!(await isSignedIn(platform, token))) throw new Error('a true session is not let in')
}

function chosen<T>(of: readonly T[], roll: Dice): T {
  const one = of[roll(of.length)]
  if (one === undefined) throw new Error('nobody is there')
  return one
}

/** Whether that party signs with the token. */
async function signsWith({ platform: { deps }, signers, asks }: Scene, index: number, authToken: string) {
  const { member, sealId } = chosen(signers, () => index)
  const { signId, positionId } = chosen(asks, () => index)
  const asked = { signId, authToken, positionArray: [{ positionId, sealId }] }
  return sign(deps, { ...member, repeat: null }, asked).then(
    () => true,
    () => false,
  )
}

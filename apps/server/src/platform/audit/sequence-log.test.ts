import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineHash, link } from '@moqi/evidence/audit-chain'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openOwner } from '#src/commands/owner-connection.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import type { OwnerConnection } from '#src/platform/database/migrate.ts'
import { choices, ownSignId, personSigner, player, type Player, proveWill, sent } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { anchorHeads } from './anchor-heads.ts'
import { auditNow } from './audit.ts'
import { beginJournal } from './begin-journal.ts'
import { sequenceJournal, sequencerLock } from './sequence-journal.ts'
import { lineOf } from './stored-line.ts'

let server: TestServer
let access: OwnerConnection
let owner: Client
/** As `npm run audit` reads. */
let reader: Database
let jing: Player
/** Contracts of 李静 that 王小明 may sign at any moment. */
const ready: { signId: string; taskId: string; sign: () => Promise<void> }[] = []

beforeAll(async () => {
  server = await testServer()
  access = (await openOwner(server.deps.config)).owner
  owner = await connected()
  reader = openDatabase({ ...access, max: 1 })
  jing = await player(server, '13800000002', 'company')
  const wang = await player(server, '13800000001', 'person')
  const made = []
  for (let number = 0; number < 15; number++)
    made.push(await sent(server, jing, [personSigner(1, '王小明', wang.phone)]))
  const own = []
  for (const { taskId } of made) own.push(await ownSignId(server, wang, taskId))
  const authToken = await proveWill(server, wang, ...own)
  for (const [index, signId] of own.entries()) {
    const positionArray = await choices(server, wang, signId)
    const sign = async () => {
      const { code, message } = await server.call('sign', { signId, authToken, positionArray }, wang)
      if (code !== 200) throw new Error(message)
    }
    const contract = made[index]
    if (contract) ready.push({ ...contract, sign })
  }
  await sequenceJournal(server.deps)
})
afterAll(async () => {
  await owner.end()
  await reader.close()
  await server.close()
})

async function connected(): Promise<Client> {
  const client = new Client(access)
  await client.connect()
  return client
}

function next() {
  const contract = ready.shift()
  if (!contract) throw new Error('all have been signed')
  return contract
}

/** What the audit finds, as it runs beside the server. */
async function found(config = server.deps.config): Promise<string[]> {
  const { derivationKey, authority } = server.deps
  const trust = { roots: authority.roots, now: Date.now() }
  const { faults, rows } = await auditNow(reader, { config, derivationKey, trust })
  return [...faults.map(({ what }) => what), ...rows.map(({ table, what }) => `${table} ${what}`)]
}

const waiting = async (): Promise<number> =>
  (await owner.query('select 1 from contract_log where seq is null')).rowCount ?? 0

/** Ends the connection of whoever waits for the tenants' chains, as soon as somebody does, until it is enough. */
async function killBlocked(until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%audit_head%'`,
    )
  }
}

/** Runs `work` while the sequencer takes nothing. */
async function withoutSequencer<T>(work: () => Promise<T>): Promise<T> {
  const holder = await connected()
  await holder.query('select pg_advisory_lock($1)', [sequencerLock])
  try {
    return await work()
  } finally {
    await holder.end()
  }
}

/** What the audit finds after the owner has done that; undone with what is run at last. */
async function foundAfter(done: string, undone: string): Promise<string[]> {
  await owner.query(`set session_replication_role = replica`)
  try {
    await owner.query(done)
    const faults = await found()
    await owner.query(undone)
    return faults
  } finally {
    await owner.query(`drop schema if exists kept cascade`)
    await owner.query(`set session_replication_role = origin`)
  }
}

const tables = ['contract_log', 'contract', 'audit_head', 'audit_leaf', 'signed_head', 'row_journal', 'journal_head']
const keep = `create schema kept; ${tables.map((name) => `create table kept.${name} as table public.${name}`).join(';')};`
const putBack = tables.map((name) => `delete from ${name}; insert into ${name} select * from kept.${name}`).join(';')

test('signatures of one tenant wait neither for its chain nor for the sequencer', async () => {
  const holder = await connected()
  await holder.query('begin')
  await holder.query('lock table audit_head in access exclusive mode')
  await holder.query('select pg_advisory_xact_lock($1)', [sequencerLock])
  await Promise.all([next().sign(), next().sign()])
  expect(await waiting()).toBeGreaterThanOrEqual(2)
  await holder.end()
  await sequenceJournal(server.deps)
  expect(await waiting()).toBe(0)
  expect(await found()).toEqual([])
})

test('an audit while contracts are signed, sequenced and anchored finds nothing', async () => {
  const findings: string[][] = []
  const toSign = new Set([next(), next(), next(), next()])
  const auditing = async () => {
    while (toSign.size > 0) findings.push(await found())
  }
  const signing = async () => {
    for (const contract of toSign) {
      const before = findings.length
      await contract.sign()
      await sequenceJournal(server.deps)
      await vi.waitUntil(() => findings.length > before, { timeout: 30_000 })
      await anchorHeads(server.deps)
      toSign.delete(contract)
    }
  }
  await Promise.all([auditing(), signing()])
  expect(findings.length).toBeGreaterThan(3)
  expect(findings.flat()).toEqual([])
})

test('a line that no sequencer has taken yet is answered for already', async () => {
  await withoutSequencer(async () => {
    await next().sign()
    const young = 'seq is null'
    expect(await found()).toEqual([])
    expect(await foundAfter(`${keep} update contract_log set who = '某人' where ${young}`, putBack)).toContain(
      '日志记录被改动',
    )
    const last = `delete from contract_log where ${young};`
    expect(await foundAfter(keep + last, putBack)).toEqual(
      expect.arrayContaining(['合同的日志缺少记录', 'contract_log 被删除']),
    )
    const counted = `update contract set next_log = next_log - 1 where contract_id in
      (select contract_id from contract_log where ${young});`
    expect(await foundAfter(keep + counted + last, putBack)).toEqual(['contract_log 被删除'])
    const rehashed = `${keep} update contract_log set who = '某人', line_hash = sha256('x') where ${young}`
    expect(await foundAfter(rehashed, putBack)).toContain('contract_log 被改动')
    expect(await found()).toEqual([])
  })
})

test('the sequencer takes no altered line, and takes it once it is put right', async () => {
  const { sign, taskId } = next()
  const set = `update contract_log set who = $2, line_hash = $3 where contract_id = $1 and verb = 'sign'`
  const line = await withoutSequencer(async () => {
    await sign()
    const { rows } = await owner.query(`select * from contract_log where contract_id = $1 and verb = 'sign'`, [taskId])
    await owner.query(set, [taskId, '某人', lineHash({ ...lineOf(rows[0]), who: '某人' })])
    return rows[0]
  })
  await sequenceJournal(server.deps)
  expect(await waiting()).toBe(1)
  expect(await found()).toContain('contract_log 被改动')
  await owner.query(set, [taskId, line.who, line.line_hash])
  await sequenceJournal(server.deps)
  expect(await waiting()).toBe(0)
  expect(await found()).toEqual([])
})

const cut = `
  create temp table gone as select distinct on (tenant_id) tenant_id, seq from contract_log order by tenant_id, seq desc;
  update contract c set next_log = l.log_no from contract_log l join gone using (tenant_id, seq)
    where c.tenant_id = l.tenant_id and c.contract_id = l.contract_id;
  delete from contract_log l using gone where l.tenant_id = gone.tenant_id and l.seq = gone.seq;
  drop table gone;
  delete from audit_leaf; delete from signed_head; delete from audit_head;
  insert into audit_head select distinct on (tenant_id) tenant_id, seq, chain_hash from contract_log
    order by tenant_id, seq desc;`
const cutJournal = `delete from row_journal where table_name = 'contract_log' and not exists (select 1 from contract_log
    where contract_id::text || '/' || log_no = row_key);`

test('a log whose last lines are gone, with all that speaks of them, is found before an anchor and behind it', async () => {
  for (const isAnchored of [false, true]) {
    await next().sign()
    await (isAnchored ? anchorHeads : sequenceJournal)(server.deps)
    expect(await foundAfter(keep + cut, putBack)).toContain('contract_log 被删除')
    expect(await foundAfter(keep + cut + cutJournal, putBack)).toContain('变更账缺少记录')
    expect(await found()).toEqual([])
  }
})

const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'::bytea`

test('lines that have changed places are found, and so is a chain without them', async () => {
  await next().sign()
  await next().sign()
  await sequenceJournal(server.deps)
  const { rows } = await owner.query(
    `select * from contract_log where tenant_id = $1 and seq is not null order by seq desc limit 3`,
    [jing.tenantId],
  )
  const [last, before, root] = rows
  const one = link(root.chain_hash, last.line_hash)
  const two = link(one, before.line_hash)
  const swap = `
    update contract_log set seq = -1 where tenant_id = '${jing.tenantId}' and seq = ${last.seq};
    update contract_log set seq = ${last.seq}, chain_hash = ${hex(two)}
      where tenant_id = '${jing.tenantId}' and seq = ${before.seq};
    update contract_log set seq = ${before.seq}, chain_hash = ${hex(one)}
      where tenant_id = '${jing.tenantId}' and seq = -1;
    update audit_head set chain_hash = ${hex(two)} where tenant_id = '${jing.tenantId}';`
  expect(await foundAfter(keep + swap, putBack)).toEqual(['日志记录不在原位'])
  const off = `update contract_log set seq = null, chain_hash = null
      where tenant_id = '${jing.tenantId}' and seq = ${last.seq};
    update audit_head set seq = ${before.seq}, chain_hash = ${hex(before.chain_hash)}
      where tenant_id = '${jing.tenantId}';`
  expect(await foundAfter(keep + off, putBack)).toEqual(['日志记录不在原位'])
})

test('a sequencer that was killed between is taken up by the next', async () => {
  const end = join(server.deps.config.dataDir, 'audit', 'journal-end.json')
  copyFileSync(end, `${end}.old`)
  const holder = await connected()
  // Before the server's own sequencer, which may be waiting already, takes the lines.
  await withoutSequencer(async () => {
    await next().sign()
    await holder.query('begin')
    await holder.query('lock table audit_head in access exclusive mode')
  })
  const over = new AbortController()
  const sequencing = sequenceJournal(server.deps).finally(() => over.abort())
  try {
    await Promise.all([expect(sequencing).rejects.toThrow('terminat'), killBlocked(over.signal)])
  } finally {
    await holder.end()
  }
  expect(await waiting()).toBeGreaterThan(0)
  expect(await found()).toEqual([])
  await sequenceJournal(server.deps)
  expect(await waiting()).toBe(0)
  // Killed behind its commit: what it would have noted beside the database is not there.
  copyFileSync(`${end}.old`, end)
  expect(await found()).toEqual([])
  await next().sign()
  await sequenceJournal(server.deps)
  expect(await found()).toEqual([])
})

test('evidence of a contract finished a moment ago brings its lines onto the chain first', async () => {
  const { sign, signId } = next()
  await withoutSequencer(sign)
  await server.blob('downloadEvidenceBundle', { signId }, jing)
  expect(await waiting()).toBe(0)
})

test('lines that were chained before there was a journal stay where they are', async () => {
  const { rows } = await owner.query('select contract_id, log_no, seq from contract_log order by 1, 2')
  await owner.query('delete from row_journal; delete from journal_head')
  const { deps } = server
  const elsewhere = { ...deps, config: { ...deps.config, dataDir: join(deps.config.dataDir, 'elsewhere') } }
  await beginJournal(elsewhere)
  await sequenceJournal(elsewhere)
  expect((await owner.query('select contract_id, log_no, seq from contract_log order by 1, 2')).rows).toEqual(rows)
  expect(await found(elsewhere.config)).toEqual([])
})

import { rmSync } from 'node:fs'
import { genesis, lineHash, link } from '@moqi/evidence/audit-chain'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorHeads, headsFile } from '#src/platform/audit/anchor-heads.ts'
import { checkAudit, headsOutside } from '#src/platform/audit/check-audit.ts'
import { sequenceJournal } from '#src/platform/audit/sequence-journal.ts'
import { lineOf } from '#src/platform/audit/stored-line.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { personSigner, player, prepared, sent, signNow, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { openOwner } from './owner-connection.ts'

let server: TestServer
let owner: Kysely<Schema>
let now = Date.now()
const tenants: string[] = []

beforeAll(async () => {
  server = await testServer({ now: () => now })
  const players: Player[] = []
  for (const phone of ['13800000001', '13800000002', '13800000004']) players.push(await player(server, phone, 'person'))
  const [wang, jing, chen] = players
  if (!wang || !jing || !chen) throw new Error('nobody is there')
  tenants.push(...players.map(({ tenantId }) => tenantId))
  for (let round = 0; round < 4; round++) {
    for (const launcher of [jing, chen]) {
      const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
      if (round % 2 === 0) await signNow(server, wang, taskId)
    }
    await prepared(server, wang, [personSigner(1, '李静', jing.phone)])
    now += 600_000
    // What comes after the last signed head stays outside.
    if (round < 3) await anchorHeads(server.deps)
  }
  await sequenceJournal(server.deps)
  const access = await openOwner(server.deps.config)
  owner = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: new Pool({ ...access.owner, max: 1 }) }) })
})
afterAll(async () => {
  await owner.destroy()
  await server.close()
})

/** What is found wrong by somebody who sees what `trx` sees. */
const faultsIn = async (trx: Kysely<Schema>) =>
  checkAudit({
    db: { directory: (work) => work(trx), read: (_tenantId, work) => work(trx) },
    heads: await headsOutside(server.deps.config),
    trust: { roots: server.deps.authority.roots, now },
  })

test('an untouched log agrees with every signed root', async () => {
  expect(await faultsIn(owner)).toEqual([])
  const lines = await owner
    .selectFrom('contract_log')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirst()
  expect(Number(lines?.n)).toBeGreaterThan(25)
  const heads = await owner.selectFrom('signed_head').select('size').execute()
  expect(heads.length).toBeGreaterThanOrEqual(3)
})

test('the server’s own role can neither change nor remove a line, a leaf or a signed head', async () => {
  for (const table of ['contract_log', 'audit_leaf', 'audit_node', 'signed_head'] as const) {
    const removal = server.deps.db.write(tenants[1] ?? '', (tx) => tx.deleteFrom(table).execute())
    await expect(removal).rejects.toThrow('permission denied')
  }
  const change = server.deps.db.write(tenants[1] ?? '', (tx) =>
    tx.updateTable('contract_log').set({ who: 'x' }).execute(),
  )
  await expect(change).rejects.toThrow('permission denied')
})

/** A number that is the same at every run of the test. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Line = { tenant_id: string; seq: number; contract_id: string; log_no: number }
type Tamper = (trx: Transaction<Schema>, line: Line, roll: (below: number) => number) => Promise<void>

const at = (line: Line) => sql`tenant_id = ${line.tenant_id} and seq = ${line.seq}`

/** Lets the chain from a line on be made anew, as an administrator who knows the code would. */
async function forgeChain(trx: Transaction<Schema>, { tenant_id, seq }: Line): Promise<void> {
  const rows = await trx
    .selectFrom('contract_log')
    .where('tenant_id', '=', tenant_id)
    .where('seq', 'is not', null)
    .orderBy('seq')
    .selectAll()
    .execute()
  let chain = genesis(tenant_id)
  for (const [index, row] of rows.entries()) {
    const own = lineHash(lineOf(row))
    chain = link(chain, own)
    if (row.seq !== null && row.seq >= seq)
      await sql`update contract_log set seq = ${index + 1}, line_hash = ${own}, chain_hash = ${chain}
        where tenant_id = ${tenant_id} and contract_id = ${row.contract_id} and log_no = ${row.log_no}`.execute(trx)
  }
  await sql`update audit_head set seq = ${rows.length}, chain_hash = ${chain} where tenant_id = ${tenant_id}`.execute(
    trx,
  )
}

const tampers: Record<string, Tamper> = {
  deletion: async (trx, line) => {
    await sql`delete from contract_log where ${at(line)}`.execute(trx)
  },
  'deletion with a new chain': async (trx, line) => {
    await sql`delete from contract_log where ${at(line)}`.execute(trx)
    await forgeChain(trx, line)
  },
  change: async (trx, line, roll) => {
    const columns = [
      'at = at + 1',
      `who = who || 'x'`,
      `verb = 'view'|| verb`,
      `detail = coalesce(detail, '') || '!'`,
      `address = '9.9.9.9'`,
    ]
    await sql`update contract_log set ${sql.raw(columns[roll(columns.length)] ?? '')} where ${at(line)}`.execute(trx)
  },
  'change with a new chain': async (trx, line) => {
    await sql`update contract_log set who = who || '某' where ${at(line)}`.execute(trx)
    await forgeChain(trx, line)
  },
  swap: async (trx, line) => {
    const other = line.seq === 1 ? 2 : line.seq - 1
    await sql`update contract_log a set who = b.who, verb = b.verb, at = b.at, detail = b.detail || ' ' from contract_log b
      where a.tenant_id = ${line.tenant_id} and b.tenant_id = a.tenant_id
        and ((a.seq = ${line.seq} and b.seq = ${other}) or (a.seq = ${other} and b.seq = ${line.seq}))`.execute(trx)
    await sql`update contract_log set at = at + 1 where ${at(line)}`.execute(trx)
  },
  truncation: async (trx, line) => {
    await sql`delete from contract_log where tenant_id = ${line.tenant_id} and seq >= ${line.seq}`.execute(trx)
  },
  'roll-back': async (trx, line) => {
    const { tenant_id, seq } = line
    await sql`delete from contract_log where tenant_id = ${tenant_id} and seq >= ${seq}`.execute(trx)
    await sql`delete from audit_head where tenant_id = ${tenant_id}`.execute(trx)
    await sql`insert into audit_head select tenant_id, seq, chain_hash from contract_log
      where tenant_id = ${tenant_id} and seq is not null order by seq desc limit 1`.execute(trx)
  },
  'roll-back of everything': async (trx, line) => {
    const { tenant_id, seq } = line
    await tampers['roll-back']?.(trx, line, () => 0)
    const first = await trx
      .selectFrom('audit_leaf')
      .where('chain_tenant_id', '=', tenant_id)
      .where('seq', '>=', seq)
      .select(({ fn }) => fn.min('leaf_index').as('from'))
      .executeTakeFirst()
    await sql`delete from audit_leaf where leaf_index >= ${first?.from ?? 0}`.execute(trx)
    await sql`delete from signed_head where size > ${first?.from ?? 0}`.execute(trx)
    await sql`update contract c set next_log = 1 + (select count(*) from contract_log l
      where l.tenant_id = c.tenant_id and l.contract_id = c.contract_id) where c.tenant_id = ${tenant_id}`.execute(trx)
  },
}

/** Every line that a signed head stands above. */
async function signedLines(): Promise<Line[]> {
  const { rows } =
    await sql<Line>`select l.tenant_id::text, l.seq::int, l.contract_id::text, l.log_no from contract_log l
    where l.seq <= (select max(a.seq) from audit_leaf a where a.chain_tenant_id = l.tenant_id) order by 1, 2`.execute(
      owner,
    )
  return rows
}

test('two hundred tamperings by a database administrator are all found', async () => {
  const lines = await signedLines()
  const kinds = Object.entries(tampers)
  const roll = dice(20_261_120)
  const missed: string[] = []
  for (let round = 0; round < 200; round++) {
    const [kind, tamper] = kinds[round % kinds.length] ?? []
    const line = lines[roll(lines.length)]
    if (!tamper || !line) throw new Error('nothing to tamper with')
    const trx = await owner.startTransaction().execute()
    await tamper(trx, line, roll)
    if ((await faultsIn(trx)).length === 0) missed.push(`${kind} ${line.seq}`)
    await trx.rollback().execute()
  }
  expect(missed).toEqual([])
  expect(await faultsIn(owner)).toEqual([])
}, 300_000)

test('without the heads kept beside the database a roll-back of everything would go unseen', async () => {
  const [line] = (await signedLines()).slice(-1)
  if (!line) throw new Error('no line')
  rmSync(headsFile(server.deps.config))
  const trx = await owner.startTransaction().execute()
  await tampers['roll-back of everything']?.(trx, line, () => 0)
  expect(await faultsIn(trx)).toEqual([])
  await trx.rollback().execute()
})

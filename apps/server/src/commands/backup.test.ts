import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwner } from '#src/commands/owner-connection.ts'
import { jobHandlers } from '#src/job-handlers.ts'
import { blobNames } from '#src/platform/backup/blob-names.ts'
import { holdBack } from '#src/platform/backup/hold-back.ts'
import { holdBlobs, releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import { ownSignId, personSigner, player, type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { embeddedServer, type TestServer } from '#src/testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'moqi-backup-'))
const dataDir = join(folder, 'data')
const plain = join(folder, 'plain')
const sealed = join(folder, 'sealed')
const passphrase = join(folder, 'passphrase')
let server: TestServer
let wang: Player
let launcher: Player

beforeAll(async () => {
  writeFileSync(passphrase, 'correct horse battery\n')
  server = await embeddedServer(dataDir)
  wang = await player(server, '13800000001', 'person')
  launcher = await player(server, '13800000002', 'company')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

type Ended = { code: number; said: string }

type Command = 'backup' | 'restore' | 'scrub'
const run = (command: Command, ...args: string[]) => runWith({}, command, ...args)

async function runWith(more: NodeJS.ProcessEnv, command: Command, ...args: string[]): Promise<Ended> {
  const file = join(import.meta.dirname, `${command}.ts`)
  const env = { ...process.env, MOQI_DATA: dataDir, DATABASE_URL: '', ...more }
  return promisify(execFile)(process.execPath, [file, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (failed: { code: number; stdout: string; stderr: string }) => ({
      code: failed.code,
      said: failed.stdout + failed.stderr,
    }),
  )
}
async function signed(): Promise<string> {
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  await signNow(server, wang, taskId)
  return taskId
}
const filesIn = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const backups = (directory: string) =>
  readdirSync(directory)
    .filter((name) => /^\d{8}T/.test(name))
    .toSorted()

test(
  'a backup while contracts are signed is whole, and what was restored from it goes on',
  { timeout: 300_000 },
  async () => {
    const before = await signed()
    await archived()
    const [made] = await Promise.all([run('backup', plain, '--with-keys'), signed(), signed()])
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining('发现0处问题') })
    const target = join(folder, 'restored')
    expect(await run('restore', plain, '--to', target)).toMatchObject({
      code: 0,
      said: expect.stringContaining('发现0处问题'),
    })
    expect(await run('restore', plain, '--to', target)).toMatchObject({
      code: 1,
      said: expect.stringContaining('不是空目录'),
    })

    const restored = await embeddedServer(target)
    try {
      const her = await player(restored, '13800000001', 'person')
      const signId = await ownSignId(restored, her, before)
      const [then, now] = await Promise.all(
        [server, restored].map(async (one, index) =>
          one.blob('downloadFinishedPdf', { signId }, index === 0 ? wang : her),
        ),
      )
      expect([now?.status, now?.bytes.equals(then?.bytes ?? Buffer.alloc(0))]).toEqual([200, true])
      const { taskId } = await sent(restored, await player(restored, '13800000002', 'company'), [
        personSigner(1, '王小明', her.phone),
      ])
      await signNow(restored, her, taskId)
    } finally {
      await restored.close()
    }
  },
)

test('every blob in the store is named by a row that a backup reads', async () => {
  const { client, close } = await ownerOf()
  try {
    const names = new Set(await blobNames(client))
    const unnamed: string[] = []
    for await (const { name } of server.deps.blobs.list()) if (!names.has(name)) unnamed.push(name)
    expect(unnamed).toEqual([])
    expect(names.size).toBeGreaterThan(0)
  } finally {
    await close()
  }
})

test(
  'the next backup stores what is new alone; an encrypted one holds nothing readable and no key',
  { timeout: 300_000 },
  async () => {
    const known = new Set(filesIn(join(plain, 'blobs')))
    await signed()
    expect((await run('backup', plain)).said).toContain('备份中没有密钥加密密钥')
    const added = filesIn(join(plain, 'blobs')).filter((file) => !known.has(file))
    expect(added.length).toBeGreaterThan(0)
    expect(added.length).toBeLessThan(known.size)
    expect(backups(plain).length).toBe(2)

    expect(await run('backup', sealed, '--passphrase-file', passphrase)).toMatchObject({ code: 0 })
    const loot = Buffer.concat(filesIn(sealed).map((file) => readFileSync(file)))
    const key = readFileSync(join(dataDir, 'keys', 'key-encryption-key'), 'utf8').trim()
    for (const word of ['13800000001', '王小明', '%PDF', key]) expect(loot.includes(word)).toBe(false)
    expect(await run('backup', sealed)).toMatchObject({ code: 1, said: expect.stringContaining('已加密') })
    writeFileSync(join(folder, 'wrong'), 'another passphrase')
    const wrong = await run('restore', sealed, '--to', join(folder, 'none'), '--passphrase-file', join(folder, 'wrong'))
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('口令不对') })
    const target = join(folder, 'opened')
    expect(await run('restore', sealed, '--to', target, '--passphrase-file', passphrase)).toMatchObject({ code: 0 })
    expect(existsSync(join(target, 'keys'))).toBe(false)
  },
)

test('a changed table, blob or manifest is found before anything is restored', { timeout: 300_000 }, async () => {
  const [, newest = ''] = backups(plain)
  const victims = [
    `${newest}/tables/public.contract.zst`,
    `${newest}/manifest.json`,
    filesIn(join(plain, 'blobs'))[0]?.slice(plain.length + 1) ?? '',
  ]
  for (const victim of victims) {
    const copy = join(folder, 'copy')
    cpSync(plain, copy, { recursive: true })
    const bytes = readFileSync(join(copy, victim))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(join(copy, victim), bytes)
    const target = join(folder, 'unrestored')
    expect(await run('restore', copy, '--to', target)).toMatchObject({
      code: 1,
      said: expect.stringContaining('was changed'),
    })
    expect(existsSync(target)).toBe(false)
    rmSync(copy, { recursive: true })
  }
})

test('nothing is freed while a backup runs, and all of it afterwards', async () => {
  const name = await server.deps.blobs.put(Buffer.from('nobody needs this'))
  await server.deps.db.directoryWrite(async (tx) => {
    const holder = randomUUID()
    await holdBlobs(tx, holder, [name])
    await releaseBlobs(tx, { jobKey: 'free it', holders: [holder] })
  })
  const later = { ...server.deps, now: () => Date.now() + 3 * 24 * 3_600_000 }
  const { client, close } = await ownerOf()
  await holdBack(client)
  await jobHandlers(later).freeBlobs({ names: [name] })
  const hour = Number.parseInt(name.slice(0, 2), 16) % 24
  await jobHandlers(later).sweepOrphans({ hour })
  expect((await server.deps.blobs.get(name)).toString()).toBe('nobody needs this')
  const queued = `select task_identifier as job from graphile_worker.jobs where run_at > now()`
  const jobs = (await client.query<{ job: string }>(queued)).rows.map(({ job }) => job)
  expect(jobs).toEqual(expect.arrayContaining(['freeBlobs', 'sweepOrphans']))
  await close()
  await expect
    .poll(async () => {
      await jobHandlers(later).freeBlobs({ names: [name] })
      return server.deps.blobs.get(name).then(
        () => 'there',
        () => 'gone',
      )
    })
    .toBe('gone')
})

test('the command tells of bytes that nobody needs, and removes them when asked to and a day old', async () => {
  const bytes = Buffer.from('nobody has ever needed this')
  const name = await server.deps.blobs.put(bytes)
  const path = join(dataDir, 'blobs', name.slice(0, 2), name.slice(2))
  const old = new Date(Date.now() - 2 * 24 * 3_600_000)
  utimesSync(path, old, old)
  expect((await run('scrub', '--orphans', '--remove')).said).toContain('已删除0项')
  await server.deps.db.directory((directory) =>
    directory.updateTable('orphan_blob').set({ noted_at: 0 }).where('name', '=', name).execute(),
  )
  expect((await run('scrub', '--orphans')).said).toContain('其中已满一天无人引用的1项')
  expect(existsSync(path)).toBe(true)
  const elsewhere = await runWith({ MOQI_BLOBS: join(folder, 'elsewhere') }, 'scrub', '--orphans', '--remove')
  expect(elsewhere).toMatchObject({ code: 1, said: expect.stringContaining('不属于同一套数据') })
  expect(await run('scrub', '--orphans', '--remove')).toMatchObject({
    code: 0,
    said: expect.stringContaining('已删除1项'),
  })
  expect(existsSync(path)).toBe(false)
})

/** Until the jobs behind the last signature are done, which change its file once more. */
async function archived(): Promise<void> {
  const { client, close } = await ownerOf()
  try {
    const due = `select 1 from graphile_worker.jobs where run_at <= now()`
    await expect.poll(async () => (await client.query(due)).rowCount).toBe(0)
  } finally {
    await close()
  }
}

async function ownerOf(): Promise<{ client: Client; close: () => Promise<void> }> {
  const { owner, close } = await openOwner({ databaseUrl: null, dataDir })
  const client = new Client(owner)
  await client.connect()
  return {
    client,
    async close() {
      await client.end()
      await close()
    },
  }
}

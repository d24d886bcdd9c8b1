import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import { hasSoftToken, makeAesKey, newSoftToken } from '@moqi/trust/testing/soft-token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwner } from '#src/commands/owner-connection.ts'
import { type Db, openDatabase } from '#src/platform/database/database.ts'
import { sealedUnder } from '#src/platform/keys/key-encryption.ts'
import { keyFiles } from '#src/platform/keys/key-encryption-key.ts'
import { companySigner, personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { embeddedServer, type TestServer } from '#src/testing/test-server.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'moqi-rotate-'))
const idleSpaces = 600
let server: TestServer
let taskId: string
/** Where the key-encryption key is, beside the data directory's own files. */
let settings: NodeJS.ProcessEnv = {}

const start = async () => {
  server = await embeddedServer(dataDir, settings)
}
const restart = async () => {
  await server.close()
  await start()
}

beforeAll(async () => {
  await start()
  const launcher = await player(server, jing.phone, 'company')
  const wang = await player(server, '13800000001', 'person')
  ;({ taskId } = await sent(server, launcher, [
    companySigner(1, '杭州云启科技有限公司', jing),
    personSigner(2, '王小明', wang.phone),
    companySigner(3, '上海嘉禾物业管理有限公司', chen),
  ]))
  await signNow(server, launcher, taskId)
  await addIdleSpaces()
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Asks the database as its owner, who sees all spaces at once. */
async function asOwner<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { owner } = await openOwner({ databaseUrl: null, dataDir })
  const db = openDatabase({ ...owner, max: 1 })
  try {
    return await db.directoryWrite(work)
  } finally {
    await db.close()
  }
}

/** Spaces that have signed at some time, so that a rotation has something to do. */
async function addIdleSpaces(): Promise<void> {
  const at = Date.now()
  const ids = Array.from({ length: idleSpaces }, () => randomUUID())
  const keys = await Promise.all(ids.map((id) => server.deps.keyEncryption.seal(id, randomBytes(32))))
  await asOwner(async (tx) => {
    const space = { kind: 'person', company_id: null, name: '', credit_code: null, identity_hash: null } as const
    await tx
      .insertInto('space')
      .values(
        ids.map((id) => ({ ...space, tenant_id: id, auth_status: 'notAuth', reject_reason: null, created_at: at })),
      )
      .execute()
    await tx
      .insertInto('tenant_key')
      .values(ids.map((id, index) => ({ tenant_id: id, sealed: keys[index] ?? Buffer.alloc(0), created_at: at })))
      .execute()
  })
}

/** How many keys lie under each key-encryption key. */
const counts = () =>
  asOwner(async (tx) => {
    const spaces = await tx.selectFrom('tenant_key').select('sealed').execute()
    const platform = await tx.selectFrom('platform_secret').select('sealed').execute()
    const groups = Map.groupBy([...spaces, ...platform], ({ sealed }) => sealedUnder(sealed))
    return new Map([...groups].map(([id, rows]) => [id, rows.length]))
  })

const command = (...args: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, 'rotate-keys.ts'), ...args], {
    env: { ...process.env, MOQI_DATA: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Runs the command to its end. */
async function rotate(...args: string[]): Promise<{ code: number; said: string }> {
  const child = command(...args)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code: Number(code), said }
}

const sign = async (phone: string, kind: 'person' | 'company') =>
  (await signNow(server, await player(server, phone, kind), taskId)).code

test('killed in the middle, a rotation leaves every key openable and the running server signing', async () => {
  const before = await server.deps.keyEncryption.sealingKey()
  const child = command('--new-key')
  const closed = once(child, 'close')
  child.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('空间 100/')) child.kill('SIGKILL')
  })
  await closed
  expect(child.signalCode).toBe('SIGKILL')
  const after = await server.deps.keyEncryption.sealingKey()
  const half = await counts()
  expect(after).not.toBe(before)
  expect(half.get(before) ?? 0).toBeGreaterThan(0)
  expect(half.get(after) ?? 0).toBeGreaterThan(99)
  expect(await sign('13800000001', 'person')).toBe(200)
})

test('run again it does the rest, and a third time nothing', async () => {
  const { code, said } = await rotate()
  expect([code, said]).toEqual([0, expect.stringMatching(/空间数据密钥：重新加密 [1-9]\d* 个/)])
  expect([...(await counts()).keys()]).toEqual([await server.deps.keyEncryption.sealingKey()])
  expect((await rotate()).said).toMatch(/平台密钥：重新加密 0 个[^]*空间数据密钥：重新加密 0 个/)
})

test('then the old key may go: a server that never had it starts, and the contract is finished and verifies', async () => {
  const [current, ...retired] = keyFiles(dataDir)
  expect(current).toBeDefined()
  expect(retired).toHaveLength(1)
  for (const path of retired) rmSync(path)
  await restart()
  expect(await sign(chen.phone, 'company')).toBe(200)
  const launcher = await player(server, jing.phone, 'company')
  const { data } = await server.call('listTasks', { status: 'finish' }, launcher)
  const signId = data.taskInfoArray.find((task) => task.taskId === taskId)?.signId ?? ''
  const file = await server.blob('downloadFinishedPdf', { signId }, launcher)
  expect((await server.deps.workshop.verify(file.bytes)).verdict).toBe('valid')
})

const certificates = () =>
  asOwner((tx) =>
    tx.selectFrom('signing_certificate').orderBy('certificate_id').select(['certificate', 'sealed_key']).execute(),
  )

test('data keys are replaced with every signer key under them, once, and spaces keep their certificates', async () => {
  const before = await certificates()
  const cut = new Date().toISOString()
  expect((await rotate(`--data-keys=${cut}`)).said).toMatch(new RegExp(`更换 ${idleSpaces + 3} 个`))
  const after = await certificates()
  expect(after.map(({ certificate }) => certificate)).toEqual(before.map(({ certificate }) => certificate))
  expect(after.filter(({ sealed_key }, index) => sealed_key.equals(before[index]?.sealed_key ?? sealed_key))).toEqual(
    [],
  )
  expect((await rotate(`--data-keys=${cut}`)).said).toMatch(new RegExp(`更换 0 个，无需变动 ${idleSpaces + 3} 个`))
  await restart()
  expect(await signedAnew()).toBe(200)
})

/** A new contract, with keys that no cache holds after a restart. */
async function signedAnew(): Promise<number | string> {
  const launcher = await player(server, jing.phone, 'company')
  const wang = await player(server, '13800000001', 'person')
  const made = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  return (await signNow(server, wang, made.taskId)).code
}

test('without a server it starts the database itself, and stops it again', async () => {
  await server.close()
  expect(await rotate('--new-key')).toMatchObject({ code: 0 })
  await start()
  expect([...(await counts()).keys()]).toEqual([await server.deps.keyEncryption.sealingKey()])
})

test.skipIf(!hasSoftToken)('keys move from the file under a key in a token (needs SoftHSM2)', async () => {
  const { module, token: label, pin } = newSoftToken()
  const token = new Pkcs11Token({ module, token: label, pin })
  await makeAesKey(token, 'kek')
  await token.close()
  await server.close()
  settings = { MOQI_KEK: `pkcs11:token=${label};object=kek?module-path=${module}&pin-value=${pin}` }
  expect(await rotate('--new-key')).toMatchObject({ code: 1, said: expect.stringContaining('MOQI_KEK_PREVIOUS') })
  expect(await rotate()).toMatchObject({ code: 0 })
  for (const path of keyFiles(dataDir)) rmSync(path)
  await start()
  expect([...(await counts()).keys()]).toEqual([await server.deps.keyEncryption.sealingKey()])
  expect(await signedAnew()).toBe(200)
  await server.close()
  const keyInToken = settings
  settings = {}
  await expect(start()).rejects.toThrow('neither MOQI_KEK nor')
  settings = keyInToken
  await start()
})

test('what it does not understand, and a place without a database, end it with words', async () => {
  expect(await rotate('--data-keys=yesterday')).toMatchObject({ code: 2, said: expect.stringContaining('用法') })
  expect(await rotate('--new-keys')).toMatchObject({ code: 2 })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'rotate-keys.ts')], {
    env: { ...process.env, MOQI_DATA: join(dataDir, 'nowhere') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [said] = await once(child.stderr, 'data')
  expect(String(said)).toContain('还没有数据库')
})

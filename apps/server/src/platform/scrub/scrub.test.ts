import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@moqi/domain/time/civil-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { bothParties, twoParties } from '#src/testing/two-parties.ts'
import { scrub, scrubbingAlone } from './scrub.ts'
import { scrubInParts } from './scrub-in-parts.ts'

let server: TestServer
let launcher: Player
let wang: Player
let second: Player
let clock = Date.now()

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  ;({ launcher, wang, second } = await twoParties(server))
})
afterAll(() => server.close())

const wholePass = () => scrub(server.deps, { mostMs: Infinity, restMs: 0 })
const flipIncrement = (contractId: string) =>
  server.deps.db.write(launcher.tenantId, (tx) =>
    tx
      .updateTable('document_revision')
      .set({ bytes: sql`set_byte(bytes, 4000, get_byte(bytes, 4000) # 1)` })
      .where('contract_id', '=', contractId)
      .where('revision', '=', 1)
      .execute(),
  )
const position = async () =>
  JSON.stringify(await server.deps.db.directory((rows) => rows.selectFrom('scrub_position').selectAll().execute()))
const ready = async () => (await server.app.inject({ url: '/readyz' })).body

test('a flipped bit of a signed file is found, keeps it from being signed, is told, and heals', async () => {
  const { taskId } = await sent(server, launcher, bothParties)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  expect((await wholePass()).damaged).toEqual([])
  await flipIncrement(taskId)
  const found = await wholePass()
  expect(found).toMatchObject({ damaged: [expect.stringContaining(taskId)], isWhole: true })
  expect(await signNow(server, second, taskId)).toMatchObject({ message: expect.stringContaining('合同文件已损坏') })
  clock += 61_000
  expect(await ready()).toContain('damage')
  await flipIncrement(taskId)
  expect((await wholePass()).damaged).toEqual([])
  clock += 61_000
  expect(await ready()).not.toContain('damage')
  expect((await signNow(server, second, taskId)).code).toBe(200)
})

test('a blob that has changed on disk is named by its hash until the right bytes are back', async () => {
  await sent(server, launcher, bothParties)
  const { sha256 } = await server.deps.db.directory((directory) =>
    directory.selectFrom('blob_holder').select('sha256').limit(1).executeTakeFirstOrThrow(),
  )
  const path = join(server.deps.config.dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2))
  const right = readFileSync(path)
  writeFileSync(path, Buffer.concat([right, Buffer.from('x')]))
  expect((await wholePass()).damaged).toContain(sha256)
  writeFileSync(path, right)
  expect((await wholePass()).damaged).toEqual([])
})

test('of two nodes one reads at a time, and one that fails holds up nobody', async () => {
  const { deps } = server
  const within = await scrubbingAlone(deps, async () => {
    clock += 8 * dayMs
    const before = await position()
    // The other node's part comes at the same time.
    await scrubInParts(deps)
    return { other: await scrubbingAlone(deps, wholePass), hasMoved: (await position()) !== before }
  })
  expect(within).toEqual({ other: null, hasMoved: false })
  await expect(scrubbingAlone(deps, () => Promise.reject(new Error('ended')))).rejects.toThrow('ended')
  expect(await scrubbingAlone(deps, wholePass)).toMatchObject({ isWhole: true })
})

test('a pass is read in parts, each from where the last one stopped, and rests before the next', async () => {
  const whole = await wholePass()
  expect(whole.pieces).toBeGreaterThan(3)
  clock += 2_000
  const inParts = { mostMs: 0, restMs: 1_000 }
  let pieces = 0
  for (let part = await scrub(server.deps, inParts); ;) {
    pieces += part.pieces
    expect(part.pieces).toBeLessThanOrEqual(1)
    if (part.isWhole) break
    part = await scrub(server.deps, inParts)
  }
  expect(pieces).toBe(whole.pieces)
  expect(await scrub(server.deps, inParts)).toMatchObject({ pieces: 0, isWhole: true })
})

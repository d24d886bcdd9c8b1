import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { standingDocument } from '#src/testing/archive-scene.ts'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { putIncrementsOutside, type Segment } from '#src/testing/increments-outside.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { fileBlobStore } from '../blobs/file-blob-store.ts'
import { bringInIncrements } from './bring-in-increments.ts'

let server: TestServer
let launcher: Player
let wang: Player
let lines: string[] = []
let clock = Date.now()

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
beforeEach(() => {
  lines = []
})
afterAll(() => server.close())

const parties = [personSigner(1, '王小明', '13800000001'), personSigner(2, jing.name, jing.phone)]

/** A contract that Wang has signed, and that waits for the other party. */
async function signedOnce(): Promise<string> {
  clock += 61_000
  const { taskId } = await sent(server, launcher, parties)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  return taskId
}

async function archived(): Promise<string> {
  clock += 61_000
  const { taskId } = await sent(server, launcher, parties.slice(0, 1))
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  // Freezing, a signature, validation data and the time-stamp over them.
  await vi.waitUntil(async () => (await revisionsOf(taskId)).length === 4, { timeout: 30_000 })
  return taskId
}

/** As a server starts that has read nothing yet. */
const restarted = (log: (line: string) => void = (line) => void lines.push(line)) => ({
  ...server.deps,
  log,
  blobs: fileBlobStore(`${server.deps.config.dataDir}/blobs`),
})
const bytesOf = async (contractId: string) => {
  const asRestarted = { ...server, deps: restarted() }
  return (await standingDocument(asRestarted, launcher, contractId)).bytes
}
const outside = (contractId: string) => putIncrementsOutside(server, launcher.tenantId, contractId)
const bringIn = ({ directory }: Segment, log?: (line: string) => void) => bringInIncrements(restarted(log), directory)
const revisionsOf = (contractId: string) =>
  server.deps.db.read(launcher.tenantId, (home) =>
    home
      .selectFrom('document_revision')
      .where('contract_id', '=', contractId)
      .select(['revision', 'sha256', 'bytes'])
      .orderBy('revision')
      .execute(),
  )
const waiting = () =>
  server.deps.db.directory((directory) => directory.selectFrom('increment_elsewhere').select('contract_id').execute())

test('increments in segments and blobs come into their rows, and the contract is signed on', async () => {
  const contractId = await signedOnce()
  const before = await bytesOf(contractId)
  const segment = await outside(contractId)
  await expect(bytesOf(contractId)).rejects.toThrow('has changed or is missing')
  await bringIn(segment)
  expect(existsSync(segment.directory)).toBe(false)
  expect(await waiting()).toEqual([])
  expect((await bytesOf(contractId)).equals(before)).toBe(true)
  const revisions = await revisionsOf(contractId)
  expect(revisions.map(({ bytes }) => bytes !== null)).toEqual([true, true])
  expect(revisions.every(({ sha256 }) => /^[0-9a-f]{64}$/.test(sha256))).toBe(true)
  const second = await player(server, jing.phone, 'person')
  expect((await signNow(server, second, contractId)).code).toBe(200)
  expect((await bytesOf(contractId)).subarray(0, before.length).equals(before)).toBe(true)
  expect(lines).toContain('increments of 1 of 1 contracts looked at, 0 left where they are')
})

test('an archived contract comes into one blob a document, and its increments’ blobs are held no more', async () => {
  const contractId = await archived()
  const before = await bytesOf(contractId)
  const segment = await outside(contractId)
  await bringIn(segment)
  expect((await bytesOf(contractId)).equals(before)).toBe(true)
  expect((await revisionsOf(contractId)).map(({ bytes }) => bytes)).toEqual([null, null, null, null])
  const held = await server.deps.db.directory((directory) =>
    directory.selectFrom('blob_holder').where('holder', '=', contractId).select('sha256').execute(),
  )
  const { sha256 } = await standingDocument(server, launcher, contractId)
  expect(held).toEqual([{ sha256 }])
})

test('a run that is cut off is taken up by the next, which a second one adds nothing to', async () => {
  const contracts = [await signedOnce(), await signedOnce()]
  const before = await Promise.all(contracts.map(bytesOf))
  const [first, second] = [await outside(contracts[0] ?? ''), await outside(contracts[1] ?? '')]
  const kept = readFileSync(second.path)
  rmSync(second.path)
  const cutOff = bringIn(first, (line) => {
    if (line.includes('looked at')) throw new Error('the power has failed')
  })
  await expect(cutOff).rejects.toThrow('the power has failed')
  expect(await waiting()).toEqual([{ contract_id: contracts[1] }])
  expect(existsSync(first.path)).toBe(true)
  writeFileSync(second.path, kept)
  await bringIn(first)
  await bringIn(first)
  const after = await Promise.all(contracts.map(bytesOf))
  expect(after.map((bytes, index) => bytes.equals(before[index] ?? Buffer.alloc(0)))).toEqual([true, true])
  expect(existsSync(first.directory)).toBe(false)
})

test('a damaged piece is told, keeps its segment, and keeps nobody else from coming in', async () => {
  const [damaged, { taskId: whole }] = [await signedOnce(), await sent(server, launcher, parties)]
  const before = await Promise.all([damaged, whole].map(bytesOf))
  const segment = await outside(damaged)
  await outside(whole)
  const kept = readFileSync(segment.path)
  const flipped = Buffer.from(kept)
  flipped[500] = (flipped[500] ?? 0) ^ 1
  writeFileSync(segment.path, flipped)
  await bringIn(segment)
  const name = segment.path.slice(segment.directory.length + 1)
  expect(lines).toContain(
    `increments of contract ${damaged} stay where they are: segment ${name} has changed at byte 100`,
  )
  expect(await waiting()).toEqual([{ contract_id: damaged }])
  expect((await bytesOf(whole)).equals(before[1] ?? Buffer.alloc(0))).toBe(true)
  writeFileSync(segment.path, kept)
  await bringIn(segment)
  expect((await bytesOf(damaged)).equals(before[0] ?? Buffer.alloc(0))).toBe(true)
  expect(existsSync(segment.directory)).toBe(false)
})

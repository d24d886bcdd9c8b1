import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { comparison } from '@moqi/api/comparison'
import { textPages } from '@moqi/pdf/testing/text-pages'
import { WorkerFailure } from '@moqi/pdf/workers/bounded-workers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSideServer, type SideServer } from '#src/testing/side-server.ts'

const { compareFiles: call } = comparison
const lines = ['第一条 甲方应于收到发票后30日内付款。', '第二条 乙方交付的货物应符合约定。']
const draft = textPages([{ lines }])
const back = textPages([{ lines: lines.with(0, '第一条 甲方应于收到发票后60日内付款。') }])

let server: SideServer
beforeAll(async () => {
  server = await openSideServer()
})
afterAll(() => server.close())

/** Each address has a limit of its own. */
async function compare(files: Record<string, Buffer>, address = '203.0.113.1') {
  const form = new FormData()
  for (const [name, bytes] of Object.entries(files)) form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.pdf`)
  const encoded = new Response(form)
  const payload = Buffer.from(await encoded.arrayBuffer())
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return (await server.app.inject({ method: 'POST', url: call.path, headers, payload, remoteAddress: address })).json()
}

test('Whoever asks is told what differs between two files, with the pages where it does', async () => {
  const { code, data } = await compare({ before: draft, after: back })
  expect(code).toBe(200)
  expect(data).toMatchObject({
    same: 0,
    pairArray: [{ before: 1, after: 1 }],
    differenceArray: [{ kind: 'text', before: { page: 1, text: '30' }, after: { page: 1, text: '60' } }],
    noteArray: [],
  })
  expect(data.pictureArray.map(({ side, page }: { side: string; page: number }) => [side, page])).toEqual([
    ['before', 1],
    ['after', 1],
  ])
  for (const { image } of data.pictureArray) expect(image).toMatch(/^data:image\/png;base64,iVBOR/)
})

test('A file does not differ from itself', async () => {
  const { data } = await compare({ before: draft, after: draft })
  expect(data).toMatchObject({ same: 1, differenceArray: [], pictureArray: [] })
})

test('A scan is named as one', async () => {
  const scan = textPages([{ lines: [], drawn: '0 g 100 700 200 12 re f' }])
  const { data } = await compare({ before: draft, after: scan })
  expect(data.noteArray).toEqual([{ kind: 'scan-after', pageArray: [1] }])
})

test('What cannot be compared is refused with the file whose fault it is', async () => {
  const locked = readFileSync(new URL('../../../../samples/intake/加密-用户口令.pdf', import.meta.url))
  expect(await compare({ before: draft, after: locked })).toMatchObject({
    code: 422,
    message: '新文件：文件需要密码才能打开，请另存为不加密的PDF后再对比',
  })
  expect(await compare({ before: Buffer.from('hello'), after: draft })).toMatchObject({
    code: 422,
    message: '原文件不是PDF，请选择PDF文件',
  })
  expect(await compare({ before: draft, after: Buffer.from('%PDF-1.7 and no more') })).toMatchObject({
    code: 422,
    message: '新文件：文件已损坏或无法解析',
  })
  expect(await compare({ before: draft })).toMatchObject({ code: 422, message: '请选择要对比的两个文件' })
})

test('A file that is too large is refused while it comes', async () => {
  const large = Buffer.concat([draft, Buffer.alloc(50 * 1024 * 1024)])
  expect(await compare({ before: draft, after: large })).toMatchObject({
    code: 422,
    data: { reason: 'file/too-large' },
  })
})

test('One address may ask twenty times in ten minutes', async () => {
  const codes: number[] = []
  for (let at = 0; at < call.limit.count + 1; at++)
    codes.push((await compare({ before: Buffer.from('x'), after: draft }, '203.0.113.9')).code)
  expect(new Set(codes.slice(0, -1))).toEqual(new Set([422]))
  expect(codes.at(-1)).toBe(429)
})

test('Work for a client that has gone is dropped', async () => {
  const leaving = new AbortController()
  const workshop = server.deps.workshop.for({ key: 'one', signal: leaving.signal })
  const before = { sha256: 'a', read: async () => Buffer.from(draft) }
  const comparing = workshop.compare(before, { sha256: 'b', read: async () => Buffer.from(back) }, 0)
  leaving.abort()
  await expect(comparing).rejects.toEqual(new WorkerFailure('dropped'))
})

test('Nothing of the files is kept', async () => {
  const blobs = () => readdirSync(join(server.deps.config.dataDir, 'blobs'), { recursive: true })
  const before = blobs()
  await compare({ before: draft, after: back })
  expect(blobs()).toEqual(before)
  expect(readdirSync(join(server.deps.config.dataDir, 'uploads'))).toEqual([])
})

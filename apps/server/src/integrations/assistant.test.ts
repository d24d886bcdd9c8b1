import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { table } from '@moqi/api/table'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { madeIntegration } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const root = join(import.meta.dirname, '../../../..')
let server: TestServer
let owner: Player
let env: Record<string, string>
let folder: string
const opened: Client[] = []

beforeAll(async () => {
  server = await testServer()
  owner = await player(server, '13800000002', 'company')
  const { appId, secret } = await madeIntegration(server, owner)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  env = { MOQI_URL: url, MOQI_APP_ID: appId, MOQI_SECRET: secret }
  folder = mkdtempSync(join(tmpdir(), 'moqi-assistant-'))
  writeFileSync(join(folder, '协议.pdf'), readFileSync(join(root, 'samples/保密协议.pdf')))
})
afterEach(() => Promise.all(opened.splice(0).map((client) => client.close())))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** The program as an assistant's host starts it, with those flags. */
async function assistant(flags: readonly string[], settings: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const args = [join(root, 'apps/mcp/src/main.ts'), ...flags]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env: { ...env, ...settings } }))
  opened.push(client)
  return client
}

/** What a tool answers: its JSON, or the words of its refusal. */
async function ask(client: Client, name: string, asked: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: asked })
  const said = content.map((part) => (part.type === 'text' ? part.text : part.type)).join('')
  return { isError, said, data: said.startsWith('{') || said.startsWith('[') ? JSON.parse(said) : null }
}

const names = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).toSorted()

test('without a flag it can look, and nothing it is offered changes anything', async () => {
  const client = await assistant(['--files', folder])
  const offered = await names(client)
  expect(offered).toEqual(expect.arrayContaining(['listTasks', 'getSignDetailInfo', 'verifyFile', 'pageImage']))
  const calls = new Map(Object.entries(table))
  expect(offered.filter((name) => calls.get(name)?.mutates !== false)).toEqual([])
  expect(offered).not.toContain('issuePass')
  expect(offered).not.toContain('copyPartyLink')
  expect(await ask(client, 'listTasks', { status: 'all' })).toMatchObject({
    isError: false,
    data: { taskInfoArray: [] },
  })
  expect(client.getInstructions()).toContain('不是对你的要求')
})

test('without a folder it has no tool that takes or saves a file', async () => {
  const offered = await names(await assistant(['--launch', '--manage']))
  expect(offered).toContain('sendTask')
  expect(offered.filter((name) => /^(?:upload|verify|download)/.test(name))).toEqual([])
})

test('it launches a contract where it may, looks at its page, and is told why there is nothing to fetch yet', async () => {
  const client = await assistant(['--files', folder, '--launch'])
  const { data: file } = await ask(client, 'uploadFile', { path: '协议.pdf' })
  const signerArray = [{ signerNo: 1, signOrder: 1, signType: 0, signerName: '王小明', phone: '13800000001' }]
  const { data: draft } = await ask(client, 'saveDraft', {
    taskName: '助手发起的协议',
    signExpireTime: Date.now() + 7 * 86_400_000,
    fileIdArray: [file.fileId],
    signerArray,
  })
  const { signId, version } = draft
  const place = {
    fileId: file.fileId,
    signerNo: 1,
    positionType: 'personSign',
    page: 1,
    x: 30,
    y: 40,
    width: 40,
    height: 20,
  }
  await ask(client, 'saveLocation', { signId, version, positionArray: [{ positionId: 's1', ...place }] })
  expect(await ask(client, 'sendTask', { signId })).toMatchObject({ isError: false })
  const { data } = await server.call('listTasks', {}, owner)
  expect(data.taskInfoArray.map(({ taskName, taskStatus }) => [taskName, taskStatus])).toContainEqual([
    '助手发起的协议',
    'signing',
  ])

  expect(await ask(client, 'pageImage', { signId, page: 1, width: 200 })).toMatchObject({ said: 'image' })
  expect(await ask(client, 'downloadFinishedPdf', { signId, path: '完成.pdf' })).toMatchObject({
    isError: true,
    data: { reason: 'contract/not-downloadable', message: '合同签署完成后才能下载' },
  })
  expect(await ask(client, 'fileContent', { fileId: file.fileId, path: '协议.pdf' })).toMatchObject({
    isError: true,
    said: '协议.pdf 已存在，请换一个文件名',
  })
  const saved = await ask(client, 'fileContent', { fileId: file.fileId, path: '取回.pdf' })
  expect(saved.data).toMatchObject({ bytes: readFileSync(join(folder, '取回.pdf')).length })
  expect(await ask(client, 'verifyFile', { path: '取回.pdf' })).toMatchObject({ isError: false, data: {} })
})

test('files outside its folder are out of reach, by dots, by whole paths and by links', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'moqi-outside-'))
  writeFileSync(join(outside, 'secret.pdf'), 'secret')
  symlinkSync(join(outside, 'secret.pdf'), join(folder, 'link.pdf'))
  symlinkSync(outside, join(folder, 'door'))
  mkdirSync(join(folder, '子目录'))
  const client = await assistant(['--files', folder])
  const paths = [
    ['../x.pdf', '只能使用共享文件夹中的文件'],
    [join(outside, 'secret.pdf'), '只能使用共享文件夹中的文件'],
    ['link.pdf', '共享文件夹中没有 link.pdf'],
    ['door/secret.pdf', '只能使用共享文件夹中的文件'],
    ['子目录', '子目录 不是文件'],
    ['没有/x.pdf', '共享文件夹中没有'],
  ]
  for (const [path, said] of paths) {
    expect(await ask(client, 'verifyFile', { path })).toMatchObject({
      isError: true,
      said: expect.stringContaining(said ?? ''),
    })
  }
  rmSync(outside, { recursive: true })
})

test('a forged secret, arguments that are none, and a server that is away are told of', async () => {
  const forged = await assistant([], { MOQI_SECRET: 'x'.repeat(43) })
  expect((await ask(forged, 'listTasks')).data).toMatchObject({ reason: 'integration/signature' })
  const wrong = await ask(forged, 'getSignDetailInfo', { signId: '' })
  expect(wrong).toMatchObject({ isError: true, said: expect.stringContaining('signId') })
  const away = await assistant([], { MOQI_URL: 'http://127.0.0.1:9' })
  expect(await ask(away, 'listTasks')).toMatchObject({ isError: true, said: '连接不上服务器，请检查网络和 MOQI_URL' })
})

test('a line that breaks after the server did it: asked again, and it is there once', async () => {
  let broken = 0
  const away = createServer((asked, answer) => {
    const { method, headers, url } = asked
    const onward = request(env.MOQI_URL + String(url), { method, headers }, (reply) => {
      broken += 1
      if (broken === 1) {
        reply.resume().on('end', () => asked.socket.destroy())
        return
      }
      answer.writeHead(reply.statusCode ?? 500, reply.headers)
      reply.pipe(answer)
    })
    asked.pipe(onward)
  })
  const { port } = await new Promise<{ port: number }>((listening) => {
    away.listen(0, '127.0.0.1', () => listening(Object(away.address())))
  })
  const before = await drafts()
  const client = await assistant(['--launch'], { MOQI_URL: `http://127.0.0.1:${port}` })
  const draft = {
    taskName: '断线时的草稿',
    signExpireTime: Date.now() + 7 * 86_400_000,
    fileIdArray: [],
    signerArray: [],
  }
  expect(await ask(client, 'saveDraft', draft)).toMatchObject({ isError: false })
  expect(broken).toBe(2)
  expect((await drafts()) - before).toBe(1)
  away.close()
})

async function drafts(): Promise<number> {
  const { data } = await server.call('listTasks', { status: 'draft' }, owner)
  return data.taskInfoArray.length
}

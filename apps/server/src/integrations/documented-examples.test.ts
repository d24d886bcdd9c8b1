import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { madeIntegration } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const root = join(import.meta.dirname, '../../../..')
const run = promisify(execFile)
let server: TestServer
let owner: Player
/** Where a script finds `@moqi/sdk` as an integrator's does. */
let folder: string
let env: NodeJS.ProcessEnv
let integrationId: string

beforeAll(async () => {
  server = await testServer({}, { MOQI_WEBHOOK_ALLOW: '127.0.0.0/8' })
  owner = await player(server, '13800000002', 'company')
  const made = await madeIntegration(server, owner)
  const { appId, secret } = made
  integrationId = made.integrationId
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const own = { MOQI_URL: url, MOQI_APP_ID: appId, MOQI_SECRET: secret, MOQI_FILE: join(root, 'samples/保密协议.pdf') }
  env = { ...process.env, ...own }
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'example-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

/** The example in that language, kept as a file. */
function example(path: string, language: string, name: string, which = 0): string {
  const examples = readFileSync(join(root, path), 'utf8').matchAll(
    new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``, 'g'),
  )
  const code = [...examples][which]?.[1]
  if (code === undefined) throw new Error(`${path} has no example in ${language}`)
  const file = join(folder, name)
  writeFileSync(file, code)
  return file
}

const lacks = (program: string, argument = '--version') => spawnSync(program, [argument]).status !== 0

const languages = [
  { language: 'bash', program: 'bash', name: 'list-tasks.sh', lacking: lacks('curl') || lacks('openssl', 'version') },
  { language: 'python', program: 'python3', name: 'list_tasks.py', lacking: lacks('python3') },
  { language: 'java', program: 'java', name: 'ListTasks.java', lacking: lacks('java') },
  { language: 'php', program: 'php', name: 'list-tasks.php', lacking: lacks('php') },
]

test.each(languages)('the reference shows the example in $language as it is documented', ({ language, name }) => {
  const shown = readFileSync(join(import.meta.dirname, '../http/samples', name), 'utf8')
  expect(readFileSync(example('docs/open-api.md', language, name), 'utf8')).toBe(shown)
})

test('the example in TypeScript lists contracts', async () => {
  // Node strips no types below node_modules, and there are none in it.
  const file = join(folder, 'list-tasks.mjs')
  writeFileSync(file, readFileSync(join(import.meta.dirname, '../http/samples/list-tasks.ts.txt'), 'utf8'))
  const { stdout } = await run(process.execPath, [file], { env })
  expect(JSON.parse(stdout)).toMatchObject({ nextCursor: null })
})

// A language that is not at hand is left out: no machine owes it.
for (const { language, program, name } of languages.filter(({ lacking }) => !lacking)) {
  test(`the example in ${language} lists contracts`, async () => {
    const { stdout } = await run(program, [example('docs/open-api.md', language, name)], { env })
    expect(JSON.parse(stdout)).toMatchObject({ code: 200, message: '操作成功', data: { nextCursor: null } })
  })
}

test('the example of the SDK launches a contract, and tells why it cannot be downloaded yet', async () => {
  const { stdout } = await run(process.execPath, [example('packages/sdk/README.md', 'ts', 'launch.mjs')], { env })
  expect(stdout.trim()).toBe('contract/not-downloadable 合同签署完成后才能下载')
  const { data } = await server.call('listTasks', {}, owner)
  expect(data.taskInfoArray.map(({ taskName, taskStatus }) => [taskName, taskStatus])).toContainEqual([
    '采购合同',
    'signing',
  ])
})

test('the example of a receiver believes what the server sends, and nothing else', async () => {
  const file = example('packages/sdk/README.md', 'ts', 'receive.mjs', 1)
  const callbackUrl = `http://127.0.0.1:${await freePort()}/moqi`
  const receiver = spawn(process.execPath, [file], { env: { ...env, PORT: new URL(callbackUrl).port } })
  let heard = ''
  receiver.stdout.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  try {
    const forge = () =>
      fetch(callbackUrl, { method: 'POST', body: '{"event":"TASK_FINISHED"}' }).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(forge).toBe(401)
    const cut = connect(Number(new URL(callbackUrl).port), '127.0.0.1')
    cut.end('POST /moqi HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf')
    await once(cut.resume(), 'close')
    const large = await fetch(callbackUrl, { method: 'POST', body: 'x'.repeat(70_000) }).catch(() => null)
    expect(large?.status ?? 400).toBe(400)
    expect(await forge()).toBe(401)
    await server.call('saveWebhook', { integrationId, callbackUrl, eventArray: ['TASK_FINISHED'] }, owner)
    const { data } = await server.call('testWebhook', { integrationId }, owner)
    await expect.poll(() => heard).toBe(`${data.eventId} TEST null\n`)
  } finally {
    receiver.kill()
  }
})

async function freePort(): Promise<number> {
  const held = createServer().listen(0, '127.0.0.1')
  await once(held, 'listening')
  const { port } = Object(held.address())
  held.close()
  return port
}

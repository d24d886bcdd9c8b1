import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confinements } from './confinement.ts'
import { probeConfinement } from './probe-confinement.ts'
import { runProgram } from './run-program.ts'

const folder = mkdtempSync(join(tmpdir(), 'moqi-secrets-'))
const [key, socket, abstract] = [join(folder, 'key'), join(folder, 'socket'), `\0${folder}`]
const servers: Server[] = []
let port = 0

beforeAll(async () => {
  chmodSync(folder, 0o755)
  writeFileSync(key, 'secret', { mode: 0o644 })
  const listening = [{ path: socket }, { path: abstract }, { port: 0, host: '127.0.0.1' }]
  for (const place of listening) {
    const server = createServer((connection) => connection.end('in'))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(place, resolve))
    const address = server.address()
    if (typeof address === 'object' && address !== null) port = address.port
  }
  chmodSync(socket, 0o777)
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

const answer = z.object({
  key: z.string(),
  socket: z.string(),
  abstract: z.string(),
  port: z.string(),
  networks: z.array(z.string()),
  foreign: z.number(),
  root: z.boolean(),
  written: z.array(z.string()),
})

/** What a program broken into would try: it says what came of each attempt. */
const burglar = `
const { readFileSync, readdirSync, writeFileSync } = require('node:fs')
const { connect } = require('node:net')
const [key, socket, abstract, port] = JSON.parse(process.argv[1])
const attempt = (make) => { try { return make() } catch (error) { return error.code } }
const reach = (place) => new Promise((resolve) => connect(place).on('data', (d) => resolve(String(d))).on('error', (e) => resolve(e.code)))
const foreign = () => readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && name !== '1' && Number(name) !== process.pid)
const writable = ['/', '/usr/lib', '/etc', '/settings', '/template', '/tmp', '/job'].filter((place) =>
  attempt(() => writeFileSync(place + '/probe', '')) === undefined)
Promise.all([reach(socket), reach(abstract), reach({ host: '127.0.0.1', port })]).then(([socket, abstract, port]) =>
  console.log(JSON.stringify({ key: attempt(() => readFileSync(key, 'utf8')), socket, abstract, port,
    networks: Object.keys(require('node:os').networkInterfaces()), foreign: foreign().length,
    root: process.getuid() === 0, written: writable })))
`
const places = () => JSON.stringify([key, socket, abstract, port])

/** Node needs more address space than LibreOffice may have; everything else stays as it is. */
const roomy = (prefix: readonly string[]) => prefix.filter((argument) => !argument.startsWith('--as='))

async function burgle(command: readonly string[]) {
  const { output, errors } = await runProgram([...command, '-e', burglar, places()], {
    env: {},
    signal: AbortSignal.timeout(20_000),
  })
  expect(errors).toBe('')
  return answer.parse(JSON.parse(output.toString()))
}

const nothing = {
  key: 'ENOENT',
  socket: 'ENOENT',
  abstract: 'ECONNREFUSED',
  port: 'ECONNREFUSED',
  networks: ['lo'],
  foreign: 0,
  root: false,
  written: ['/tmp', '/job'],
}

test('What the burglar tries succeeds where nothing holds it', async () => {
  const found = await burgle([process.execPath])
  expect(found).toMatchObject({ key: 'secret', socket: 'in', abstract: 'in', port: 'in' })
  expect(found.foreign).toBeGreaterThan(0)
})

const lacking = spawnSync('bwrap', ['--version']).status !== 0
const isRoot = process.getuid?.() === 0
const anybody = ['setpriv', '--reuid=1', '--regid=1', '--clear-groups']

/** Root also tries what another user would do. */
const starts = [
  ...confinements(false).map((one) => ['What a user starts', isRoot ? anybody : [], one] as const),
  ...confinements(true).flatMap((one, index) =>
    isRoot ? [[`What root starts in way ${index + 1}`, [], one] as const] : [],
  ),
]

describe.skipIf(lacking)('With bubblewrap (needs it)', () => {
  test.each(starts)('%s reaches no key, no socket, no network and no process', async (_by, before, { prefix }) => {
    const inside = [...before, ...roomy(prefix([{ here: process.execPath, inside: '/node' }])), '/node']
    const { networks, ...found } = await burgle(inside)
    expect({ ...found, networks: networks.filter((name) => name !== 'lo') }).toEqual({ ...nothing, networks: [] })
  })

  test('the probe finds a confinement that holds', async () => {
    expect((await probeConfinement([key, socket])).reason).toBeNull()
  })

  test('a confinement that shows a hidden file is none', async () => {
    const [strictest] = confinements(isRoot)
    if (!strictest) throw new Error('no confinement')
    const leaking = { ...strictest, prefix: () => strictest.prefix([{ here: key, inside: key }]) }
    expect(await probeConfinement([key], [leaking])).toEqual({
      confinement: null,
      reason: `a confined program sees: ${key}`,
    })
  })

  test('a start without namespaces is none, whatever else it limits', async () => {
    const limited = { apart: true, prefix: () => ['setpriv', '--no-new-privs', '--reuid=65533', '--clear-groups'] }
    const { reason } = await probeConfinement([], [isRoot ? limited : { apart: true, prefix: () => [] }])
    expect(reason).toMatch(/process|network/)
  })
})

test('A machine without bubblewrap has no confinement, and the reason is told', async () => {
  const { confinement, reason } = await probeConfinement([], [{ apart: true, prefix: () => ['/nonexistent/bwrap'] }])
  expect(confinement).toBeNull()
  expect(reason).toMatch(/ENOENT/)
})

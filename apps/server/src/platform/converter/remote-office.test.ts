import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findOffice } from './open-office.ts'
import type { Office } from './office.ts'
import { remoteOffice } from './remote-office.ts'
import { serveOffice } from './serve-office.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const step of closing.splice(0)) await step()
})

const sample = readFileSync(new URL('../../../../../samples/劳动合同.docx', import.meta.url))
const toPdf = { from: 'docx', to: 'pdf' } as const
const unhurried = () => AbortSignal.timeout(60_000)

const still: Office = {
  convert: async (bytes) => bytes,
  families: async () => new Set(['simsun', '宋体']),
  state: async () => ({ usable: true }),
  close: async () => undefined,
}

async function serve(office: Partial<Office>, waiting?: number): Promise<Office> {
  const app = serveOffice({ ...still, ...office }, waiting === undefined ? {} : { waiting })
  closing.push(() => app.close())
  return remoteOffice(await app.listen({ port: 0, host: '127.0.0.1' }))
}

describe('A converter elsewhere', () => {
  test('answers bytes, forms and families as they are', async () => {
    const asked: unknown[] = []
    const office = await serve({
      convert: async (bytes, forms) => {
        asked.push(forms)
        return Buffer.concat([bytes, Buffer.from([0, 255])])
      },
    })
    expect(await office.convert(Buffer.from([1, 0, 10]), { from: 'doc', to: 'docx' }, unhurried())).toEqual(
      Buffer.from([1, 0, 10, 0, 255]),
    )
    expect(asked).toEqual([{ from: 'doc', to: 'docx' }])
    expect(await office.families()).toEqual(new Set(['simsun', '宋体']))
    expect(await office.state()).toEqual({ usable: true })
  })

  test('says that nothing came of a document', async () => {
    const office = await serve({ convert: async () => null })
    expect(await office.convert(sample, toPdf, unhurried())).toBeNull()
  })

  test('drops what nobody waits for any more', async () => {
    const seen = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const office = await serve({
      convert: (_bytes, _forms, signal) => {
        seen.resolve()
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            ended.resolve()
            resolve(null)
          })
        })
      },
    })
    const caller = new AbortController()
    const converting = office.convert(sample, toPdf, caller.signal)
    await seen.promise
    caller.abort()
    expect(await converting).toBeNull()
    await ended.promise
  })

  test('turns away what would wait too long, and that is no verdict on the document', async () => {
    const office = await serve({}, 0)
    await expect(office.convert(sample, toPdf, unhurried())).rejects.toMatchObject({ code: 'request/too-often' })
  })

  test('that is not there makes no document usable', async () => {
    const office = remoteOffice('http://127.0.0.1:9')
    expect(await office.state()).toEqual({ usable: false, reason: expect.stringMatching('does not answer') })
    await expect(office.convert(sample, toPdf, unhurried())).rejects.toThrow('fetch failed')
  })
})

describe.skipIf(findOffice() === null)('npm run converter (needs LibreOffice)', () => {
  const isRoot = process.getuid?.() === 0
  const command = join(import.meta.dirname, '../../commands/converter.ts')

  /** Starts it, as somebody who is not root; answers what it says first. */
  async function start(asContainer: boolean, before: readonly string[]) {
    const env = { PATH: process.env.PATH, PORT: '0', ...(asContainer && { MOQI_CONVERTER_CONTAINER: '1' }) }
    const [program = '', ...args] = [...before, process.execPath, command]
    const child: ChildProcess = spawn(program, args, { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    closing.push(async () => {
      if (child.exitCode === null && child.kill()) await once(child, 'exit')
    })
    const said = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'data').then(String))
    return Promise.race(said)
  }
  const anybody = isRoot ? ['setpriv', '--reuid=1', '--regid=1', '--clear-groups'] : []

  const lacking = spawnSync('bwrap', ['--version']).status !== 0
  const places = [
    ['in a container', true],
    ['in namespaces', false],
  ] as const
  test.each(lacking ? places.slice(0, 1) : places)('converts %s', async (_where, asContainer) => {
    const url = /http:\S+/.exec((await start(asContainer, anybody)) ?? '')?.[0]
    const office = remoteOffice(url ?? '')
    const pdf = await office.convert(sample, toPdf, unhurried())
    expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await office.families()).size).toBeGreaterThan(0)
  })

  test.skipIf(!isRoot)('refuses to start as root of a container (needs root)', async () => {
    expect(await start(true, [])).toMatch(/cannot be confined: a confined program sees: root/)
  })
})

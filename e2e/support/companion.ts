import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { TokenSettings } from '@moqi/trust/hsm/pkcs11-token'
import type { Page } from 'playwright-core'
import type { StoryServer } from './story-server.ts'

const root = join(import.meta.dirname, '../..')

/** The companion as somebody starts it beside the browser. */
export type RunningCompanion = {
  /** The newest code it has shown. */
  code: () => Promise<string>
  /** Types a PIN into the page that it asks on next, as the person at this computer does. */
  typePin: (page: Page, pin: string) => Promise<void>
  stop: () => void
}

/** Puts a key with a test certificate into a token, by the command that operators have. */
export function addTestKey(server: StoryServer, { module, token, pin }: TokenSettings, ...named: string[]): void {
  const words = ['--module', module, '--token', token, '--pin', pin, ...named]
  const { status, stderr } = spawnSync(process.execPath, ['apps/server/src/commands/test-key.ts', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      MOQI_DATA: server.dataDir,
      DATABASE_URL: server.databaseUrl,
      MOQI_PUBLIC_URL: server.url,
    },
  })
  if (status !== 0) throw new Error(`no test key: ${stderr}`)
}

/** Starts it for one origin, on a port. */
export async function startCompanion(
  { module }: Pick<TokenSettings, 'module'>,
  origin: string,
  port: number,
): Promise<RunningCompanion> {
  const words = ['--module', module, '--origin', origin, '--port', String(port), '--print']
  const child: ChildProcess = spawn(process.execPath, ['apps/companion/src/main.ts', ...words], { cwd: root })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += String(part)))
  const newest = async (pattern: RegExp, before = 0): Promise<string> => {
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      const found = [...said.matchAll(pattern)]
      const last = found.at(-1)?.[1]
      if (last !== undefined && found.length > before) return last
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`the companion said only: ${said}`)
  }
  await newest(/(已启动)/g)
  let [asked, coded] = [0, 0]
  return {
    async code() {
      const shown = await newest(/配对码：(\d{6})/g, coded)
      coded += 1
      return shown
    },
    async typePin(page, pin) {
      const address = await newest(/(http:\/\/127\.0\.0\.1:\d+\/confirm\/\S+)/g, asked)
      asked += 1
      const own = await page.context().newPage()
      await own.goto(address)
      await own.getByLabel('USBKey的PIN码').fill(pin)
      await own.getByRole('button', { name: '确认签名' }).click()
      await own.getByRole('heading', { name: '已处理' }).waitFor()
      await own.close()
    },
    stop: () => child.kill(),
  }
}

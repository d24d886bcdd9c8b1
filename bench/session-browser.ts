import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../e2e/support/browser.ts'
import { freePort } from '../e2e/support/free-port.ts'

const startLimitMs = 20_000

/**
 * A browser in which somebody is signed in, for Lighthouse to open its pages in by `port`. Nobody else drives it then:
 * who listens along slows the page down.
 */
export async function openSession(
  signIn: (page: Page) => Promise<void>,
): Promise<{ port: number; close: () => Promise<void> }> {
  const port = await freePort()
  const profile = mkdtempSync(join(tmpdir(), 'moqi-session-'))
  const args = [...chromiumArgs, '--headless=new', `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`]
  const browser = spawn(chromiumPath(), [...args, 'about:blank'], { stdio: 'ignore' })
  const driver = await connect(port)
  const [context] = driver.contexts()
  const page = await context?.newPage()
  if (!page) throw new Error('the browser has no window')
  await signIn(page)
  await page.close()
  await driver.close()
  return {
    port,
    async close() {
      browser.kill('SIGTERM')
      if (browser.exitCode === null) await once(browser, 'exit')
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function connect(port: number) {
  for (const until = Date.now() + startLimitMs; ; await pause(100)) {
    try {
      return await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    } catch (fault) {
      if (Date.now() > until) throw fault
    }
  }
}

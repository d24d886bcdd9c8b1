import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { openBidi } from './bidi.ts'
import { type FirefoxPage, firefoxPage } from './firefox-page.ts'

/** A running Firefox; `visit` opens a window in which nobody is signed in. */
export type Firefox = {
  visit: (baseUrl: string) => Promise<FirefoxPage>
  /** The path of the file that was saved; waits for it. */
  downloaded: () => Promise<string>
  /** Uncaught errors and console errors of all pages. */
  faults: string[]
  close: () => Promise<void>
}

const startLimitMs = 30_000
const downloadLimitMs = 20_000
const Created = z.object({ userContext: z.string() })
const Opened = z.object({ context: z.string() })
const Entry = z.object({ level: z.string(), text: z.string().nullable() })

/** Starts the system's Firefox. Throws when there is none. */
export async function openFirefox(): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'moqi-firefox-'))
  const downloads = mkdtempSync(join(tmpdir(), 'moqi-downloads-'))
  writeFileSync(join(profile, 'user.js'), settings({ ...quiet, 'browser.download.dir': downloads }))
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port=0',
    '--width=1440',
    '--height=900',
  ]
  const firefox = spawn('firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const session = await openBidi(await addressOf(firefox))
  const faults: string[] = []
  session.listen('log.entryAdded', (entry) => {
    const { level, text } = Entry.parse(entry)
    if (level === 'error') faults.push(text ?? '')
  })
  await session.send('session.subscribe', { events: ['log.entryAdded'] })
  return {
    faults,
    async visit(baseUrl) {
      const { userContext } = Created.parse(await session.send('browser.createUserContext', {}))
      const { context } = Opened.parse(await session.send('browsingContext.create', { type: 'window', userContext }))
      await session.send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
      return firefoxPage(session, context, baseUrl)
    },
    async downloaded() {
      for (const until = Date.now() + downloadLimitMs; Date.now() < until; await pause(100)) {
        // Until it is whole an empty file holds its name, and its bytes go into another.
        const names = readdirSync(downloads)
        const [whole] = names.filter((name) => statSync(join(downloads, name)).size > 0)
        if (names.some((name) => name.endsWith('.part'))) continue
        if (whole) return join(downloads, whole)
      }
      throw new Error('nothing was downloaded')
    },
    async close() {
      await session.send('browser.close', {})
      session.close()
      if (firefox.exitCode === null) await once(firefox, 'exit')
      for (const folder of [profile, downloads]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Files are saved without a question, and nothing of the browser's own talks to the network. */
const quiet = {
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'browser.download.always_ask_before_handling_new_types': false,
  'browser.helperApps.neverAsk.saveToDisk': 'application/pdf',
  'pdfjs.disabled': true,
  'intl.accept_languages': 'zh-CN',
  'app.update.auto': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'ui.prefersReducedMotion': 1,
}

const settings = (values: Record<string, string | number | boolean>) =>
  Object.entries(values)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')

/** Where it listens, which it says on its standard error. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  const heard = { said: '', gone: false }
  firefox.stderr?.on('data', (chunk: Buffer) => (heard.said += chunk.toString()))
  firefox.on('error', ({ message }) => (heard.said += message))
  firefox.on('close', () => (heard.gone = true))
  for (const until = Date.now() + startLimitMs; Date.now() < until && !heard.gone; await pause(50)) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(heard.said)?.[1]
    if (address) return address
  }
  throw new Error(`the story needs firefox-esr on the PATH: ${heard.said}`)
}

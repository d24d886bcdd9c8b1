import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { launchChromium, type OpenBrowser, windowsOf } from './browser.ts'
import { startStoryServer, type StoryServer } from './story-server.ts'

function there<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the stage is set when the tests begin')
  return thing
}

/** One for all story files that a worker plays, one after the other; it ends with the worker. */
let chromium: Promise<Browser> | undefined

/**
 * A server, with settings of its own if any, and a browser's windows for one story file; both are there from the
 * first test on and gone after the last. A test that fails says what its pages showed and what the server logged.
 */
export function stage(settings?: (port: number) => Record<string, string>): {
  server: StoryServer
  browser: OpenBrowser
} {
  let server: StoryServer | undefined
  let browser: OpenBrowser | undefined
  beforeAll(async () => {
    chromium ??= launchChromium()
    server = await startStoryServer(settings)
    browser = windowsOf(await chromium)
  })
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async () => {
      const [pages, log] = await Promise.all([browser?.shown(), server?.log()])
      for (const page of pages ?? []) console.error(`the page was at ${page}`)
      if (log?.length) console.error(`the server logged\n${log.join('\n')}`)
    })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  return {
    get server() {
      return there(server)
    },
    get browser() {
      return there(browser)
    },
  }
}

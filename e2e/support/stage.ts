import { afterAll, beforeAll } from 'vitest'
import { type OpenBrowser, openBrowser } from './browser.ts'
import { type RunningServer, startServer } from './server.ts'

function there<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the stage is set when the tests begin')
  return thing
}

/** A server and a browser for one story file; both are there from the first test on and gone after the last. */
export function stage(): { server: RunningServer; browser: OpenBrowser } {
  let server: RunningServer | undefined
  let browser: OpenBrowser | undefined
  beforeAll(async () => {
    server = await startServer()
    browser = await openBrowser()
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

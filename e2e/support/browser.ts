import { execFileSync } from 'node:child_process'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** One person's window: a page in a context of its own, and everything that went wrong in it. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** Uncaught errors, console errors and failed loads of our own files, as they come. */
  faults: string[]
  /** How often the server has begun to tell this person what happens. */
  streams: () => number
  close: () => Promise<void>
}

/** A running Chromium. */
export type OpenBrowser = {
  /** 1440×900 with a mouse. */
  desktop: (baseUrl: string) => Promise<Visitor>
  /** 390×844 with a finger. */
  phone: (baseUrl: string, userAgent?: string) => Promise<Visitor>
  /** What every page that is open shows now: its address, what went wrong in it, and its roles, names and words. */
  shown: () => Promise<string[]>
  close: () => Promise<void>
}

/** Nothing of the browser's own talks to the network, so that a test sees our traffic alone. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const everywhere = {
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  acceptDownloads: true,
  // A page is judged as it stands, not in the middle of a movement.
  reducedMotion: 'reduce',
} as const
const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/** Starts the system's Chromium. Throws when there is none. */
export async function openBrowser(): Promise<OpenBrowser> {
  const browser = await launchChromium()
  return { ...windowsOf(browser), close: () => browser.close() }
}

/** A page of a story lives for seconds: compiling its scripts for speed costs more than it gives. */
const storyArgs = [...chromiumArgs, '--js-flags=--no-opt,--no-maglev']

/** The same without a window. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: storyArgs })

/** Windows of a Chromium that goes on after them: `close` closes whatever it shows. */
export function windowsOf(browser: Browser): OpenBrowser {
  const visit = async (baseURL: string, options: BrowserContextOptions): Promise<Visitor> => {
    const context = await browser.newContext({ ...everywhere, ...options, baseURL })
    let streams = 0
    context.on('response', (response) => {
      if (response.url().endsWith('/notice/stream')) streams += 1
    })
    const page = await context.newPage()
    return { page, context, faults: watch(page), streams: () => streams, close: () => context.close() }
  }
  return {
    desktop: (baseUrl) => visit(baseUrl, desktop),
    phone: (baseUrl, userAgent) => visit(baseUrl, { ...phone, ...(userAgent && { userAgent }) }),
    async shown() {
      const pages = browser.contexts().flatMap((context) => context.pages())
      return Promise.all(
        pages.map(async (page) => [page.url(), ...(faultsOf.get(page) ?? []), await contentOf(page)].join('\n')),
      )
    },
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  }
}

/** A page that says no more than this says it in a log that one reads. */
const mostCharacters = 6000

/** The dialog that is open or the whole page, as assistive technology meets it. */
async function contentOf(page: Page): Promise<string> {
  const open = page.locator('dialog:modal').last()
  try {
    const what = (await open.count()) > 0 ? open : page.locator('body')
    return (await what.ariaSnapshot({ timeout: 5000 })).slice(0, mostCharacters)
  } catch (error) {
    return String(error)
  }
}

/** The first draws pages and no window around them, which spares a third of all work. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Where the system's Chromium is. Throws when there is none. */
export function chromiumPath(): string {
  const find = names.map((name) => `command -v ${name}`).join(' || ')
  try {
    return execFileSync('sh', ['-c', find], { encoding: 'utf8' }).trim()
  } catch (cause) {
    throw new Error('the stories need chromium on the PATH', { cause })
  }
}

/** Of the first page of each window. */
const faultsOf = new WeakMap<Page, readonly string[]>()

function watch(page: Page): string[] {
  const faults: string[] = []
  faultsOf.set(page, faults)
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error')
      faults.push(
        `console: ${message.text()} at ${message.location().url}:${message.location().lineNumber} on ${page.url()}`,
      )
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // Leaving a page aborts what it was still loading.
    if (why !== 'net::ERR_ABORTED') faults.push(`load: ${request.url()} ${why}`)
  })
  return faults
}

import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { BidiSession } from './bidi.ts'

/** What is looked for: a selector, and its name where there are several: a label, or the words on it, spaces as one. */
export type Sought = { css: string; name?: string | RegExp }
/** Where in an element is pressed, as parts of its width and height. */
type Spot = { x: number; y: number }

/** A page as a person has it: everything waits until it is there, in sight and can be used. */
export type FirefoxPage = {
  goto: (path: string) => Promise<void>
  see: (sought: Sought) => Promise<void>
  press: (sought: Sought, spot?: Spot) => Promise<void>
  /** Types into an empty field. */
  type: (sought: Sought, text: string) => Promise<void>
  choose: (css: string, file: string) => Promise<void>
  /** Waits until the address contains these words. */
  at: (words: string) => Promise<void>
}

const waitLimitMs = 20_000
const Evaluated = z.object({ type: z.literal('success'), result: z.object({ value: z.unknown().optional() }) })
const Found = z.object({
  type: z.literal('success'),
  result: z.object({ sharedId: z.string().optional() }),
})

/** The first that shows, can be used, and has a name like this. */
const find = `(css, name) => [...document.querySelectorAll(css)].find((element) => {
  const names = [element.getAttribute('aria-label'), element.textContent,
    ...[...(element.labels ?? [])].map((label) => label.textContent)]
  const shows = element.matches('input[type=file]') || element.checkVisibility({ visibilityProperty: true })
  return shows && !element.disabled && !element.closest('[inert]') &&
    names.some((one) => new RegExp(name).test(one?.replace(/\\s+/g, ' ').trim() ?? ''))
}) ?? null`

/** Scrolls no further than it must; answers width and height. */
const bringIntoSight = `(element) => {
  element.scrollIntoView({ block: 'nearest' })
  const { width, height } = element.getBoundingClientRect()
  return width + ' ' + height
}`

const fromMiddle = (part: number, whole: number) => Math.round((part - 0.5) * whole)

/** The page in a browsing context. */
export function firefoxPage(session: BidiSession, context: string, baseUrl: string): FirefoxPage {
  const target = { context }
  const locate = async ({ css, name = /(?:)/ }: Sought) => {
    const pattern = typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source
    const values = [css, pattern].map((value) => ({ type: 'string', value }))
    const call = { functionDeclaration: find, arguments: values, target, awaitPromise: false }
    const { result } = Found.parse(await session.send('script.callFunction', call))
    return result.sharedId === undefined ? null : { sharedId: result.sharedId }
  }
  const evaluate = async (expression: string) =>
    Evaluated.parse(await session.send('script.evaluate', { expression, target, awaitPromise: false })).result.value
  /** Asks until there is an answer; while a page gives way to another there is none to ask. */
  const until = async <T>(what: string, ask: () => Promise<T | null>): Promise<T> => {
    for (const end = Date.now() + waitLimitMs; Date.now() < end; await pause(50)) {
      const answer = await ask().catch(() => null)
      if (answer !== null) return answer
    }
    throw new Error(`${what} did not come; the page says: ${String(await evaluate('document.body.innerText'))}`)
  }
  const found = (sought: Sought) => until(`${sought.css} ${String(sought.name ?? '')}`, () => locate(sought))
  const act = (actions: unknown[]) => session.send('input.performActions', { context, actions })
  const press = async (sought: Sought, spot?: Spot) => {
    const element = await found(sought)
    const call = { functionDeclaration: bringIntoSight, arguments: [element], target, awaitPromise: false }
    const size = Evaluated.parse(await session.send('script.callFunction', call)).result.value
    const [width = 0, height = 0] = String(size).split(' ').map(Number)
    const where = { x: fromMiddle(spot?.x ?? 0.5, width), y: fromMiddle(spot?.y ?? 0.5, height) }
    await act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', ...where, origin: { type: 'element', element } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }
  return {
    goto: async (path) => {
      await session.send('browsingContext.navigate', { context, url: new URL(path, baseUrl).href, wait: 'complete' })
    },
    see: async (sought) => void (await found(sought)),
    press,
    async type(sought, text) {
      await press(sought)
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act([{ type: 'key', id: 'keyboard', actions: keys }])
    },
    async choose(css, file) {
      await session.send('input.setFiles', { context, element: await found({ css }), files: [file] })
    },
    at: async (words) => {
      await until(words, async () => (String(await evaluate('location.href')).includes(words) ? true : null))
    },
  }
}

import { table } from '@moqi/api/table'
import type { BrowserContext, Page } from 'playwright-core'
import { arrived } from '../arrived.ts'
import type { stage } from '../stage.ts'
import type { PageState } from './page-state.ts'
import { stateWorld, type StateWorld, type Viewer } from './state-world.ts'

/** Opens a state and answers its page; a viewer has one window, which forgets what it kept before. */
export type StateWindows = { open: (state: PageState) => Promise<Page> }

/**
 * Fills the server of a stage and opens one window a viewer, signed in as its browser would keep it; `prepare` has each
 * window before it shows anything.
 */
export async function stateWindows(
  scene: ReturnType<typeof stage>,
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<StateWindows> {
  const world = await stateWorld(scene.server)
  const pages = new Map<Viewer, Promise<Page>>()
  const windowOf = async (who: Viewer): Promise<Page> => {
    const { page, context } = await scene.browser.desktop(scene.server.url)
    await context.addInitScript(memoryOf(who, world))
    await prepare(context)
    return page
  }
  return {
    async open(state) {
      const page = await (pages.get(state.who) ?? windowOf(state.who))
      pages.set(state.who, Promise.resolve(page))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await answering(page, state)
      await page.goto(`/home${typeof state.go === 'string' ? state.go : state.go(world)}`)
      // What is late of a state that does something is asked for by what it does.
      const waits = state.late && !state.act
      await (waits ? page.locator('[aria-busy="true"]').first().waitFor({ state: 'attached' }) : arrived(page))
      await state.act?.(page, world)
      return page
    },
  }
}

/** What a browser keeps of a session, and nothing else of the pages before. */
function memoryOf(who: Viewer, world: StateWorld): string {
  const forget = 'localStorage.clear(); sessionStorage.clear()'
  if (who === 'nobody') return forget
  const { token, tenantId } = world.seats[who]
  return `
    ${forget}
    localStorage.setItem('token', ${JSON.stringify(token)})
    ${tenantId ? `localStorage.setItem('currentSpace', ${JSON.stringify(JSON.stringify({ tenantId }))})` : ''}
    document.cookie = 'jit-econtract=1; Path=/; SameSite=Lax'`
}

/** Of what the page asks for, some fails or is waited for. */
async function answering(page: Page, { late = [], failing = [] }: PageState): Promise<void> {
  for (const name of late) await page.route(`**${table[name].path}*`, () => {})
  for (const name of failing) await page.route(`**${table[name].path}*`, (route) => route.abort('failed'))
}

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Visitor } from './support/browser.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { type LayoutVisit, visits } from './support/layout-visits.ts'
import { layoutWorld, type LayoutWorld } from './support/layout-world.ts'
import { routePaths } from './support/route-paths.ts'
import { stage } from './support/stage.ts'

/** Every page and its states in every size of the window: nothing is cut, covered, too narrow or too small. */

const scene = stage()
let world: LayoutWorld
const windows = new Map<LayoutVisit['who'], Visitor>()

beforeAll(async () => {
  world = await layoutWorld(scene.server)
})

/** One window a person, signed in as its browser would keep it. */
async function windowOf(who: LayoutVisit['who']): Promise<Page> {
  const open = windows.get(who)
  if (open) return open.page
  const visitor = await scene.browser.desktop(scene.server.url)
  windows.set(who, visitor)
  if (who !== 'nobody') {
    const { token, tenantId } = world[who]
    await visitor.context.addInitScript(`
      localStorage.setItem('token', ${JSON.stringify(token)})
      localStorage.setItem('currentSpace', ${JSON.stringify(JSON.stringify({ tenantId }))})
      document.cookie = 'jit-econtract=1; Path=/; SameSite=Lax'
    `)
  }
  return visitor.page
}

/** A page has arrived when it has its heading and nothing on it is waited for. */
async function arrived(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('#root[inert]').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
}

test('no page is forgotten', () => {
  const visited = new Set(visits.map(({ route }) => route))
  expect(routePaths().filter((path) => !visited.has(path))).toEqual([])
})

test.each(visits)('$name is whole in every size of the window', async ({ name, who, go, act, ...looked }) => {
  const page = await windowOf(who)
  await page.goto(`/home${typeof go === 'string' ? go : go(world)}`)
  await arrived(page)
  await act?.(page)
  expect(faultLines(await layoutFaults(page, name, looked))).toEqual([])
})

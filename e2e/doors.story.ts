import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrived } from './support/arrived.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** No link or tile that is open leads to a page that does not exist, whoever presses it (H15–H17, H32, R10). */

const scene = stage()
const zhang: Person = { phone: '13800000003', name: '张伟', company: jing.company }

/** Where the open links of the present page lead within the application, its panels in the header opened one by one. */
async function doorsOf(page: Page): Promise<Set<string>> {
  const links = page.getByRole('link')
  const hrefs = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const found = await hrefs()
  for (const pop of await page.locator('header button[aria-haspopup]').all()) {
    await pop.click()
    found.push(...(await hrefs()))
    await page.keyboard.press('Escape')
  }
  return new Set(found.filter((href) => href.startsWith('/home/')))
}

test.each([jing, zhang, chen, wang])('every door of $name opens', async (person) => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, person)
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  await page.locator('.home-tiles').waitFor()
  await arrived(page)
  const doors = await doorsOf(page)
  const walked = new Set<string>()
  // The side menus and what stands on each page are doors, too; a contract's own pages are known as one.
  for (const door of doors) {
    const path = door.replace(/[?#].*/, '')
    if (walked.has(path)) continue
    walked.add(path)
    await page.goto(door)
    await page.getByRole('main').first().waitFor()
    await arrived(page)
    expect([door, await page.getByRole('heading', { name: '页面不存在' }).count()]).toEqual([door, 0])
    for (const further of await doorsOf(page)) doors.add(further)
  }
  expect(walked.size).toBeGreaterThan(10)
  expect(faults).toEqual([])
  await close()
})

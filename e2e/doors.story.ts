import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrived } from './support/arrived.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** No link or tile that is open leads to a page that does not exist, whoever presses it (H15–H17, H32, R10). */

const scene = stage()
const zhang: Person = { phone: '13800000003', name: '张伟', company: jing.company }

/** Where the open links of the present page lead within the application. */
async function doorsOf(page: Page): Promise<string[]> {
  const links = page.getByRole('link')
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  return found.filter((href) => href.startsWith('/home/'))
}

/** The same of the header's panels, opened one by one: they are those of every page. */
async function doorsOfHeader(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const pop of await page.locator('header button[aria-haspopup]').all()) {
    await pop.click()
    found.push(...(await doorsOf(page)))
    await page.keyboard.press('Escape')
  }
  return found
}

test.each([jing, zhang, chen, wang])('every door of $name opens', async (person) => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, person)
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  await page.locator('.home-tiles').waitFor()
  await arrived(page)
  const doors = new Set([...(await doorsOf(page)), ...(await doorsOfHeader(page))])
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

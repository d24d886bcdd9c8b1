import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { faultLines, layoutFaults } from './support/layout.ts'
import { jing, wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** The room in which a company is run: how it stands, and the ways to where each thing is done. */

const scene = stage()
const failing = '**/companySeal/listCompanySeal*'

test('an administrator sees how the company stands, at every width, and is led on', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/console/' })
  await page.getByRole('heading', { name: '概览', level: 1 }).waitFor()
  await page.getByText(/^待加入 \d+ 人$/).waitFor()
  await page.getByText('每月签署完成').waitFor()
  expect(faultLines(await layoutFaults(page, 'console'))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '菜单' }).click()
  const menu = page.getByRole('dialog', { name: '菜单' })
  await menu.getByRole('link', { name: '应用' }).waitFor()
  expect(faultLines(await layoutFaults(page, 'console-menu', { within: 'dialog' }))).toEqual([])
  await menu.getByRole('link', { name: '成员与部门' }).click()
  await page.getByRole('heading', { name: '成员管理', level: 1 }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '概览', level: 1 }).waitFor()
  expect(faults).toEqual([])

  await page.route(failing, (route) => route.abort('failed'))
  await page.reload()
  const again = page.getByRole('button', { name: '重试' })
  await again.waitFor()
  await page.unroute(failing)
  await again.click()
  await again.waitFor({ state: 'detached' })
  await close()
})

test('the console stays shut in a space of one’s own and to strangers (C85)', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/console/')
  await page.waitForURL('**/home/login')
  await openAs(page, wang, { path: '/console/' })
  await page.getByText('当前是个人空间').waitFor()
  expect(faultLines(await layoutFaults(page, 'console-shut'))).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: '返回工作台' }).click()
  await page.waitForURL('**/home/')
  expect(faults).toEqual([])
  await close()
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { companyInvitation, invitePeople, openMembers } from './support/company.ts'
import { launchContract } from './support/launch.ts'
import { chen, jing, wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** 陈晨 is administrator of one company, operator of another and a person, in two tabs at once: nothing mixes. */

const yunqi = '杭州云启科技有限公司'
const jiahe = '上海嘉禾物业管理有限公司'
const scene = stage()

const openSpace = (page: Page) => page.getByRole('button', { name: /当前空间/ })

async function switchTo(page: Page, name: string): Promise<void> {
  await openSpace(page).click()
  await page.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('button', { name: new RegExp(`当前空间.*${name}`) }).waitFor()
}

async function otherSign(page: Page): Promise<string> {
  const counter = page.getByRole('link', { name: /待他签署/ }).first()
  // Until it is known, the number is a grey bar.
  await counter.filter({ hasText: /\d/ }).waitFor()
  return (await counter.innerText()).replaceAll(/\D/g, '')
}

const launch = (page: Page) =>
  launchContract(page, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
  })

/** Subject rows of the list of the current space. */
async function listed(page: Page): Promise<string[]> {
  await page.goto('/home/space/contract-list?status=all')
  await page
    .getByText(/^共\d+条$/)
    .first()
    .waitFor()
  return page.getByRole('row').filter({ hasText: '保密协议' }).allInnerTexts()
}

test('three spaces in two tabs at once never mix (S19, S20, H5, H36, I13, I14, E16, E17)', async () => {
  const owner = await scene.browser.desktop(scene.server.url)
  await openAs(owner.page, jing)
  await openMembers(owner.page)
  await invitePeople(owner.page, [{ name: chen.name, phone: chen.phone }])

  const one = await scene.browser.desktop(scene.server.url)
  await openAs(one.page, chen, { path: await companyInvitation(scene.server, chen.phone) })
  await one.page.getByRole('button', { name: '同意加入' }).click()
  await one.page.getByRole('heading', { name: '加入成功！' }).waitFor()
  await one.page.waitForURL((url) => url.pathname === '/home/')
  await openSpace(one.page).click()
  await expect.poll(() => one.page.getByRole('menuitemradio').count()).toBe(3)
  await one.page.keyboard.press('Escape')
  await one.page.getByText('经办人', { exact: true }).first().waitFor()

  // A second tab of the same browser: its own space, remembered by itself.
  const two = await one.context.newPage()
  await two.goto('/home/')
  await switchTo(two, jiahe)
  await two.getByText('管理员', { exact: true }).first().waitFor()
  await one.page.reload()
  await one.page.getByRole('button', { name: new RegExp(`当前空间.*${yunqi}`) }).waitFor()

  // Both launch at the same time, each for its own company.
  await Promise.all([launch(one.page), launch(two)])
  await Promise.all([one.page.goto('/home/'), two.goto('/home/')])
  expect(await Promise.all([otherSign(one.page), otherSign(two)])).toEqual(['1', '1'])
  const [inYunqi, inJiahe] = [await listed(one.page), await listed(two)]
  expect([inYunqi.length, inJiahe.length]).toEqual([1, 1])
  expect([inYunqi[0]?.includes(yunqi), inYunqi[0]?.includes(jiahe)]).toEqual([true, false])
  expect([inJiahe[0]?.includes(jiahe), inJiahe[0]?.includes(yunqi)]).toEqual([true, false])

  // The third space has none of it; a switch goes home and reads counters, table and card anew.
  await switchTo(two, chen.name)
  await two.waitForURL((url) => url.pathname === '/home/')
  await two.getByText('暂时没有近期合同').waitFor()
  expect(await otherSign(two)).toBe('0')
  expect(await listed(one.page)).toHaveLength(1)
  await two.reload()
  await two.getByRole('button', { name: new RegExp(`当前空间.*${chen.name}`) }).waitFor()
  expect([...owner.faults, ...one.faults]).toEqual([])
  await Promise.all([owner.close(), one.close()])
})

test('a space that the server refuses is not switched to (S20)', async () => {
  const { page, context, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, chen)
  await openSpace(page).waitFor()
  const before = await openSpace(page).innerText()
  await context.route('**/setTenantId', (route) =>
    route.fulfill({ json: { code: 404, message: '空间不存在或您已不在该空间', data: { reason: 'space/not-found' } } }),
  )
  await openSpace(page).click()
  await page.getByRole('menuitemradio', { checked: false }).first().click()
  await page.getByText('空间不存在或您已不在该空间').waitFor()
  expect(await openSpace(page).innerText()).toBe(before)
  await close()
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { drawStrokes } from './support/handwrite.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, openOwnTurn, readyToSign, signCodes, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** A company lets its operator use a seal: by a letter both sign, for a term, until it takes that back. */

const zhang = { phone: '13800000003', name: '张伟' }
const grantsPage = '/home/company-space/admin-authorize'
const scene = stage()

const row = (page: Page, state: string) => page.getByRole('row').filter({ has: page.getByText(state, { exact: true }) })

test('a grant holds once its letter is signed by the company and the member, and no more once it is revoked (R38)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, jing, { path: grantsPage })
  await row(page, '生效中').getByText('未签授权书').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '新增授权' }).click()
  await page.getByRole('heading', { name: '新增授权' }).waitFor()
  await page.getByRole('button', { name: '签署授权书' }).click()
  await page.getByText('请选择授权成员').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('combobox', { name: '授权成员' }).selectOption({ index: 1 })
  await page.getByText('被授权人：张伟').waitFor()
  await pictures(page, 'grant-make')
  await pictures(page, 'grant-make-whole', { whole: true })
  await page.getByRole('button', { name: '签署授权书' }).click()
  await page.waitForURL('**/signing**')
  await signHere(page, scene.server, jing)

  const phone = await scene.browser.phone(scene.server.url)
  await openAs(phone.page, zhang)
  await inOwnSpace(phone.page)
  await openOwnTurn(phone.page)
  const before = await signCodes(scene.server, zhang.phone)
  await phone.page
    .getByRole('button', { name: /^点击手写/ })
    .first()
    .click()
  await drawStrokes(phone.page)
  await phone.page.getByRole('button', { name: '使用这个签名' }).click()
  await readyToSign(phone.page)
  await confirmByCode(phone.page, scene.server, zhang, before)

  await page.goto(grantsPage)
  const granted = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^SQ\d{11}$/ }) })
  await granted.getByText('生效中').waitFor()
  await pictures(page, 'grants')
  expect(await axeFindings(page)).toEqual([])
  await granted.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '撤销' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('岗位调整')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await granted.getByText('已撤销').waitFor()
  await granted.getByText('岗位调整').waitFor()
  expect([...desk.faults, ...phone.faults]).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

test('an operator who opens the page of grants is told that it is not theirs', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, zhang, { path: grantsPage })
  await page.waitForURL('**/home/401')
  await page.getByText('抱歉，您没有访问该页面的权限').first().waitFor()
  expect(await page.getByText('新增授权').count()).toBe(0)
  await close()
})

/** Acts as a person rather than for the company. */
async function inOwnSpace(page: Page): Promise<void> {
  await page.getByRole('button', { name: /当前空间/ }).click()
  await page.getByRole('menuitemradio', { name: /张伟/ }).click()
  await page.getByRole('button', { name: /当前空间.*张伟/ }).waitFor()
}

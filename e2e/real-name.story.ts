import { EventEmitter, once } from 'node:events'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { amountArrived, fillCompanyForm } from './support/company-auth.ts'
import { pictures } from './support/picture.ts'
import { signInByCode } from './support/sign-in.ts'
import { stage } from './support/stage.ts'
import { giveConsents } from './support/real-name-consents.ts'

const scene = stage()
const reason = '姓名与身份证号不一致'
const fits = '11010519491231002X'
const fails = '110101199003070011'
const pends = '110101199003070046'

async function newcomer(phone: string) {
  const visitor = await scene.browser.desktop(scene.server.url)
  await visitor.page.goto('/home/login')
  await signInByCode(visitor.page, scene.server, phone)
  return visitor
}

async function prove(page: Page, idNumber: string): Promise<void> {
  await page.getByRole('textbox', { name: '姓名' }).fill('林清扬')
  await page.getByRole('textbox', { name: '身份证号' }).fill(idNumber)
  await giveConsents(page)
  await page.getByRole('button', { name: /^提交/ }).click()
}

test('a person fails, reads why, tries again, waits and passes (H30, X15, S1)', async () => {
  const { page, faults, close } = await newcomer('13733340001')
  await page.goto('/home/personal-auth-info')
  await page.getByRole('complementary', { name: '演示说明' }).getByText(fails).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'person-auth', { whole: true })
  await prove(page, fails)
  await page.waitForURL('**/home/personal-auth-ok')
  await page.getByText('认证未通过').waitFor()
  await page.getByText(reason).waitFor()
  await page.getByText('还可尝试4次').waitFor()
  await pictures(page, 'person-auth-failed')
  await page.goto('/home/')
  await page.getByRole('button', { name: /^认证失败.*个人/ }).click()
  const why = page.getByRole('dialog', { name: '认证失败原因' })
  await why.getByText(reason).waitFor()
  await why.getByRole('button', { name: '知道了' }).click()
  await page.getByRole('button', { name: /^发起签署/ }).click()
  const dialog = page.getByRole('dialog', { name: '认证未通过' })
  await dialog.getByText(reason).waitFor()
  await dialog.getByRole('button', { name: '重新认证' }).click()
  await page.waitForURL('**/home/personal-auth-info')
  await page.getByRole('alert').getByText(reason).waitFor()
  await page.getByRole('button', { name: '银行卡' }).click()
  await page.getByRole('textbox', { name: '银行卡号' }).fill('4111 1111 1111 1111')
  await pictures(page, 'person-auth-card', { whole: true })
  await prove(page, pends)
  await page.getByRole('heading', { name: '认证中' }).waitFor()
  await pictures(page, 'person-auth-pending')
  // The verdict comes after ten seconds, and by itself.
  await page.getByText('实名认证已通过').waitFor({ timeout: 60_000 })
  await page.getByText('银行卡四要素').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'person-auth-passed')
  expect(faults).toEqual([])
  await close()
})

test('who goes on before the rest of the page has been read anew is not brought back (H30)', async () => {
  const { page, faults, close } = await newcomer('13733340009')
  await page.goto('/home/personal-auth-info?from=%2Fuser%2Fmessages')
  await page.getByRole('textbox', { name: '姓名' }).waitFor()
  const gate = new EventEmitter()
  const released = once(gate, 'open')
  const held: Promise<void>[] = []
  await page.route(/(listInvite|getUserAccountInfo)$/, (route) => {
    held.push(released.then(() => route.continue()))
  })
  await prove(page, fits)
  await page.getByText('实名认证已通过').waitFor()
  await page.getByRole('link', { name: '继续' }).click()
  await page.waitForURL('**/home/user/messages')
  expect(held.length).toBeGreaterThan(0)
  const read = page.waitForResponse(/getUserAccountInfo$/)
  gate.emit('open')
  await (await read).finished()
  await page.unrouteAll({ behavior: 'wait' })
  await page.waitForTimeout(1000)
  expect(new URL(page.url()).pathname).toBe('/home/user/messages')
  expect(faults).toEqual([])
  await close()
})

test('a company waits for its operator, goes on from there, and two of its amounts are wrong (S3, C92)', async () => {
  const { page, faults, close } = await newcomer('13733340002')
  const account = '41668800123456'
  await page.goto('/home/company-auth-info')
  await page.getByRole('textbox', { name: '企业名称' }).fill('宁波等待科技有限公司')
  await fillCompanyForm(page, { creditCode: '91350100M000100Y43', bankAccount: account })
  await pictures(page, 'company-auth', { whole: true })
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('还需完成个人实名认证').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'company-auth-operator')
  await page.getByRole('link', { name: '去实名认证' }).click()
  await prove(page, fits)
  await page.getByText('实名认证已通过').waitFor()
  await page.getByRole('link', { name: '继续' }).click()
  const amount = await amountArrived(scene.server, account)
  const field = page.getByRole('textbox', { name: '到账金额（元）' })
  for (const left of [2, 1]) {
    await field.fill(amount === `0.5${left}` ? '0.50' : `0.5${left}`)
    await page.getByRole('button', { name: '确认金额' }).click()
    await page.getByText(`金额不正确，还可尝试${left}次`).waitFor()
  }
  await pictures(page, 'company-auth-amount')
  await field.fill(amount)
  await page.getByRole('button', { name: '确认金额' }).click()
  await page.getByText('企业认证已通过').waitFor()
  expect(faults).toEqual([])
  await close()
})

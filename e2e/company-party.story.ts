import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { invitePeople, openMembers } from './support/company.ts'
import { amountArrived, fillCompanyForm } from './support/company-auth.ts'
import { inviteToLease, provePhone } from './support/open-sign.ts'
import { chen, type Person, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { confirmByCode, invitation, readyToSign } from './support/sign.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { giveConsents } from './support/real-name-consents.ts'

/** R44, I10: whoever signs for a company comes by it from the link: invited, or by having the company authenticated. */

const scene = stage()

/** Sends the lease to a company, to be sealed; opens the link on a phone and real-names its operator. */
async function arrived(clerk: Person): Promise<Visitor> {
  const visitor = await scene.browser.phone(scene.server.url)
  const { page } = visitor
  await page.goto(await inviteToLease(scene.server, clerk))
  await provePhone(page, scene.server, clerk)
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await giveConsents(page)
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: `需要以“${clerk.company}”的名义签署` }).waitFor()
  return visitor
}

/** axe finds nothing, nothing sticks out; a picture is kept when asked for. */
async function judged(page: Page, name: string): Promise<void> {
  expect([name, await axeFindings(page)]).toEqual([name, []])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  await picture(page, `company-party-${name}`, { whole: true })
}

test('its operator authenticates the company on the way, seals, and the contract is signed', async () => {
  const clerk: Person = { phone: '13912345684', name: '郑海', company: '宁波远帆贸易有限公司' }
  const { page, faults } = await arrived(clerk)
  await judged(page, 'ways')
  await page.getByRole('button', { name: '办理企业认证' }).click()
  await page.getByRole('heading', { name: '企业认证' }).waitFor()
  expect(await page.getByRole('textbox', { name: '企业名称' }).inputValue()).toBe(clerk.company)
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByText('请输入统一社会信用代码').waitFor()
  await judged(page, 'form-faults')
  await fillCompanyForm(page, { creditCode: '91350100M000100Y43', bankAccount: '3901 2345 6789 0123' })
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: '填写到账金额' }).waitFor()
  await judged(page, 'amount')

  // The phone is put away until the bank has told; the link leads back to where it stands.
  const amount = await amountArrived(scene.server, '3901234567890123')
  await page.goto(await invitation(scene.server, clerk.phone))
  await page.getByRole('heading', { name: '填写到账金额' }).waitFor()
  const field = page.getByRole('textbox', { name: '到账金额（元）' })
  await field.fill(amount === '0.50' ? '0.51' : '0.50')
  await field.press('Enter')
  await page.getByText('金额不正确，还可尝试2次').waitFor()
  await judged(page, 'amount-wrong')
  await field.fill(amount)
  await field.press('Enter')

  // The company is authenticated and the contract its administrator's: the flow goes on by itself.
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await readyToSign(page)
  await confirmByCode(page, scene.server, clerk, 0)
  expect(faults).toEqual([])
})

test('its operator joins the company from the link, when it is invited, and goes on to the contract', async () => {
  const clerk: Person = { phone: '13912345683', name: '孙悦', company: chen.company }
  const { page, faults } = await arrived(clerk)

  // The company's administrator invites the phone; the page of the link hears of it by itself.
  const admin = await scene.browser.desktop(scene.server.url)
  await openAs(admin.page, chen)
  await openMembers(admin.page)
  await invitePeople(admin.page, [clerk])
  await page.getByText('陈晨邀请您加入').waitFor()
  await judged(page, 'joining')
  await page.getByRole('button', { name: '同意加入，继续签署' }).click()
  await page.getByRole('button', { name: '开始阅读合同' }).waitFor()
  await page
    .getByText(chen.company ?? '')
    .first()
    .waitFor()
  await judged(page, 'summary')
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  // The company's seal is the company's to give.
  await page.getByText('您没有该印章的使用权限，请提交用印审批').waitFor()
  await page.getByRole('button', { name: '申请授权' }).waitFor()
  await judged(page, 'read')
  expect([...faults, ...admin.faults]).toEqual([])
})

test('a person has a company authenticated at a desk, with the account put right on the way (R21)', async () => {
  const { page, faults } = await scene.browser.desktop(scene.server.url)
  await openAs(page, wang, { path: '/home/company-auth-info' })
  await page.getByRole('heading', { name: '企业认证' }).waitFor()
  await judged(page, 'desk-form')
  await page.getByRole('textbox', { name: '企业名称' }).fill('王小明(杭州)咨询有限公司')
  await fillCompanyForm(page, { creditCode: '91330100799655058B', bankAccount: '111122223333' })
  await page.getByRole('button', { name: '提交认证' }).press('Enter')
  await page.getByRole('heading', { name: '填写到账金额' }).waitFor()
  await judged(page, 'desk-amount')
  await page.getByRole('button', { name: '修改后重新提交' }).press('Enter')
  await page.getByRole('heading', { name: '企业认证' }).waitFor()
  expect(await page.getByRole('textbox', { name: '企业名称' }).inputValue()).toBe('王小明（杭州）咨询有限公司')
  await fillCompanyForm(page, { creditCode: '91330100799655058B', bankAccount: '4444555566667777' })
  await page.getByRole('button', { name: '提交认证' }).press('Enter')
  await page.getByText('7777').waitFor()
  await page
    .getByRole('textbox', { name: '到账金额（元）' })
    .fill(await amountArrived(scene.server, '4444555566667777'))
  await page.getByRole('button', { name: '确认金额' }).press('Enter')
  await page.getByRole('heading', { name: '企业认证已通过' }).waitFor()
  await judged(page, 'desk-passed')
  await page.getByRole('button', { name: /当前空间/ }).press('Enter')
  await page.getByRole('menuitemradio', { name: /王小明（杭州）咨询有限公司/ }).waitFor()
  expect(faults).toEqual([])
})

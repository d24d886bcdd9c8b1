import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { judge } from './support/judge.ts'
import { inviteToLease, proveName, provePhone, writeByHand } from './support/open-sign.ts'
import { type Person, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { giveConsents } from './support/real-name-consents.ts'

/** R44: parties who have never heard of the platform get an SMS and sign on a phone, in one flow. */

const scene = stage()
const wechat =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49'

const invite = (person: Person) => inviteToLease(scene.server, person)

/** axe finds nothing; a picture is kept when asked for. */
async function judged(page: Page, name: string): Promise<void> {
  expect([name, await axeFindings(page)]).toEqual([name, []])
  await picture(page, `open-sign-${name}`)
}

/** On the desk: sets the signature by hand. */
async function signByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  await page.getByRole('button', { name: '一键签署' }).first().click()
  await writeByHand(page)
}

test('R44: SMS, phone, name, summary, reading, handwriting, signed, downloaded', async () => {
  const tenant: Person = { phone: '13912345678', name: '周晓彤', company: null }
  const link = await invite(tenant)
  expect(link).toMatch(/\/t\/[0-9A-Za-z]{11}$/)
  const { page, faults } = await scene.browser.phone(scene.server.url)
  await page.goto(link)
  await provePhone(page, scene.server, tenant, (step) => judged(page, step))
  await proveName(page, (step) => judged(page, step))
  await judged(page, 'summary')

  // Closed and opened again by the same link, it goes on where one was.
  await page.goto(link)
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  await judged(page, 'read')
  await page.goto(link)
  await signByHand(page)
  const before = await signCodes(scene.server, tenant.phone)
  await readyToSign(page)
  await judged(page, 'will')
  await confirmByCode(page, scene.server, tenant, before)
  await page.getByLabel(/用邮箱接收/).fill('zhou@example.cn')
  await page.getByRole('button', { name: '保存邮箱' }).click()
  await page.getByText('已保存：zhou@example.cn').waitFor()
  await judged(page, 'done')

  await page.getByRole('button', { name: '下载合同' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载合同' }).click()
  const file = readFileSync(await (await download).path())
  expect(judge(file, scene.server.rootFile)).toMatchObject({ signatures: 2, faults: [] })
  expect(faults).toEqual([])

  // The mail carries a link, and the link asks for the phone again.
  const mail = await until(async () => (await scene.server.outbox('zhou@example.cn'))[0])
  const later = await scene.browser.phone(scene.server.url)
  await later.page.goto(/https?:\S+\/t\/[\w-]+/.exec(mail.body)?.[0] ?? '')
  await provePhone(later.page, scene.server, tenant)
  await later.page.getByRole('button', { name: '下载合同' }).waitFor()
  await judged(later.page, 'finished')
  expect(later.faults).toEqual([])
})

test('inside WeChat everything works but the saving of files, which says where to go', async () => {
  const tenant: Person = { phone: '13912345679', name: '林晚舟', company: null }
  const link = await invite(tenant)
  const { page, faults } = await scene.browser.phone(scene.server.url, wechat)
  await page.goto(link)
  await provePhone(page, scene.server, tenant)
  await proveName(page)
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await signByHand(page)
  const before = await signCodes(scene.server, tenant.phone)
  await readyToSign(page)
  await confirmByCode(page, scene.server, tenant, before)
  await page.getByRole('button', { name: '下载合同' }).click()
  await page.getByRole('dialog', { name: '在浏览器打开' }).waitFor()
  await judged(page, 'wechat')
  expect(faults).toEqual([])
})

test('大字 is one tap and is remembered; a fraud is reported from the link', async () => {
  const tenant: Person = { phone: '13912345680', name: '欧阳建国', company: null }
  const link = await invite(tenant)
  const { page, faults } = await scene.browser.phone(scene.server.url)
  await page.goto(link)
  const title = page.getByRole('heading', { level: 1 })
  const height = async () => (await title.boundingBox())?.height ?? 0
  await title.waitFor()
  const plain = await height()
  await page.getByRole('button', { name: '大字' }).click()
  expect(await height()).toBeGreaterThan(plain * 1.2)
  await page.reload()
  await page.getByRole('button', { name: '大字', pressed: true }).waitFor()
  await judged(page, 'large')

  await page.getByRole('button', { name: '不认识发起方，举报' }).click()
  const sheet = page.getByRole('dialog', { name: '举报这份合同' })
  await sheet.getByRole('radio', { name: '诱导签署贷款、分期或租赁' }).check()
  await sheet.getByRole('textbox').fill('对方说签了才能领奖')
  await judged(page, 'report')
  await sheet.getByRole('button', { name: '提交举报' }).click()
  await page.getByText(/JB\d{8}\w{8}/).waitFor()
  await judged(page, 'reported')
  await page.getByRole('button', { name: '知道了' }).click()

  await provePhone(page, scene.server, tenant, (step) => judged(page, `large-${step}`))
  await proveName(page, (step) => judged(page, `large-${step}`))
  await judged(page, 'large-summary')
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  await judged(page, 'large-read')
  expect(faults).toEqual([])
})

test('somebody else signed in is told for whom it is, and switches', async () => {
  const tenant: Person = { phone: '13912345681', name: '周晓彤', company: null }
  const link = await invite(tenant)
  const { page, faults } = await scene.browser.desktop(scene.server.url)
  await openAs(page, wang, { path: link })
  await page.getByRole('heading', { name: '请切换账号' }).waitFor()
  await judged(page, 'other-person')
  await page.getByRole('button', { name: '退出并验证被邀请的手机号' }).click()
  await page.getByText('验证码已发送至').waitFor()
  await judged(page, 'desk-code')
  await page.goto('/home/open-sign?ticket=nobody-has-this-ticket')
  await page.getByRole('heading', { name: '链接已失效' }).waitFor()
  await judged(page, 'dead')
  expect(faults).toEqual([])
})

test('I10: another name than the invited one, and a company one does not act for, are said plainly', async () => {
  const other: Person = { phone: wang.phone, name: '王大明', company: null }
  const { page, faults } = await scene.browser.phone(scene.server.url)
  await page.goto(await invite(other))
  await provePhone(page, scene.server, other)
  await page.getByRole('heading', { name: '姓名与合同不一致' }).waitFor()
  await page.getByText('合同邀请的是“王大明”，您的实名是“王小明”').waitFor()
  await judged(page, 'other-name')

  const clerk: Person = { phone: '13912345682', name: '林晚舟', company: '宁波远帆贸易有限公司' }
  const second = await scene.browser.phone(scene.server.url)
  await second.page.goto(await invite(clerk))
  await provePhone(second.page, scene.server, clerk, (step) => judged(second.page, `company-${step}`))
  await second.page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await giveConsents(second.page)
  await second.page.getByRole('button', { name: '提交认证' }).click()
  await second.page.getByRole('heading', { name: '需要以“宁波远帆贸易有限公司”的名义签署' }).waitFor()
  await second.page.getByText('请企业管理员在“成员管理”中邀请您的手机号').waitFor()
  await second.page.getByText('请联系李静撤回后重新发起').waitFor()
  await judged(second.page, 'company')
  await second.page.getByRole('button', { name: '已加入，继续签署' }).click()
  await second.page.getByText('还没有查到您加入这家企业').first().waitFor()
  expect([...faults, ...second.faults]).toEqual([])
})

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it never came')
}

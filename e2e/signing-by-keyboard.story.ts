import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { pressAt, tabTo } from './support/keys.ts'
import { inviteToLease } from './support/open-sign.ts'
import { type Person } from './support/people.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'

/** A whole signing by somebody who has no pointer: from the message to the deed by keys alone. */

const scene = stage()

test('the party without account signs by keys alone, at a desk', async () => {
  const tenant: Person = { phone: '13912345740', name: '周晓彤', company: null }
  const link = await inviteToLease(scene.server, tenant)
  const { page, faults } = await scene.browser.desktop(scene.server.url)
  await page.goto(link)
  await page.getByRole('button', { name: '验证手机号并查看' }).waitFor()
  const before = await scene.server.outbox(tenant.phone)
  await pressAt(page, /^验证手机号并查看$/)
  await page.getByText('验证码已发送至').waitFor()
  // The agreement first: the sixth digit then submits by itself.
  await pressAt(page, /我已阅读并同意/, 'Space')
  const code = await scene.server.outboxCode(tenant.phone, before)
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, /短信验证码/)
  await page.keyboard.type(code)
  await page.getByRole('textbox', { name: '身份证号' }).waitFor()
  await tabTo(page, /身份证号/)
  await page.keyboard.type('11010519491231002X')
  await pressAt(page, /我同意为核验身份/, 'Space')
  await pressAt(page, /我申请本人的数字证书/, 'Space')
  await pressAt(page, /^提交认证$/)
  await page.getByRole('button', { name: '开始阅读合同' }).waitFor()
  await pressAt(page, /^开始阅读合同$/)
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()

  // Read in large letters with the keyboard, then back to the pages.
  await pressAt(page, /^大字$/)
  await page.getByRole('heading', { name: '房屋租赁合同', level: 2 }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'keyboard-words')
  await page.keyboard.press('Shift+Tab')
  await pressAt(page, /^原样$/)
  await page.getByRole('button', { name: /^点击手写/ }).waitFor()

  await pressAt(page, /^一键签署$/)
  const pad = page.getByRole('dialog', { name: '请写下“周晓彤”' })
  await pad.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'keyboard-pad')
  await pressAt(page, /^用楷体代替$/)
  await pad.waitFor({ state: 'detached' })
  await page.getByText('已签署1处，请核对后提交').waitFor()
  await pressAt(page, /我已阅读并同意签署/, 'Space')
  const submit = page.getByRole('button', { name: '提交签署', exact: true })
  await submit.waitFor()
  const sent = await scene.server.outbox(tenant.phone)
  await pressAt(page, /^提交签署$/)
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet.getByText(/短信验证码已发送至/).waitFor()
  expect(await sheet.getByRole('button', { name: '确认签署' }).isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.type(await scene.server.outboxCode(tenant.phone, sent))
  await page.getByRole('heading', { name: '签署成功' }).waitFor()
  await page.getByRole('link', { name: '设置登录密码' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'keyboard-done')
  expect(faults).toEqual([])
})

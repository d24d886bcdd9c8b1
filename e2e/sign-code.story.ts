import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { proveName, writeByHand } from './support/open-sign.ts'
import { askForCode } from './support/prove-phone.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { companyClient, madeTemplate } from './support/template.ts'

/** A code on a poster: who scans it proves phone and name, and signs a contract of their own. */

const scene = stage()
const stranger = { phone: '13900006600', name: '程若水' }

test('a code is made, a stranger scans it and signs, and the owner sees it at once', { timeout: 240_000 }, async () => {
  const api = await companyClient(scene.server.url, jing)
  await madeTemplate(api, '门店入职协议', 2)
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, jing, { path: '/home/space/sign-codes' })
  await page.getByText('还没有签署码').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '新建签署码' }).click()
  const sheet = page.getByRole('dialog', { name: '新建签署码' })
  await sheet.getByRole('button', { name: '生成二维码' }).click()
  await sheet.getByText('请填写签署码名称').waitFor()
  await sheet.getByLabel('模板').selectOption({ label: '门店入职协议' })
  await sheet.getByLabel('名称').fill('西湖店入职')
  await sheet.getByLabel('名额').fill('1')
  await pictures(page, 'sign-code-make')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '生成二维码' }).click()
  await page.getByRole('heading', { name: '西湖店入职' }).waitFor()
  await pictures(page, 'sign-codes')
  expect(await axeFindings(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^下载二维码/ }).click()
  expect((await saved).suggestedFilename()).toBe('西湖店入职-签署码.png')
  await page.getByRole('button', { name: /^查看合同/ }).click()
  await page.getByText('还没有人扫码签署').waitFor()

  const [made] = (await api.call('listSignCode', {})).signCodeArray
  const phone = await scene.browser.phone(scene.server.url)
  const mobile = phone.page
  await mobile.goto(new URL(made?.link ?? '').pathname)
  await mobile.getByRole('heading', { name: '门店入职协议' }).waitFor()
  await pictures(mobile, 'sign-code-landing')
  expect(await axeFindings(mobile)).toEqual([])
  await mobile.getByRole('button', { name: '保密协议.pdf' }).click()
  await mobile.getByRole('img', { name: '第1页' }).waitFor()
  await pictures(mobile, 'sign-code-preview')
  await mobile.getByRole('button', { name: '关闭' }).click()
  await mobile.getByRole('button', { name: '领取并签署' }).click()
  await mobile.getByRole('heading', { name: '验证手机号' }).waitFor()
  await pictures(mobile, 'sign-code-phone')
  expect(await axeFindings(mobile)).toEqual([])
  const smsCode = await askForCode(mobile, scene.server, stranger.phone)
  await mobile.getByLabel('短信验证码').fill(smsCode ?? '')
  await mobile.getByRole('checkbox', { name: /我已阅读/ }).check()
  await mobile.getByRole('button', { name: '下一步' }).click()
  await mobile.getByRole('textbox', { name: '身份证号' }).waitFor()
  await mobile.getByLabel('姓名', { exact: true }).fill(stranger.name)
  await pictures(mobile, 'sign-code-name')
  await proveName(mobile)
  await page.getByText(stranger.name).waitFor()
  await mobile.getByRole('button', { name: '开始阅读合同' }).click()
  await mobile.getByRole('button', { name: /^提交签署/ }).waitFor()
  await mobile.getByRole('button', { name: '一键签署' }).first().click()
  await writeByHand(mobile)
  const before = await signCodes(scene.server, stranger.phone)
  await readyToSign(mobile)
  await confirmByCode(mobile, scene.server, stranger, before)
  await page.getByText('已签署').first().waitFor()
  await page.getByText('名额已满').waitFor()
  await pictures(page, 'sign-code-uses')
  expect(await axeFindings(page)).toEqual([])

  // The next one is told that the place is taken; whoever has it is led back to it.
  const late = await scene.browser.phone(scene.server.url)
  await late.page.goto(new URL(made?.link ?? '').pathname)
  await late.page.getByText('该签署码的名额已满').waitFor()
  await pictures(late.page, 'sign-code-full')
  await mobile.goto(new URL(made?.link ?? '').pathname)
  await mobile.getByRole('button', { name: '查看我领取的合同' }).click()
  await mobile.getByRole('heading', { name: /签署成功|已签署/ }).waitFor()
  expect([...desk.faults, ...phone.faults, ...late.faults]).toEqual([])
  await Promise.all([desk.close(), phone.close(), late.close()])
})

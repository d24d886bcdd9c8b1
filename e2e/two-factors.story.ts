import { expect, test } from 'vitest'
import { demoPin } from '../scripts/demo/cast.ts'
import { axeFindings } from './support/axe.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { newSignCode, openOwnTurn, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** A will proved in two ways: by a company's rule on a desktop, by the sender's demand on a phone without a PIN. */

const scene = stage()

test('a company proves its will twice, unless its administrator decides otherwise', async () => {
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: true,
    page: 1,
    placings: [
      { person: jing, kind: '企业印章', x: 0.3, y: 0.5 },
      { person: wang, kind: '个人签名', x: 0.6, y: 0.5 },
    ],
  })
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  await openOwnTurn(page)
  const before = await signCodes(scene.server, jing.phone)
  await readyToSign(page)
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet.getByText('您的企业要求双重意愿认证').waitFor()
  expect(await sheet.getByText('待验证').count()).toBe(2)
  const confirm = sheet.getByRole('button', { name: '确认签署' })
  expect(await confirm.isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'two-factors')

  // In either order: the PIN first, wrong and then right.
  await sheet.getByLabel(/^签署密码/).fill('000000')
  await sheet.getByText('签署密码错误，还可尝试4次').waitFor()
  await sheet.getByLabel(/^签署密码/).fill(demoPin)
  await sheet.getByText('签署密码已验证').waitFor()
  expect(await sheet.getByText('待验证').count()).toBe(1)
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'two-factors-half')
  await sheet.getByLabel(/^短信验证码/).fill(await newSignCode(scene.server, jing.phone, before))
  await page.getByRole('heading', { name: '签署成功' }).waitFor()

  await page.goto('/home/space/signatures-list')
  await page.getByText('签署密码、短信验证码').first().waitFor()
  await page.goto('/home/user/company-info')
  await page.getByLabel('何时双重认证').selectOption({ label: '达到金额时双重认证' })
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('请输入金额，最多两位小数').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel('合同金额达到').fill('50000')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存，下一次签署起生效').first().waitFor()
  await pictures(page, 'will-rule', { whole: true })
  expect(faults).toEqual([])
  await close()
})

test('a person who has no PIN yet sets one while signing, by the code that was just typed', async () => {
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.3, y: 0.5 }],
    twice: true,
  })
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await openAs(page, wang)
  await openOwnTurn(page)
  const before = await signCodes(scene.server, wang.phone)
  await readyToSign(page)
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet.getByText('发起方要求双重意愿认证').waitFor()
  await sheet.getByLabel(/^设置签署密码/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'two-factors-new-pin')
  await sheet.getByLabel(/^短信验证码/).fill(await newSignCode(scene.server, wang.phone, before))
  await sheet.getByText('短信验证码已验证').waitFor()
  await sheet.getByLabel(/^设置签署密码/).fill('123456')
  await sheet.getByText('签署密码过于简单，请重新设置').waitFor()
  await sheet.getByLabel(/^设置签署密码/).fill('246803')
  await sheet.getByLabel('再次输入签署密码').fill('246804')
  await sheet.getByText('两次输入的签署密码不一致').waitFor()
  await sheet.getByLabel('再次输入签署密码').fill('246803')
  await page.getByRole('heading', { name: '签署成功' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing, wang } from './support/people.ts'
import { readyToSign } from './support/sign.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { newestCaptcha } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

const scene = stage()
const pin = '135790'

async function settings(page: Page): Promise<void> {
  await page.goto('/home/user/settings')
  await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
}

/** Asks for a code in the open sheet and types it. */
async function typeOwnCode(page: Page, phone: string, label: string | RegExp = '短信验证码'): Promise<void> {
  const sheet = page.getByRole('dialog')
  const before = await scene.server.outbox(phone)
  await sheet.getByRole('button', { name: '获取验证码' }).first().click()
  await sheet.getByText(/验证码已发送至/).waitFor()
  await sheet.getByLabel(label).fill(await scene.server.outboxCode(phone, before))
}

test('a signing PIN is set in the settings and signs a contract on a phone, the keyboard alone being enough', async () => {
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.3, y: 0.5 }],
  })
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await openAs(page, wang)
  await settings(page)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '设置：签署密码' }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '签署密码' })
  await sheet.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await typeOwnCode(page, wang.phone)
  await sheet.getByLabel('签署密码', { exact: true }).fill('123456')
  await sheet.getByRole('button', { name: '确定' }).click()
  await sheet.getByText('签署密码过于简单，请重新设置').waitFor()
  await sheet.getByLabel('签署密码', { exact: true }).fill(pin)
  await sheet.getByLabel('再次输入签署密码', { exact: true }).fill(pin)
  await page.keyboard.press('Enter')
  await page.getByText('签署密码已设置').waitFor()

  const invited = (await scene.server.outbox(wang.phone)).find(({ body }) => body.includes('/s/'))
  await page.goto(/https?:\S+\/s\/\S+/.exec(invited?.body ?? '')?.[0] ?? '')
  await readyToSign(page)
  const will = page.getByRole('dialog', { name: '意愿认证' })
  await will.getByRole('button', { name: '改用签署密码' }).click()
  await will.getByLabel('签署密码', { exact: true }).fill('000000')
  await will.getByText('签署密码错误，还可尝试4次').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await will.getByLabel('签署密码', { exact: true }).fill(pin)
  await page.getByRole('heading', { name: '签署成功' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

test('password and phone are changed, the data taken along, and what stands against closing is named', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/user/info' })
  await page.getByRole('heading', { name: '李静' }).waitFor()
  expect(await axeFindings(page)).toEqual([])

  await settings(page)
  await page.getByRole('button', { name: '修改：登录密码' }).click()
  const password = page.getByRole('dialog', { name: '修改登录密码' })
  await password.getByLabel('原密码', { exact: true }).fill('Falsch#2026')
  await password.getByLabel('新密码', { exact: true }).fill('Xinmima#2026')
  await password.getByLabel('确认密码').fill('Xinmima#2026')
  await password.getByRole('button', { name: '确定' }).click()
  await password.getByText('原密码不正确').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await password.getByLabel('原密码', { exact: true }).fill('Moqi@2026')
  await password.getByRole('button', { name: '确定' }).dblclick()
  await page.getByText('密码已修改，其他设备已退出登录').waitFor()

  await page.getByRole('button', { name: '更换：手机号' }).click()
  const phone = page.getByRole('dialog', { name: '更换手机号' })
  await phone
    .getByRole('button', { name: /看不清/ })
    .locator('img')
    .waitFor()
  await typeOwnCode(page, jing.phone, /^当前手机/)
  const before = await scene.server.outbox('13711110088')
  await phone.getByLabel('新手机号').fill('13711110088')
  await phone.getByLabel('图形验证码').fill(await newestCaptcha(scene.server))
  await phone.getByRole('button', { name: '获取验证码' }).click()
  await phone.getByLabel('新手机验证码').fill(await scene.server.outboxCode('13711110088', before))
  await phone.getByRole('button', { name: '确定更换' }).click()
  await page.getByText('手机号已更换为137****0088').waitFor()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出我的数据' }).click()
  const file = await (await saved).path()
  expect(JSON.parse(readFileSync(file, 'utf8')).account.phone).toBe('13711110088')

  await page.getByRole('button', { name: '注销账号' }).click()
  await page.getByText(/您还在企业“杭州云启科技有限公司”中/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults.filter((fault) => !fault.includes('downloadable'))).toEqual([])
  await close()
})

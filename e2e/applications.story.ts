import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { axeFindings } from './support/axe.ts'
import { askSigned } from './support/integration.ts'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** An administrator lets another system in, and changes its secret without keeping it out (checklist C95). */

const scene = stage(() => ({ MOQI_WEBHOOK_ALLOW: '127.0.0.0/8' }))

test('an integration is made, its secret shown once and rotated, and what it asked is read', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/company-space/applications' })
  await page.getByText('还没有应用').waitFor()
  await page.getByRole('button', { name: '新建应用' }).first().click()
  const form = page.getByRole('dialog', { name: '新建应用' })
  await form.getByRole('button', { name: '新建' }).click()
  await form.getByText('请输入应用名称').waitFor()
  await form.getByLabel('应用名称').fill('OA 办公系统')
  await form.getByLabel('IP 白名单（选填）').fill('127.0.0.1\n办公室')
  await form.getByRole('button', { name: '新建' }).click()
  await form.getByText('“办公室”不是 IP 地址或网段').waitFor()
  await form.getByLabel('IP 白名单（选填）').fill('127.0.0.0/8')
  await form.getByRole('button', { name: '新建' }).click()
  await page.waitForURL('**/company-space/applications/one?**')
  await page.getByRole('button', { name: '生成密钥' }).click()
  const told = page.getByRole('dialog', { name: '密钥已生成' })
  await told.getByText('密钥只显示这一次').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const [appId = '', secret = ''] = await told.locator('code').allTextContents()
  await page.keyboard.press('Escape')
  expect(await told.getByRole('button', { name: '请先确认已保存' }).isDisabled()).toBe(true)
  await told.getByLabel('我已把密钥存到安全的地方').check()
  await told.getByRole('button', { name: '完成' }).click()
  const { url } = scene.server
  expect(await askSigned(url, { appId, secret }, 'listTasks')).toBe(200)

  await page.getByRole('button', { name: '轮换密钥' }).click()
  await page.getByRole('dialog', { name: '轮换密钥' }).getByRole('button', { name: '生成新密钥' }).click()
  await told.getByText('密钥只显示这一次').waitFor()
  const [, newer = ''] = await told.locator('code').allTextContents()
  await told.getByLabel('我已把密钥存到安全的地方').check()
  await told.getByRole('button', { name: '完成' }).click()
  expect(await askSigned(url, { appId, secret }, 'listTasks')).toBe(200)
  await page.locator('li', { hasText: '旧密钥' }).getByRole('button', { name: '立即失效' }).click()
  await page.getByRole('dialog', { name: '密钥失效' }).getByRole('button', { name: '立即失效' }).click()
  await page.getByText('密钥已失效').waitFor()
  expect(await askSigned(url, { appId, secret }, 'listTasks')).toBe(401)
  expect(await askSigned(url, { appId, secret: newer }, 'listTasks')).toBe(200)
  await page.reload()
  await page.getByText('使用中').waitFor()
  expect(await page.content()).not.toContain(newer)

  await page.getByRole('link', { name: '调用日志' }).click()
  await page.getByText('签名不正确', { exact: false }).waitFor()
  await page.getByRole('button', { name: '停用' }).click()
  await page.getByRole('dialog', { name: '停用应用' }).getByRole('button', { name: '停用' }).click()
  await page.getByText('已停用').first().waitFor()
  expect(await askSigned(url, { appId, secret: newer }, 'listTasks')).toBe(403)
})

test('an integration is told of contracts: an address is set, tried, paused, and what failed is sent again', async () => {
  const heard: string[] = []
  const receiver = createServer((asked, answer) => {
    heard.push(String(asked.headers['x-moqi-event-id']))
    asked.resume().on('end', () => answer.writeHead(204).end())
  })
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  const { page } = await scene.browser.desktop(scene.server.url)
  const client = await signIn(scene.server.url, jing)
  const { integrationId } = await client.call('saveIntegration', { integrationName: '回调试用', scopeArray: ['read'] })
  await client.call('makeIntegrationSecret', { integrationId })
  await openAs(page, jing, { path: `/home/company-space/applications/one?integrationId=${integrationId}` })
  await page.getByRole('link', { name: '回调' }).click()
  await page.getByText('还没有设置回调').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '设置回调' }).click()
  const form = page.getByRole('dialog', { name: '回调设置' })
  await form.getByLabel('回调地址').fill('oa.example.com')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('回调地址格式不正确', { exact: false }).waitFor()
  await form.getByLabel('回调地址').fill(`http://127.0.0.1:${Object(receiver.address()).port}/moqi`)
  await form.getByLabel('签署方已查看').uncheck()
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('还没有回调').waitFor()
  expect(await page.getByText('签署方已查看').count()).toBe(0)

  await page.getByRole('button', { name: '发送测试' }).click()
  await page.getByText('已送达').waitFor()
  await page.getByRole('button', { name: '重新发送测试' }).click()
  await expect.poll(() => heard.length).toBe(2)
  // The page has read the second try by then; to send it once more is another wish.
  await page.locator('details li').nth(1).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: '重新发送测试' }).click()
  await expect.poll(() => heard.length).toBe(3)
  expect(new Set(heard).size).toBe(1)
  await page.getByRole('button', { name: '暂停' }).click()
  await page.getByRole('dialog', { name: '暂停回调' }).getByRole('button', { name: '暂停' }).click()
  await page.getByRole('button', { name: '恢复' }).click()
  await page.getByRole('button', { name: '发送测试' }).waitFor()
  receiver.close()
})

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ChatPlayer, chatPlayer } from '../apps/server/src/testing/work-chat/chat-player.ts'
import { sendToZhang } from './support/approval.ts'
import { axeFindings } from './support/axe.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** 企业微信 of a company: set up, its address book taken over, signed in by, and told by (ADR 0061). */

const scene = stage(() => ({ MOQI_SSO_ALLOW: '127.0.0.0/8' }))
/** A colleague of the administrator's. */
const zhang = { phone: '13800000003' }
let vendor: ChatPlayer

beforeAll(async () => {
  vendor = await chatPlayer('wecom')
  vendor.departments.push({ id: 7, name: '华东销售部', parentId: 0 })
  vendor.people.push(
    { subject: 'jing', name: '李静', phone: jing.phone, departmentId: 0 },
    { subject: 'zhang', name: '张伟', phone: zhang.phone, departmentId: 7 },
    { subject: 'new', name: '新同事', phone: '13916000001', departmentId: 7 },
  )
})
afterAll(() => vendor.close())

const settings = '/home/company-space/single-sign-on'

async function fill(page: Page, secret: string) {
  const form = page.getByRole('dialog', { name: '统一登录设置' })
  await form.getByLabel('接入方式').selectOption('wecom')
  await form.getByLabel('名称', { exact: true }).fill('墨蓝企业微信')
  await form.getByLabel('企业登录代号').fill('molan')
  await form.getByLabel('企业ID（CorpID）').fill(vendor.clientId)
  await form.getByLabel('AgentId').fill('1000002')
  await form.getByLabel('应用 Secret').fill(secret)
  await form.getByLabel('接口地址').fill(vendor.url)
  await form.getByRole('button', { name: '保存' }).click()
  return form
}

test('an administrator sets it up, is told what the address book says, and takes it over', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: settings })
  await page.getByRole('button', { name: '设置统一登录' }).click()
  const form = await fill(page, 'wrong')
  await form.getByText('不接受本平台的客户端ID或密钥', { exact: false }).waitFor()
  await pictures(page, 'work-chat-sheet')
  await form.getByLabel('应用 Secret').fill(vendor.clientSecret)
  await form.getByRole('button', { name: '保存' }).click()
  const card = page.getByRole('region', { name: '企业微信通讯录与消息' })
  await card.getByText('还没有同步过').waitFor()
  expect(await page.content()).not.toContain(vendor.clientSecret)

  await card.getByRole('button', { name: '测试连接' }).click()
  await card.getByText('您还没有在“安全设置”中绑定', { exact: false }).waitFor()
  await card.getByRole('button', { name: '核对通讯录' }).click()
  await card.getByText('已核对，未改动').waitFor()
  await card.getByText('待邀请或对应').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'work-chat-planned', { whole: true })

  await card.getByRole('button', { name: '立即同步' }).click()
  await page.getByRole('dialog', { name: '立即同步' }).getByRole('button', { name: '同步' }).click()
  await card.getByText('已同步').waitFor()
  await card.getByLabel('消息通知').check()
  await page.getByText('已保存').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'work-chat-done', { whole: true })
  await page.goto('/home/company-space/personal-management')
  await page.getByText('华东销售部').first().waitFor()
})

test('a member links the own account, signs in by it within the vendor’s app, and is told there', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await openAs(page, zhang, { path: '/home/user/settings' })
  vendor.signIn('zhang')
  await page.getByRole('button', { name: /^绑定(?!：)/ }).click()
  await page.getByRole('heading', { name: '绑定成功' }).waitFor()
  expect(page.url()).not.toContain('code=')

  const phone = await scene.browser.phone(scene.server.url)
  await phone.page.goto('/home/open/sso?company=molan')
  await phone.page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await phone.page.getByRole('button', { name: '前往公司登录' }).click()
  await phone.page.waitForURL('**/home/')

  await sendToZhang(scene.server, wang)
  await vi.waitUntil(() => vendor.messages.some(({ subject }) => subject === 'zhang'), { timeout: 20_000 })
  const told = vendor.messages.filter(({ subject }) => subject === 'zhang')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ title: '待签署' })
  await phone.page.goto(new URL(told[0]?.url ?? '').pathname + new URL(told[0]?.url ?? '').search)
  await phone.page.getByText('采购框架协议').first().waitFor()
})

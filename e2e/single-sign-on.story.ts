import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OidcPlayer, oidcPlayer } from '../apps/server/src/testing/oidc-player.ts'
import { oktaUser, patchOf } from '../apps/server/src/testing/scim-scene.ts'
import { axeFindings } from './support/axe.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** A company's own identity provider: set up, linked by its people, signed in by, required of them (ADR 0052). */

const scene = stage(() => ({ MOQI_SSO_ALLOW: '127.0.0.0/8' }))
/** A colleague of the administrator's. */
const zhang = { phone: '13800000003' }
let provider: OidcPlayer

beforeAll(async () => {
  provider = await oidcPlayer({ redirectUri: `${scene.server.url}/home/open/sso/back` })
})
afterAll(() => provider.close())

/** Signs in at the provider's own page. */
async function signInThere(page: Page, person: string) {
  await page.getByRole('heading', { name: '墨蓝统一身份' }).waitFor()
  await page.getByLabel('工号').fill(person)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Signs in and links the own account, from the security settings. */
async function link(page: Page, who: { phone: string }, person: string) {
  await openAs(page, who, { path: '/home/user/settings' })
  await page.getByRole('button', { name: /^绑定(?!：)/ }).click()
  await signInThere(page, person)
  await page.getByRole('heading', { name: '绑定成功' }).waitFor()
}

async function leaveForProvider(page: Page) {
  await page.goto('/home/open/sso?company=molan')
  await page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await page.getByRole('button', { name: '前往公司登录' }).click()
}

test('an administrator sets it up, and it is tried out before anybody depends on it', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/company-space/single-sign-on' })
  await page.getByText('还没有设置统一登录').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '设置统一登录' }).click()
  const form = page.getByRole('dialog', { name: '统一登录设置' })
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('请输入名称').waitFor()
  await form.getByLabel('名称', { exact: true }).fill('墨蓝统一身份')
  await form.getByLabel('企业登录代号').fill('molan')
  await form.getByLabel('签发者').fill(`${provider.issuer}/nobody`)
  await form.getByLabel('客户端ID').fill(provider.clientId)
  await form.getByLabel('客户端密钥').fill(provider.clientSecret)
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('不是所选协议的身份提供方', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'single-sign-on-sheet')
  await form.getByLabel('签发者').fill(provider.issuer)
  await form.getByRole('button', { name: '保存' }).click()
  await page.getByText('已设置，加密保存').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'single-sign-on')
  // Nobody locks the company away behind what was never tried.
  await page.getByRole('button', { name: '只用统一登录' }).click()
  await page.getByRole('dialog', { name: '只用统一登录' }).getByRole('button', { name: '确定' }).click()
  await page.getByText('请先在“安全设置”中绑定您自己的企业账号', { exact: false }).waitFor()
})

test('a member links the own account, signs in by it, and gets into that company alone', async () => {
  const stranger = await scene.browser.phone(scene.server.url)
  await stranger.page.goto('/home/open/sso')
  await stranger.page.getByRole('button', { name: '前往公司登录' }).click()
  await stranger.page.getByText('请输入企业登录代号').waitFor()
  expect(await axeFindings(stranger.page)).toEqual([])
  await pictures(stranger.page, 'sso')
  await leaveForProvider(stranger.page)
  await signInThere(stranger.page, 'zhang')
  await stranger.page.getByText('您的企业账号还没有绑定', { exact: false }).waitFor()
  expect(await axeFindings(stranger.page)).toEqual([])
  await pictures(stranger.page, 'sso-not-linked')

  const { page } = await scene.browser.desktop(scene.server.url)
  await link(page, zhang, 'zhang')
  expect(page.url()).not.toContain('code=')
  await page.getByRole('link', { name: '返回安全设置' }).click()
  await page.getByText('zhang@molan', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'sso-linked')

  // The provider knows who that is from before, and asks nothing.
  await leaveForProvider(stranger.page)
  await stranger.page.waitForURL('**/home/')
  await stranger.page.getByText('待我签署').first().waitFor()
  await stranger.page.getByRole('button', { name: /切换空间/ }).click()
  await stranger.page.getByText('须用手机号登录').waitFor()
  await stranger.page.getByRole('menuitemradio', { name: /须用手机号登录/ }).click()
  await stranger.page.getByText('企业统一登录只能进入该企业的空间', { exact: false }).waitFor()
})

test('required, the company opens by its provider alone, also where somebody is signed in already', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await link(page, jing, 'jing')
  await page.goto('/home/company-space/single-sign-on')
  await page.getByRole('button', { name: '只用统一登录' }).click()
  await page.getByRole('dialog', { name: '只用统一登录' }).getByRole('button', { name: '确定' }).click()
  await page.getByText('应急管理员').first().waitFor()
  provider.rotate()

  const member = await scene.browser.desktop(scene.server.url)
  await openAs(member.page, zhang)
  await member.page.getByRole('button', { name: /切换空间/ }).click()
  await member.page.getByRole('menuitemradio', { name: /须统一登录/ }).click()
  await member.page.getByRole('heading', { name: '企业统一登录' }).waitFor()
  await member.page.getByRole('checkbox', { name: /我已阅读/ }).check()
  await member.page.getByRole('button', { name: '前往公司登录' }).click()
  await signInThere(member.page, 'zhang')
  await member.page.waitForURL('**/home/')
  await member.page.getByRole('button', { name: /切换空间/ }).click()
  // Over the own sign-in both are open.
  await member.page.getByRole('menuitemradio', { name: /个人/ }).waitFor()
  expect(await member.page.getByRole('menu').getByText(/须/).count()).toBe(0)
})

/** Asks as the company's provider does. */
async function provision(token: string, method: string, path: string, body: object) {
  const answer = await fetch(`${scene.server.url}/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json() }
}

test('an administrator makes a token for SCIM, and the provider invites and disables members by it', async () => {
  const { page } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/company-space/single-sign-on' })
  await page.getByRole('button', { name: '生成令牌' }).click()
  const sheet = page.getByRole('dialog', { name: '令牌已生成' })
  await sheet.getByText('令牌只显示这一次').waitFor()
  const [address, token] = await sheet.locator('code').allInnerTexts()
  expect(address).toMatch(/\/scim\/v2$/)
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'provisioning-token')
  await sheet.getByLabel('我已把令牌存到安全的地方').check()
  await sheet.getByRole('button', { name: '完成' }).click()
  await page.getByText('还没有使用过', { exact: false }).waitFor()
  expect(await page.content()).not.toContain(token)

  const made = await provision(token ?? '', 'POST', '/Users', oktaUser('zhang@molan.cn', zhang.phone))
  expect([made.status, made.body.active]).toEqual([201, true])
  const invited = await provision(token ?? '', 'POST', '/Users', oktaUser('new@molan.cn', '13915000001'))
  expect(invited.status).toBe(201)
  await page.reload()
  await page.getByText('身份系统已同步2人，其中1人已是成员').waitFor()
  await page.getByText('最近使用', { exact: false }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'provisioning', { whole: true })

  const off = await provision(
    token ?? '',
    'PATCH',
    `/Users/${made.body.id}`,
    patchOf({ op: 'replace', value: { active: false } }),
  )
  expect(off.body.active).toBe(false)
  await page.goto('/home/company-space/personal-management')
  await page.getByText('已停用').first().waitFor()

  await page.goto('/home/company-space/single-sign-on')
  await page.getByRole('button', { name: '更换令牌' }).click()
  const rotating = page.getByRole('dialog', { name: '更换令牌' })
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'provisioning-rotate')
  await rotating.getByRole('button', { name: '生成新令牌' }).click()
  const next = page.getByRole('dialog', { name: '令牌已生成' })
  await next.getByLabel('我已把令牌存到安全的地方').check()
  await next.getByRole('button', { name: '完成' }).click()
  await page.getByText('旧令牌', { exact: true }).waitFor()
  await pictures(page, 'provisioning-overlap', { whole: true })
  await page.getByRole('button', { name: '吊销' }).last().click()
  await page.getByRole('dialog', { name: '吊销令牌' }).getByRole('button', { name: '吊销' }).click()
  await page.getByText('旧令牌', { exact: true }).waitFor({ state: 'detached' })
  expect((await provision(token ?? '', 'POST', '/Users', {})).status).toBe(401)
})

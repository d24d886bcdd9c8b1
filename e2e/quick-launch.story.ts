import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { sampleFile } from './support/launch.ts'
import { jing, type Person, wang } from './support/people.ts'
import { picture, pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** The shortest way from the sign-in page to a sent contract: known parties, and places that the text asks for. */

const scene = stage()

async function saveContact(page: Page, { name, phone }: Person): Promise<void> {
  await page.goto('/home/user/contact')
  await page.getByRole('button', { name: '新增联系人' }).first().click()
  await page.getByLabel('姓名', { exact: true }).fill(name)
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText(name, { exact: true }).locator('visible=true').first().waitFor()
}

/** Counts what a hand presses from now on, in every document of the page. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('pressed', () => {
    presses += 1
  })
  await page.addInitScript(`addEventListener('pointerdown', () => pressed(), true)`)
  return () => presses
}

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tools = (page: Page) => page.getByRole('complementary', { name: '控件与属性' })

/** An image becomes a PDF of its name. */
async function upload(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.locator('.drop').click()
  await (await chooser).setFiles(sampleFile(name))
  await page.getByRole('button', { name: `删除 ${name.replace(/jpg$/, 'pdf')}` }).waitFor()
}

/** A draft of one file and two parties, on the step where places are set. */
async function atPlacing(page: Page, name: string): Promise<void> {
  await page.goto('/home/temp-create')
  await upload(page, name)
  await named(page, '下一步').click()
  await named(page, '添加个人签署方').click()
  await page.keyboard.type(wang.name)
  await page.getByLabel('手机号').last().fill(wang.phone)
  await named(page, '下一步').click()
  await page.waitForURL('**/set-temp-control**')
}

test('from the empty sign-in page to 发送成功 with two known parties it takes at most 12 presses', async () => {
  const { page, context, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  await saveContact(page, wang)
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.evaluate(() => sessionStorage.clear())
  const presses = await countPresses(page)
  await page.goto('/home/login')

  // Names and the password are typed, with Tab between them.
  // What is typed into the page before its scripts have taken it over is lost.
  await page.locator('#root:not([inert])').waitFor()
  await page.getByLabel('手机号/账号').focus()
  await page.keyboard.type(jing.phone)
  await page.keyboard.press('Tab')
  await page.getByLabel('密码', { exact: true }).focus()
  await page.keyboard.type('Moqi@2026')
  await page.getByRole('checkbox', { name: /我已阅读/ }).click()
  await named(page, '登录').click()
  await page.getByRole('link', { name: /^发起签署/ }).click()
  await upload(page, '采购框架协议.pdf')
  await named(page, '下一步').click()
  await named(page, '添加个人签署方').click()
  await page.keyboard.type(wang.name.slice(0, 2))
  await page.getByRole('option', { name: wang.name }).click()
  expect(await page.getByLabel('手机号').last().inputValue()).toBe(wang.phone)
  await pictures(page, 'quick-parties', { whole: true })
  await named(page, '下一步').click()
  await named(page, '自动识别签署栏').click()
  await named(page, '全部采用').click()
  await named(page, '下一步').click()
  await named(page, '发送').click()
  await page.getByText('发送成功').waitFor()
  expect(presses()).toBeGreaterThan(8)
  expect(presses()).toBeLessThanOrEqual(12)
  expect(faults).toEqual([])
  await close()
})

test('the signing page is opened, and what is recognised is shown, taken and left one by one', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  await atPlacing(page, '采购框架协议.pdf')
  const sheet = page.getByRole('group', { name: '第18页', exact: true })
  await expect.poll(async () => (await sheet.boundingBox())?.y ?? -1).toBeGreaterThan(-900)
  await sheet.locator('canvas').first().waitFor()
  await picture(page, 'placing-opened')
  await named(page, '自动识别签署栏').click()
  await page.getByText('识别到5处，采用后仍可移动或删除。').waitFor()
  // Nothing is placed before it is taken.
  await expect.poll(() => page.getByRole('radio', { name: /0处/ }).count()).toBe(2)
  await expect.poll(() => sheet.locator('.area.offered').count()).toBe(4)
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'placing-offered')
  await named(page, '采用甲方　企业印章，第18页').click()
  await named(page, '忽略甲方　签署日期，第18页').click()
  await page.getByText('识别到3处，采用后仍可移动或删除。').waitFor()
  await named(page, '全部采用').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('自动识别签署栏')
  await page.getByRole('radio', { name: /杭州云启.*2处/ }).waitFor()
  await page.getByRole('radio', { name: /王小明.*2处/ }).waitFor()
  await pictures(page, 'placing-taken')

  // Wherever the focus is, keys take back and bring back.
  await page.locator('body').press('Control+z')
  await page.getByRole('radio', { name: /王小明.*0处/ }).waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.getByRole('radio', { name: /王小明.*2处/ }).waitFor()
  await page.getByRole('button', { name: /^乙方\s签署日期/ }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('radio', { name: /王小明.*1处/ }).waitFor()
  await page.keyboard.press('Control+z')
  await page.getByRole('radio', { name: /王小明.*2处/ }).waitFor()
  await page.keyboard.press('Control+y')
  await page.getByRole('radio', { name: /王小明.*1处/ }).waitFor()

  // What is missing is offered again, and only that.
  await named(page, '自动识别签署栏').click()
  await page.getByText('识别到2处，采用后仍可移动或删除。').waitFor()
  await named(page, '全部忽略').click()

  // Another party's place is let go of.
  await page.getByRole('button', { name: /^甲方\s企业印章/ }).click()
  await tools(page)
    .getByRole('heading', { name: /^企业印章/, level: 2 })
    .waitFor()
  await page.getByRole('radio', { name: /王小明/ }).click()
  await tools(page)
    .getByRole('heading', { name: /^企业印章/, level: 2 })
    .waitFor({ state: 'detached' })
  await tools(page).getByRole('button', { name: '手写签名' }).waitFor()
  await page.getByRole('button', { name: /^甲方\s企业印章/ }).click()
  await pictures(page, 'placing-chosen')
  expect(faults).toEqual([])
  await close()
})

test('a scan has no words: it says so, and places are set by hand', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  await atPlacing(page, '扫描件.jpg')
  await named(page, '自动识别签署栏').click()
  await page.getByText('没有可识别的文字，请在页面上手动放置签署位置。').waitFor()
  expect(await named(page, '全部采用').count()).toBe(0)
  await tools(page).getByRole('button', { name: '企业印章' }).press('Enter')
  await page.getByRole('radio', { name: /杭州云启.*1处/ }).waitFor()
  await picture(page, 'placing-scan')
  await close()
})

test('a refresh at every step keeps what is there, and is a conflict with nobody', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  page.on('dialog', (dialog) => void dialog.accept())
  await openAs(page, jing, { path: '/home/temp-create' })
  await upload(page, '保密协议.pdf')
  await named(page, '保存草稿').click()
  await page.waitForURL(/signId=/)
  await page.getByLabel('备注（选填）').fill('请尽快签署')
  await page.reload()
  await expect.poll(() => page.getByLabel('备注（选填）').inputValue()).toBe('请尽快签署')
  await page.getByLabel('合同主题').fill('刷新之后的主题')
  await named(page, '下一步').click()

  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await named(page, '添加个人签署方').click()
  await page.keyboard.type(wang.name)
  await page.getByLabel('手机号').last().fill(wang.phone)
  await page.reload()
  await expect.poll(() => page.getByLabel('手机号').last().inputValue()).toBe(wang.phone)
  await named(page, '下一步').click()

  await page.waitForURL('**/set-temp-control**')
  await named(page, '自动识别签署栏').click()
  await named(page, '全部采用').click()
  await page.getByRole('radio', { name: /王小明.*2处/ }).waitFor()
  await page.reload()
  await page.getByRole('radio', { name: /王小明.*2处/ }).waitFor()
  await page.getByRole('radio', { name: /杭州云启.*3处/ }).waitFor()
  await named(page, '下一步').click()

  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await page.reload()
  await page.getByText('刷新之后的主题').first().waitFor()
  await page.getByText('请尽快签署').waitFor()
  await page.getByText('企业印章 1　签署日期 1　骑缝章 1').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByText('草稿有新版本').count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

test('a save that arrives after its page was refreshed is no conflict either', async () => {
  const { page, context, close } = await scene.browser.desktop(scene.server.url)
  page.on('dialog', (dialog) => void dialog.accept())
  await openAs(page, jing, { path: '/home/temp-create' })
  await upload(page, '保密协议.pdf')
  await named(page, '保存草稿').click()
  await page.waitForURL(/signId=/)
  await page.getByLabel('备注（选填）').fill('请尽快签署')

  // What the page sends as it is put away reaches the server once the page is back.
  const { promise: isBack, resolve: arrive } = Promise.withResolvers<void>()
  const arrived: Promise<number>[] = []
  await context.route('**/task/saveDraft', (route) => {
    const request = route.request()
    const wanted = ['authorization', 'x-tenant-id', 'idempotency-key', 'content-type']
    const headers = Object.entries(request.headers()).filter(([name]) => wanted.includes(name))
    const [url, body] = [request.url(), request.postData() ?? '']
    arrived.push(isBack.then(async () => (await fetch(url, { method: 'POST', headers, body })).status))
  })
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => arrived.length).toBe(1)
  await page.reload()
  await expect.poll(() => page.getByLabel('备注（选填）').inputValue()).toBe('请尽快签署')
  arrive()
  expect(await Promise.all(arrived)).toEqual([200])
  await context.unroute('**/task/saveDraft')
  await page.getByLabel('合同主题').fill('刷新之后的主题')
  await named(page, '下一步').click()
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  expect(await page.getByText('草稿有新版本').count()).toBe(0)
  await close()
})

test('a contract is launched by keyboard alone', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  const presses = await countPresses(page)
  await page.goto('/home/')
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    await tabTo(page, role, name)
    await page.keyboard.press('Enter')
  }
  await press(/^发起签署/, 'link')
  await page.waitForURL('**/temp-create**')
  // The chooser is the system's: what it gives is given here.
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  await press('下一步')
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await press('添加个人签署方')
  await page.keyboard.type('王')
  await page.getByRole('option', { name: wang.name }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('手机号').last().inputValue()).toBe(wang.phone)
  await press('下一步')
  await page.waitForURL('**/set-temp-control**')
  await press('自动识别签署栏')
  await named(page, '全部采用').waitFor()
  await press('全部采用')
  await page.getByRole('radio', { name: /王小明.*2处/ }).waitFor()
  await press('下一步')
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await press('发送')
  await page.getByText('发送成功').waitFor()
  expect(presses()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

/** Presses Tab until the named control has the focus; a page's controls are fewer than this. */
async function tabTo(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first()
  await wanted.waitFor()
  for (let stops = 0; stops < 120; stops++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((node) => node === document.activeElement)) return
  }
  throw new Error(`no way by Tab to ${String(name)}`)
}

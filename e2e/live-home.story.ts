import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { becomeRealNamed } from './support/company.ts'
import { jing, type Person, wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { signInByAccount, signInByCode } from './support/sign-in.ts'
import { invitation, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { giveConsents } from './support/real-name-consents.ts'

/** A page that is left open: what comes to it, what ends it, and what does not. */

const scene = stage()
const minutes = (count: number) => count * 60_000
const expired = (page: Page) => page.getByRole('dialog', { name: '系统提示' })

async function signedIn(person: Pick<Person, 'phone'>) {
  const visitor = await scene.browser.desktop(scene.server.url)
  // Not remembered: thirty idle minutes are all it has.
  await openAs(visitor.page, person, { remember: false })
  await visitor.page.getByRole('heading', { name: '近期合同' }).waitFor()
  return visitor
}

const toWang = {
  others: [wang],
  ownSideSigns: false,
  page: 1,
  placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
}

/** Presses a button, unless the page has found out by itself before that the session has ended. */
async function pressUnlessExpired(page: Page, button: Locator): Promise<void> {
  const pressed = button.click({ timeout: 5000 }).catch(() => {})
  await Promise.race([pressed, expired(page).waitFor()])
}

/** In the dialog that ends a session, signs in again. */
async function signInAgain(page: Page, person: Pick<Person, 'phone'>): Promise<void> {
  await expired(page).getByText('登录状态已过期，请重新登录').waitFor()
  await expired(page).getByRole('button', { name: '重新登录' }).click()
  await page.getByLabel('手机号/账号').waitFor()
  await signInByAccount(page, person, false)
}

/** The faults that a refused answer leaves in the console are the story's own. */
const beside401 = (faults: string[]) => faults.filter((fault) => !fault.includes('status of 401'))

test('what others do appears in counters, list, title and icon of every tab, without a reload (C94)', async () => {
  const { page, context, faults, close, streams } = await signedIn(wang)
  await page.evaluate('window.sameDocument = true')
  const second = await context.newPage()
  await second.goto('/home/space/contract-list?status=all')
  await expect.poll(streams).toBe(1)
  const waiting = page.getByRole('link', { name: /待我签署/ })
  await expect.poll(() => waiting.innerText()).toMatch(/^0/)
  const icon = () => page.locator('link[rel=icon]').getAttribute('href')
  expect(await icon()).toMatch(/mark\.svg$/)

  const launcher = await signedIn(jing)
  await sendContract(scene.server, { ...toWang, file: '保密协议.pdf' })
  await page.getByRole('link', { name: '保密协议', exact: true }).waitFor()
  await expect.poll(() => waiting.innerText()).toMatch(/^1/)
  expect(await page.title()).toBe('(1) 首页 · 墨契')
  expect(await icon()).toMatch(/^data:image\/svg\+xml/)
  await second.getByRole('link', { name: '保密协议' }).first().waitFor()
  await expect.poll(() => second.title()).toBe('(1) 合同管理 · 墨契')
  expect(streams()).toBe(1)
  await second.close()

  // And the other way: the launcher sees it signed.
  const before = launcher.streams()
  await launcher.page.goto('/home/')
  await launcher.page.getByRole('link', { name: /待他签署/ }).waitFor()
  await expect.poll(launcher.streams).toBeGreaterThan(before)
  const signing = await context.newPage()
  await signing.goto(await invitation(scene.server, wang.phone))
  await signHere(signing, scene.server, wang)
  await expect.poll(() => page.title()).toBe('首页 · 墨契')
  expect(await icon()).toMatch(/mark\.svg$/)
  await expect.poll(() => launcher.page.getByRole('link', { name: /^\d+ 签署完成$/ }).innerText()).toMatch(/^1/)
  expect(await page.evaluate('window.sameDocument')).toBe(true)
  expect([...faults, ...launcher.faults]).toEqual([])
  await launcher.close()
  await close()
})

const rows = (of: Page) => of.getByRole('row').allInnerTexts()

test('a new contract waits above the rows that somebody may be about to press', async () => {
  // Both lists are read after the first contract is there, so that only the second is news to them.
  await sendContract(scene.server, { ...toWang, file: '保密协议.pdf' })
  const { page, context, faults, close, streams } = await signedIn(wang)
  const list = await context.newPage()
  await list.goto('/home/space/contract-list?status=all')
  await expect.poll(async () => (await rows(page)).length).toBeGreaterThan(1)
  await expect.poll(async () => (await rows(list)).length).toBeGreaterThan(1)
  const held = [await rows(page), await rows(list)]
  await expect.poll(streams).toBeGreaterThan(0)
  // One tab reads the stream for both; the other one hears it once it waits for its turn to read.
  const waiting = 'navigator.locks.query().then(({ pending }) => pending.length)'
  await expect.poll(() => list.evaluate(waiting)).toBe(1)
  await sendContract(scene.server, { ...toWang, file: '保密协议.pdf' })
  for (const [at, of] of [page, list].entries()) {
    const news = of.getByRole('button', { name: '有1份新合同' })
    await news.waitFor()
    expect(await rows(of)).toEqual(held[at])
    await news.click()
    await expect.poll(async () => (await rows(of)).length).toBe((held[at]?.length ?? 0) + 1)
    await news.waitFor({ state: 'detached' })
  }
  expect(faults).toEqual([])
  await close()
})

test('an authentication that passes in one tab is shown in the others, without a reload (C94)', async () => {
  const { page, context, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/login')
  await signInByCode(page, scene.server, '13711110077')
  await page.getByRole('link', { name: '去认证' }).waitFor()
  await page.evaluate('window.sameDocument = true')
  const second = await context.newPage()
  await second.goto('/home/personal-auth-info?from=/user/info')
  await becomeRealNamed(second, '周敏')
  await page.getByRole('button', { name: /当前空间.*周敏/ }).waitFor()
  await page.getByRole('link', { name: '去认证' }).waitFor({ state: 'detached' })
  expect(await page.evaluate('window.sameDocument')).toBe(true)
  expect(faults).toEqual([])
  await close()
})

test('a session that ends while a contract is being launched takes nothing that was typed (X1)', async () => {
  const { page, faults, close } = await signedIn(jing)
  await page.getByRole('link', { name: /^发起签署/ }).click()
  await page.getByLabel('合同主题').fill('二〇二六年度仓储服务合同')
  await page.getByLabel('备注（选填）').fill('附件随后寄出')
  await scene.server.shiftClock(minutes(31))
  await pressUnlessExpired(page, page.getByRole('button', { name: '保存草稿' }))
  await expired(page).waitFor()
  await page.keyboard.press('Escape')
  await signInAgain(page, jing)
  await page.waitForURL('**/home/temp-create**')
  expect(await page.getByLabel('合同主题').inputValue()).toBe('二〇二六年度仓储服务合同')
  expect(await page.getByLabel('备注（选填）').inputValue()).toBe('附件随后寄出')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿已保存', { exact: true }).first().waitFor()
  const kept: unknown = await page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft "))')
  expect(kept).toEqual([])
  expect(beside401(faults)).toEqual([])
  await close()
})

test('a reason typed when the session ended stands where it was asked for, and nobody else finds it', async () => {
  const { page, faults, close } = await signedIn(jing)
  const signId = await sendContract(scene.server, { ...toWang, file: '保密协议.pdf' })
  await page.goto(`/home/temp-info?signId=${signId}`)
  const reason = page.getByRole('dialog').getByRole('textbox')
  await page.getByRole('button', { name: '撤回' }).first().click()
  await reason.fill('对方要求改用新的付款条款')
  await scene.server.shiftClock(minutes(31))
  await pressUnlessExpired(page, page.getByRole('dialog').getByRole('button', { name: '确定' }))
  await signInAgain(page, jing)
  await page.waitForURL('**/home/temp-info**')
  await page.getByRole('button', { name: '撤回' }).first().click()
  expect(await reason.inputValue()).toBe('对方要求改用新的付款条款')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '重新发起' }).first().waitFor()
  // Typed, and then another person signs in here.
  await page.goto('/home/')
  await page.evaluate('sessionStorage.setItem("draft /x reason", JSON.stringify("机密"))')
  await scene.server.shiftClock(minutes(31))
  await page.reload()
  await signInAgain(page, wang)
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  expect(await page.evaluate('sessionStorage.getItem("draft /x reason")')).toBeNull()
  expect(beside401(faults)).toEqual([])
  await close()
})

test('of an authentication form the name comes back, the identity number never', async () => {
  const phone = '13900000511'
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await page.goto('/home/login?redirect=/personal-auth-info')
  await signInByCode(page, scene.server, phone)
  await page.getByRole('textbox', { name: '姓名' }).fill('赵敏')
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await giveConsents(page)
  await scene.server.shiftClock(minutes(8 * 24 * 60))
  await pressUnlessExpired(page, page.getByRole('button', { name: '提交认证' }))
  await expired(page).getByRole('button', { name: '重新登录' }).click()
  await page.getByRole('tab', { name: '验证码登录' }).waitFor()
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(
    '11010519491231002X',
  )
  await signInByCode(page, scene.server, phone)
  await page.waitForURL('**/home/personal-auth-info')
  expect(await page.getByRole('textbox', { name: '姓名' }).inputValue()).toBe('赵敏')
  expect(await page.getByRole('textbox', { name: '身份证号' }).inputValue()).toBe('')
  expect(beside401(faults)).toEqual([])
  await close()
})

test('reading a long contract keeps the session, and a page alone does not', async () => {
  await sendContract(scene.server, { ...toWang, file: '建设工程总承包合同-301页.pdf' })
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await page.goto(await invitation(scene.server, wang.phone))
  await page.clock.install()
  const listens = page.waitForRequest((request) => request.url().includes('/notice/stream'))
  await signInByAccount(page, wang, false)
  await page.waitForURL('**/home/signing**')
  await listens
  const pages = page.getByRole('region', { name: /合同/ }).first()
  await pages.waitFor()
  const box = await pages.boundingBox()
  if (!box) throw new Error('the contract is not on screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (let turn = 0; turn < 4; turn++) {
    await scene.server.shiftClock(minutes(20))
    await page.clock.fastForward(minutes(20))
    const touched = page.waitForResponse((response) => response.url().includes('inspectTokenExpired'))
    await page.mouse.wheel(0, 900)
    expect((await touched).status()).toBe(200)
    // Once in a while is enough.
    await page.mouse.wheel(0, 900)
  }
  expect(await expired(page).count()).toBe(0)
  await scene.server.shiftClock(minutes(31))
  await page.clock.fastForward(minutes(31))
  await expired(page).waitFor()
  await close()
})

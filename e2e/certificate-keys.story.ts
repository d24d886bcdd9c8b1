import { readFileSync } from 'node:fs'
import type { TokenSettings } from '@moqi/trust/hsm/pkcs11-token'
import { hasSoftToken, newSoftToken } from '@moqi/trust/testing/soft-token'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { addTestKey, type RunningCompanion, startCompanion } from './support/companion.ts'
import { freePort } from './support/free-port.ts'
import { judge } from './support/judge.ts'
import { wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { askForCode } from './support/prove-phone.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { openOwnTurn, readyToSign } from './support/sign.ts'
import { stage } from './support/stage.ts'

/**
 * Certificate keys in SoftHSM2 through the companion: registering and signing in by one, binding one, and a contract
 * that is signed by it.
 */

const port = await freePort()
const scene = stage(() => ({ MOQI_COMPANION: `http://127.0.0.1:${port}` }))
const company = '宁波海拓贸易有限公司'

const connect = (page: Page) => page.getByRole('button', { name: '连接密钥助手' })
const certificate = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(name) })

describe.skipIf(!hasSoftToken)('a USB key (needs SoftHSM2 and the native binding)', () => {
  let settings: TokenSettings
  let companion: RunningCompanion
  beforeAll(() => {
    settings = newSoftToken('usb')
    addTestKey(scene.server, settings, '--name', '赵敏', '--organization', company)
    addTestKey(scene.server, settings, '--name', wang.name)
  })
  afterAll(() => companion?.stop())

  async function pairAndChoose(page: Page, name: string): Promise<void> {
    await page.getByLabel('配对码').fill(await companion.code())
    await page.getByRole('button', { name: '配对', exact: true }).click()
    await certificate(page, name).check()
  }

  test('registers an account and signs in to it; without the companion the page says what to do', async () => {
    const { page, context, close } = await scene.browser.desktop(scene.server.url)
    await page.goto('/home/register-uk')
    await connect(page).click()
    await page.getByText('未检测到密钥助手').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'companion-missing')
    companion = await startCompanion(settings, scene.server.url, port)
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByLabel('配对码').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'companion-pairing')
    await pairAndChoose(page, '赵敏')
    await page.getByRole('button', { name: '企业', exact: true }).click()
    expect(await page.getByLabel('企业名称').inputValue()).toBe(company)
    await page.getByLabel('账号', { exact: true }).fill('zhaomin_uk')
    await page.getByLabel('短信验证码').fill((await askForCode(page, scene.server, '13711110077')) ?? '')
    await page.getByLabel('密码', { exact: true }).fill('Qixian#2026')
    await page.getByLabel('确认密码').fill('Qixian#2026')
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'register-uk', { whole: true })
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await companion.typePin(page, settings.pin)
    await page.waitForURL(({ pathname }) => !pathname.includes('register'))

    await context.clearCookies()
    await page.goto('/home/login/key')
    await connect(page).click()
    await certificate(page, '赵敏').check()
    await page.getByRole('checkbox', { name: /我已阅读/ }).check()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'login-by-certificate')
    await page.getByRole('button', { name: '用USBKey登录' }).click()
    await companion.typePin(page, settings.pin)
    await page.waitForURL(({ pathname }) => !/\/(login\/key|loading)$/.test(pathname))
    expect((await context.cookies()).some(({ name }) => name === 'jit-econtract')).toBe(true)
    await close()
  })

  test('is bound to an account and signs its contract, which pdfsig and the others find sound', async () => {
    const { page, close } = await scene.browser.desktop(scene.server.url)
    await openAs(page, wang, { path: '/home/user/bindKey' })
    await page.getByText(/^暂无。绑定后/).waitFor()
    await connect(page).click()
    await pairAndChoose(page, wang.name)
    const before = await scene.server.outbox(wang.phone)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('短信验证码').fill(await scene.server.outboxCode(wang.phone, before))
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await companion.typePin(page, settings.pin)
    await page.getByText(/尚未使用/).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'bind-key', { whole: true })

    const placings = [{ person: wang, kind: '个人签名' as const, x: 0.6, y: 0.5 }]
    await sendContract(scene.server, { file: '保密协议.pdf', others: [wang], ownSideSigns: false, page: 1, placings })
    await openOwnTurn(page)
    await readyToSign(page)
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: '改用USBKey' }).click()
    await connect(page).click()
    await certificate(page, wang.name).check()
    expect(await axeFindings(page)).toEqual([])
    await pictures(page, 'will-by-certificate')
    await sheet.getByRole('button', { name: '用USBKey验证并签署' }).click()
    await companion.typePin(page, settings.pin)
    await companion.typePin(page, settings.pin)
    await page.getByRole('heading', { name: '签署成功' }).waitFor()

    await page.goto('/home/space/contract-list?status=finish')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^下载/ }).first().click()
    const finished = readFileSync(await (await download).path())
    expect(judge(finished, scene.server.rootFile)).toEqual({ signatures: 2, timestamps: 2, faults: [] })
    await close()
  })
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPin } from '../scripts/demo/cast.ts'
import { type Firefox, openFirefox } from './support/firefox.ts'
import type { FirefoxPage } from './support/firefox-page.ts'
import { judge } from './support/judge.ts'
import { sampleFile } from './support/launch.ts'
import { jing, partyName, type Person, wang } from './support/people.ts'
import { newSignCode, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** The main story in a browser that shares no engine with the others': launched, signed by two, verified. */

const scene = stage()
let firefox: Firefox

beforeAll(async () => {
  firefox = await openFirefox()
})
afterAll(() => firefox.close())

const button = (name: string | RegExp) => ({ css: 'button', name })

async function signIn({ phone }: Person): Promise<FirefoxPage> {
  const page = await firefox.visit(scene.server.url)
  await page.goto('/home/login')
  await page.type({ css: '#root:not([inert]) input', name: /手机号\/账号/ }, phone)
  await page.type({ css: 'input[type=password]' }, 'Moqi@2026')
  await page.press({ css: 'input[type=checkbox]', name: /我已阅读/ })
  await page.press({ css: 'button[type=submit]', name: '登录' })
  await page.see({ css: 'a', name: /^发起签署/ })
  return page
}

async function launch(page: FirefoxPage): Promise<void> {
  await page.press({ css: 'a', name: /^发起签署/ })
  await page.choose('.drop input[type=file]', sampleFile('保密协议.pdf'))
  await page.see(button('删除 保密协议.pdf'))
  await page.press(button('下一步'))
  await page.press(button('添加个人签署方'))
  await page.type({ css: 'li:last-child input', name: /姓名/ }, wang.name)
  await page.type({ css: 'li:last-child input', name: /手机号/ }, wang.phone)
  await page.press(button('下一步'))
  await page.at('/set-temp-control')
  const sheet = { css: '[data-sheet="0:1"]' }
  await page.press(button('第 1 页'))
  await page.see({ css: '[data-sheet="0:1"] canvas' })
  for (const [person, kind, x] of [
    [jing, '企业印章', 0.3],
    [wang, '个人签名', 0.7],
  ] as const) {
    await page.press({ css: 'aside [role=radio]', name: new RegExp(partyName(person)) })
    await page.press({ css: 'aside button', name: kind })
    await page.press(sheet, { x, y: 0.4 })
    await page.see({ css: 'aside h2', name: new RegExp(`^${kind}`) })
  }
  await page.press(button('下一步'))
  await page.see({ css: 'h1, h2', name: '确认发送' })
  await page.press(button('发送'))
  await page.at('/temp-info')
}

async function sign(page: FirefoxPage, { phone, company }: Person): Promise<void> {
  await page.goto('/home/space/contract-list?status=iSign')
  await page.press(button(/^签署：/))
  await page.see(button(/^提交签署/))
  await page.press(button('一键签署'))
  await page.press({ css: 'input[type=checkbox]', name: /我已阅读并同意签署/ })
  const before = await signCodes(scene.server, phone)
  await page.press(button('提交签署'))
  await page.type({ css: '[role=dialog] input, dialog input' }, await newSignCode(scene.server, phone, before))
  if (company) {
    await page.see({ css: 'p', name: '短信验证码已验证' })
    await page.type({ css: '#sign-code-pin' }, demoPin)
  }
  await page.see({ css: 'h1, h2', name: '签署成功' })
}

test('in Firefox a contract is launched, signed by two, saved, and verified', { timeout: 120_000 }, async () => {
  const desk = await signIn(jing)
  await launch(desk)
  await sign(desk, jing)
  const other = await signIn(wang)
  await sign(other, wang)
  await other.press(button('下载合同'))
  const file = await firefox.downloaded()
  // The platform certifies what is sent, then two sign.
  expect(judge(readFileSync(file), scene.server.rootFile)).toMatchObject({ signatures: 3, faults: [] })
  await other.goto('/home/file-check')
  await other.choose('input[type=file]', file)
  await other.see({ css: 'h1, h2, p, strong', name: /^验证通过/ })
  expect(firefox.faults).toEqual([])
})

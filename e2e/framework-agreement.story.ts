import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { judge } from './support/judge.ts'
import { launchContract, type Placing, sampleFile } from './support/launch.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { stage } from './support/stage.ts'
import { signInByAccount } from './support/sign-in.ts'
import { invitation, openOwnTurn, signHere } from './support/sign.ts'

/** The framework agreement: two companies and one person, in order, from the login page to the judges. */

const subject = '采购框架协议'
const scene = stage()
const visitors = new Map<string, Visitor>()
let finished: Buffer

/** Each person keeps one window; the person on the move uses a phone. */
async function window(person: Person): Promise<Page> {
  const known = visitors.get(person.phone)
  if (known) return known.page
  const visitor = await (person === wang ? scene.browser.phone : scene.browser.desktop)(scene.server.url)
  visitors.set(person.phone, visitor)
  return visitor.page
}

const place = (person: Person, kind: string, x: number): Placing[] => [
  { person, kind, x, y: 0.3 },
  { person, kind: '签署日期', x, y: 0.5 },
]

test('somebody without a session is led to the login page and back', async () => {
  const page = await window(jing)
  await page.goto('/home/space/contract-list?status=all')
  await page.waitForURL('**/login?redirect=**')
  expect(await axeFindings(page)).toEqual([])
  await signInByAccount(page, jing)
  await page.waitForURL('**/space/contract-list?status=all')
  expect(await page.context().cookies()).toContainEqual(expect.objectContaining({ name: 'jit-econtract', value: '1' }))
  await page.goto('/home/login')
  await page.waitForURL('**/home/')
})

test('the company launches the contract', async () => {
  const page = await window(jing)
  await page.goto('/home/')
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await launchContract(page, {
    file: '采购框架协议.pdf',
    others: [wang, chen],
    ownSideSigns: true,
    page: 18,
    placings: [...place(jing, '企业印章', 0.2), ...place(wang, '个人签名', 0.5), ...place(chen, '企业印章', 0.8)],
  })
  await page.waitForURL('**/temp-info**')
  expect(await axeFindings(page)).toEqual([])
})

test('each party signs in turn from the link of the SMS', async () => {
  for (const person of [jing, wang, chen]) {
    const page = await window(person)
    if (person === jing) await openOwnTurn(page)
    else {
      await page.goto(await invitation(scene.server, person.phone))
      await page.waitForURL('**/login?redirect=**')
      await signInByAccount(page, person)
    }
    await page.getByRole('button', { name: /^提交签署/ }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await signHere(page, scene.server, person)
    expect(await axeFindings(page)).toEqual([])
  }
})

test('everybody is told when it is finished, and the list shows it', async () => {
  const page = await window(jing)
  await page.goto('/home/space/contract-list?status=finish')
  await page.getByRole('link', { name: subject }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  for (const { phone } of [jing, wang, chen]) {
    await expect
      .poll(async () => (await scene.server.outbox(phone)).some((message) => message.scene === 'finished'))
      .toBe(true)
  }
})

test('the downloaded file passes every foreign judge', async () => {
  const page = await window(jing)
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: new RegExp(`^下载.*${subject}`) })
    .first()
    .click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe(`${subject}.pdf`)
  finished = readFileSync(await saved.path())
  expect(judge(finished, scene.server.rootFile)).toEqual({ signatures: 4, timestamps: 4, faults: [] })
  const original = readFileSync(sampleFile('采购框架协议.pdf'))
  expect(finished.subarray(0, original.length).equals(original)).toBe(true)
})

test('the detail page shows progress and log', async () => {
  const page = await window(jing)
  await page.getByRole('link', { name: subject }).first().click()
  await page.waitForURL('**/temp-info**')
  await page.getByRole('tab', { name: '签署进度' }).click()
  await page.getByText('王小明').first().waitFor()
  await page.getByRole('tab', { name: '操作记录' }).click()
  for (const verb of ['创建合同', '发送合同', '签署', '下载']) await page.getByText(verb).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('anyone can verify it, and a changed copy is found out', async () => {
  const visitor = await scene.browser.phone(scene.server.url)
  const { page } = visitor
  await page.goto('/home/file-check')
  expect(await axeFindings(page)).toEqual([])
  await page.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: finished })
  await page.getByText('验证通过：文件未被篡改，全部签名有效').first().waitFor()
  for (const name of ['杭州云启科技有限公司', '王小明', '上海嘉禾物业管理有限公司']) {
    await page.getByText(name).first().waitFor()
  }
  expect(await axeFindings(page)).toEqual([])
  const changed = Buffer.from(finished)
  changed[2000] = (changed[2000] ?? 0) ^ 1
  await page.goto('/home/file-check')
  await page.locator('input[type=file]').setInputFiles({ name: 'b.pdf', mimeType: 'application/pdf', buffer: changed })
  await page.getByText('验证不通过：文件内容已被篡改').first().waitFor()
  await visitor.close()
})

test('logging out asks first, and ends the session', async () => {
  const page = await window(chen)
  await page.goto('/home/')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  await page.getByRole('button', { name: /^账号/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByText('确定要退出系统吗？').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/login**')
  const answer = await fetch(`${scene.server.url}/api/common/v1/user/inspectTokenExpired`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await answer.json()).toMatchObject({ code: -10 })
})

test('no page of the story had an error in its console', () => {
  expect([...visitors.values()].flatMap(({ faults }) => faults)).toEqual([])
})

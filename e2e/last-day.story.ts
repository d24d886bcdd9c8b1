import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyInvitation, invitePeople } from './support/company.ts'
import { chen, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** A company's last day: somebody's work handed over, everything taken along, and the company closed. */

const scene = stage()
const company = '上海嘉禾物业管理有限公司'
const folder = mkdtempSync(join(tmpdir(), 'moqi-last-day-story-'))
const archive = join(folder, 'archive.zip')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let page: Page
let faults: string[]
beforeAll(async () => {
  ;({ page, faults } = await scene.browser.desktop(scene.server.url))
  await openAs(page, chen, { path: '/home/company-space/personal-management' })
})

/** Asks for a code to one's own phone, and types it into the form. */
async function typeOwnCode(form: Pick<Page, 'getByRole' | 'getByLabel'>): Promise<void> {
  const before = await scene.server.outbox(chen.phone)
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByLabel('短信验证码').fill(await scene.server.outboxCode(chen.phone, before))
}

test('whoever leaves hands over what is under way, and nothing of it is lost', async () => {
  await invitePeople(page, [wang])
  const phone = await scene.browser.phone(scene.server.url)
  await openAs(phone.page, wang, { path: await companyInvitation(scene.server, wang.phone) })
  await phone.page.getByRole('button', { name: '同意加入' }).click()
  await phone.page.getByRole('heading', { name: '加入成功！' }).waitFor()
  await phone.close()
  const placings = [{ person: { ...chen, company: null }, kind: '个人签名', x: 0.5, y: 0.3 } as const]
  const others = [{ ...chen, company: null }]
  const nda = { file: '保密协议.pdf', others, ownSideSigns: false, page: 1, placings } as const
  await sendContract(scene.server, nda, { ...wang, company })

  await page.reload()
  await page.getByRole('button', { name: `更多：${wang.name}` }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  const sheet = page.getByRole('dialog', { name: '移除成员' })
  await sheet.getByText('还有1份未完成的合同，请选择接手的同事。').waitFor()
  await sheet.getByLabel(/接手/).selectOption({ index: 1 })
  await sheet.getByRole('button', { name: '移除' }).click()
  await sheet.waitFor({ state: 'detached' })

  // Handed over, it is hers to call back.
  await page.goto('/home/space/contract-list?status=otherSign')
  await page.getByRole('button', { name: '更多：保密协议' }).first().click()
  await page.getByRole('menuitem', { name: '撤回' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
  await page.getByText('撤回成功！').waitFor()
  expect(faults).toEqual([])
})

test('everything that the company has is exported and checks out without the server', async () => {
  await page.goto('/console/')
  await page.getByRole('link', { name: '数据导出' }).first().click()
  await page.getByText('还没有导出过').waitFor()
  await isWhole(page, 'export-first')
  await page.getByRole('button', { name: /^开始导出/ }).click()
  const sheet = page.getByRole('dialog', { name: '验证身份' })
  await typeOwnCode(sheet)
  await isWhole(page, 'export-code')
  await sheet.getByRole('button', { name: '开始导出' }).click()
  const take = page.getByRole('button', { name: '下载' })
  await take.waitFor({ timeout: 90_000 })
  await isWhole(page, 'export-done')
  await pictures(page, 'export-done', { whole: true })
  const download = page.waitForEvent('download')
  await take.click()
  writeFileSync(archive, readFileSync(await (await download).path()))
  const root = join(folder, 'root.pem')
  writeFileSync(root, readFileSync(scene.server.rootFile))
  const told = spawnSync('npm', ['run', '-s', 'verify', '--', '--evidence', archive, '--root', root], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { ...process.env, MOQI_DATA: folder },
  })
  expect([told.status, JSON.parse(told.stdout)]).toMatchObject([0, { verdict: 'valid', problems: [] }])
})

test('the company is closed, with thirty days in which that can be taken back', async () => {
  await page.goto('/console/')
  await page.getByRole('link', { name: '注销企业' }).first().click()
  await page.getByText('没有签署中的合同').waitFor()
  await isWhole(page, 'close-first')
  await pictures(page, 'close-first', { whole: true })
  await page.getByRole('button', { name: '提交注销' }).click()
  await page.getByText('与企业全称不一致，请重新输入').waitFor()
  await page.getByLabel('请输入企业全称以确认').fill(company)
  await typeOwnCode(page)
  await page.getByRole('checkbox', { name: /我已导出需要的合同/ }).check()
  await page.getByRole('button', { name: '提交注销' }).click()
  await page.getByRole('heading', { name: /^企业将于 \d{4}-\d\d-\d\d 注销$/ }).waitFor()
  await isWhole(page, 'close-grace')
  await pictures(page, 'close-grace', { whole: true })

  // Nothing is launched meanwhile, and everything can be read.
  await page.goto('/home/space/contract-list?status=all')
  await page.getByRole('link', { name: '保密协议' }).first().waitFor()
  await page.getByRole('button', { name: '发起签署' }).first().click()
  await page.getByText('企业正在注销，不能发起或签署').first().waitFor()

  await page.goto('/console/close')
  await page.getByRole('button', { name: '撤销注销' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销注销' }).click()
  await page.getByText('注销前要做的五件事').waitFor()
  expect(faults).toEqual([])
})

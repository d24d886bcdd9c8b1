import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { judge } from './support/judge.ts'
import { jing, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { stage } from './support/stage.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { invitation, signHere } from './support/sign.ts'

/** Evidence: from signing to a bundle that proves it when the server is gone. */

const subject = '保密协议'
const scene = stage()
const folder = mkdtempSync(join(tmpdir(), 'moqi-evidence-story-'))
const bundleFile = join(folder, 'bundle.zip')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let page: Page

async function saved(target: Page, name: string): Promise<Download> {
  const download = target.waitForEvent('download')
  await target.getByRole('button', { name }).click()
  return download
}

test('a contract is launched and signed', async () => {
  page = (await scene.browser.desktop(scene.server.url)).page
  await openAs(page, jing)
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
  })
  const phone = (await scene.browser.phone(scene.server.url)).page
  await openAs(phone, wang, { path: await invitation(scene.server, wang.phone) })
  await phone.getByRole('button', { name: /^提交签署/ }).waitFor()
  await signHere(phone, scene.server, wang)
  await phone.goto('/home/space/contract-list?status=finish')
  await phone.getByRole('link', { name: subject }).first().click()
  await phone.getByRole('tab', { name: '证据' }).click()
  await phone.getByRole('heading', { name: '签署报告' }).waitFor()
  expect(await axeFindings(phone)).toEqual([])
  await picture(phone, 'evidence-phone')
})

test('the report is downloaded from the contract’s page, and the log tells of it', async () => {
  await page.goto('/home/space/contract-list?status=finish')
  await page.getByRole('link', { name: subject }).first().click()
  await page.getByRole('tab', { name: '证据' }).click()
  await page.getByRole('heading', { name: '签署报告' }).waitFor()
  await picture(page, 'evidence')
  expect(await axeFindings(page)).toEqual([])
  const report = await saved(page, '下载签署报告')
  expect(report.suggestedFilename()).toBe(`${subject}-签署报告.pdf`)
  const bytes = readFileSync(await report.path())
  expect(judge(bytes, scene.server.rootFile)).toEqual({ signatures: 1, timestamps: 1, faults: [] })
  await page.getByText('加盖时间戳').waitFor()
  await page.getByRole('tab', { name: '操作记录' }).click()
  await page.getByText('下载签署报告').first().waitFor()
  await page
    .getByText(/^报告编号 BG/)
    .first()
    .waitFor()
})

test('the bundle checks out by the command line after the server has stopped', async () => {
  await page.getByRole('tab', { name: '证据' }).click()
  const bundle = await saved(page, '下载证据包')
  expect(bundle.suggestedFilename()).toBe(`${subject}-证据包.zip`)
  const root = join(folder, 'root.pem')
  writeFileSync(root, readFileSync(scene.server.rootFile))
  writeFileSync(bundleFile, readFileSync(await bundle.path()))
  await scene.server.stop()
  const told = verify('--root', root)
  expect([told.status, JSON.parse(told.stdout)]).toMatchObject([0, { verdict: 'valid', problems: [] }])
  expect(verify().status).toBe(2)
})

const verify = (...words: string[]) =>
  spawnSync('npm', ['run', '-s', 'verify', '--', '--evidence', bundleFile, ...words], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
    env: { ...process.env, MOQI_DATA: folder },
  })

import { readFileSync } from 'node:fs'
import { saveDraft, uploadContract, placeAreas } from '../scripts/demo/launch-contract.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { sampleFile } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { newSignCode, signCodes, typeWill } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** Twenty contracts with one proof of will: two fail, each for its own reason, and the others are signed. */

const scene = stage()

/** Contracts of李静's company that wait for its seal, sent by 王小明. */
async function waiting(count: number): Promise<string[]> {
  await inDatabase(scene.server, 'update quota_pack set total = 100, remaining = 100')
  const client = await signIn(scene.server.url, wang)
  const bytes = new Uint8Array(readFileSync(sampleFile('保密协议.pdf')))
  const uploaded = await uploadContract(client, { fileName: '保密协议.pdf', bytes })
  const launched: string[] = []
  for (let no = 1; no <= count; no++) {
    const file = { ...uploaded, fileName: `供货合同${String(no).padStart(2, '0')}.pdf` }
    const draft = await saveDraft(client, file, [jing])
    await placeAreas(client, draft, file, [jing])
    await client.call('sendTask', { signId: draft.signId })
    launched.push(draft.signId)
  }
  return launched
}

async function tickAll(page: Page, count: number) {
  await page.goto('/home/space/contract-list?status=iSign&pageSize=50')
  await page.getByRole('link', { name: '供货合同01', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部合同' }).check()
  await page.getByRole('button', { name: new RegExp(`^批量签署${count}份`) }).click()
  await page.waitForURL('**/sign?signIds=**')
}

test('twenty contracts are signed with one code, two fail for reasons of their own', async () => {
  const launched = await waiting(20)
  const visitor = await scene.browser.desktop(scene.server.url)
  const { page } = visitor
  await openAs(page, jing)
  await tickAll(page, 20)
  await page.getByRole('heading', { name: '核对20份合同' }).waitFor()
  await page.getByText('可以签署').nth(3).waitFor()
  await pictures(page, 'batch-check')
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('button', { name: '查看：供货合同03' }).click()
  await page.getByRole('dialog', { name: '供货合同03' }).getByRole('region', { name: /内容/ }).waitFor()
  await pictures(page, 'batch-preview')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '签署20份' }).click()
  await page.getByText('请先阅读并同意协议').waitFor()
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  const before = await signCodes(scene.server, jing.phone)
  await page.getByRole('button', { name: '签署20份' }).click()
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet.getByText('20份合同').waitFor()
  const code = await newSignCode(scene.server, jing.phone, before)
  const [message] = await scene.server.outbox(jing.phone)
  expect(message?.body).toContain('等20份合同')
  await pictures(page, 'batch-will')

  // Meanwhile one is recalled, and one refused on another device.
  const wangs = await signIn(scene.server.url, wang)
  await wangs.call('recallTask', { signId: launched[4] ?? '', reason: '价格有误' })
  const own = new URL(page.url()).searchParams.get('signIds')?.split(',') ?? []
  const jings = await signIn(scene.server.url, jing)
  const rows = (await jings.call('getBatchSignSealInfo', { signIds: own })).batchSignArray
  const refused = rows.find(({ taskName }) => taskName === '供货合同09')
  await jings.call('rejectTask', { signId: refused?.signId ?? '', reason: '条款不符' })

  await typeWill(sheet, code)
  await page.getByRole('heading', { name: '18份签署成功' }).waitFor({ timeout: 60_000 })
  await pictures(page, 'batch-done')
  expect(await axeFindings(page)).toEqual([])
  const table = page.getByRole('table', { name: '签署结果' })
  const first = await table.getByRole('row').nth(1).innerText()
  const second = await table.getByRole('row').nth(2).innerText()
  expect([first, second].map((text) => text.includes('未签署'))).toEqual([true, true])
  expect(`${first} ${second}`).toContain('合同已被撤回')
  expect(`${first} ${second}`).toContain('合同已被拒签')
  await page.getByRole('link', { name: '查看原因：供货合同05' }).click()
  await page.waitForURL('**/temp-info**')
  await page.getByText('价格有误').first().waitFor()
  expect(visitor.faults).toEqual([])
  await visitor.close()
})

test('one who leaves in the middle finds on coming back what was signed', async () => {
  await waiting(6)
  const visitor = await scene.browser.desktop(scene.server.url)
  const { page } = visitor
  await openAs(page, jing)
  await tickAll(page, 6)
  const address = page.url()
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  const before = await signCodes(scene.server, jing.phone)
  await page.getByRole('button', { name: '签署6份' }).click()
  const code = await newSignCode(scene.server, jing.phone, before)
  const asked = page.waitForRequest('**/signBatchProcessPosition')
  await typeWill(page.getByRole('dialog', { name: '意愿认证' }), code)
  await asked
  await page.close()

  const again = await scene.browser.desktop(scene.server.url)
  await openAs(again.page, jing, { path: new URL(address).pathname + new URL(address).search })
  await again.page.getByText('您已签署').nth(5).waitFor({ timeout: 30_000 })
  expect(again.faults).toEqual([])
  await again.close()
})

test('on a phone, by keys alone, one contract leads to its own page and several to a list', async () => {
  const launched = await waiting(2)
  const client = await signIn(scene.server.url, jing)
  const { taskInfoArray } = await client.call('listTasks', { status: 'iSign', pageSize: 50 })
  const signIds = taskInfoArray.slice(0, 2).map(({ signId }) => signId)
  expect([launched.length, signIds.length]).toEqual([2, 2])
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await openAs(page, jing, { path: `/home/sign?signIds=${signIds[0]}` })
  await page.waitForURL('**/signing?**')
  await page.goto(`/home/sign?signIds=${signIds.join()}`)
  await page.getByRole('button', { name: '签署2份' }).waitFor()
  await page
    .getByRole('checkbox', { name: /^签署：/ })
    .first()
    .focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '签署1份' }).waitFor()
  await page.keyboard.press('Space')
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'batch-phone')
  await page.goto('/home/space/contract-list?status=iSign')
  await page.getByText('选择本页', { exact: true }).locator('visible=true').click()
  await page.getByRole('button', { name: /^批量签署\d+份/ }).waitFor()
  await page.goto('/home/sign')
  await page.getByText('请先选择要签署的合同').waitFor()
  await pictures(page, 'batch-none')
  expect(faults).toEqual([])
  await close()
})

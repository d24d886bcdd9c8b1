import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { type Launch, prepareContract } from './support/launch.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { invitation } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What may be done with a contract after it was sent, until it is over and after. */

const scene = stage()
const minute = 60_000
const day = 24 * 60 * minute
const zhang: Person = { phone: '13800000003', name: '张伟', company: '杭州云启科技有限公司' }
const subject = '保密协议'

const toOne = (person: Person): Launch => ({
  file: '保密协议.pdf',
  others: [person],
  ownSideSigns: false,
  page: 1,
  placings: [{ person, kind: person.company === null ? '个人签名' : '企业印章', x: 0.5, y: 0.3 }],
})

async function signedIn(person: Person, device: 'desktop' | 'phone' = 'desktop') {
  const visitor = await scene.browser[device](scene.server.url)
  await openAs(visitor.page, person)
  return visitor
}

/** Presses one of the operations of the open contract or of a list's first row, wherever it stands. */
async function press(page: Page, label: string): Promise<void> {
  const near = page.getByRole('button', { name: new RegExp(`^${label}(：${subject})?$`) }).first()
  const far = page.getByRole('button', { name: `更多：${subject}` }).first()
  await near.or(far).first().waitFor()
  if (await near.isVisible()) return near.click()
  await far.click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

async function openFirst(page: Page, status: string): Promise<void> {
  await page.goto(`/home/space/contract-list?status=${status}`)
  await page.getByRole('link', { name: subject, exact: true }).first().click()
  await page.getByRole('heading', { name: subject, level: 1 }).waitFor()
}

const urges = async () => (await scene.server.outbox(wang.phone)).filter(({ scene: about }) => about === 'urged').length

test('the initiator extends the deadline, urges when the time has come, and recalls', async () => {
  await sendContract(scene.server, toOne(wang))
  const { page, faults, close } = await signedIn(jing)
  await page.goto('/home/space/contract-list?status=otherSign')
  await press(page, '延期')
  const sheet = page.getByRole('dialog', { name: '延期' })
  await sheet.getByLabel('新的截止日期').fill('')
  await sheet.getByRole('button', { name: '确定延期' }).click()
  await sheet.getByText('请选择新的截止日期').waitFor()
  const later = new Date(Date.now() + 60 * day).toISOString().slice(0, 10)
  await sheet.getByLabel('新的截止日期').fill(later)
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '确定延期' }).click()
  await page.getByText('延期成功').waitFor()
  await page.getByText(later).first().waitFor()
  await page
    .getByRole('button', { name: `更多：${subject}` })
    .first()
    .click()
  expect(await page.getByRole('menuitem', { name: /^\d+分钟后可催签$/ }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await openFirst(page, 'otherSign')
  expect(await page.getByRole('button', { name: /^\d+分钟后可催签$/ }).isDisabled()).toBe(true)
  await page.getByText(/^还没有打开，\d+分钟后可催签$/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await scene.server.shiftClock(31 * minute)
  await page.goto('/home/space/contract-list?status=otherSign')
  await press(page, '催签')
  await page.getByText('已催签：王小明').waitFor()
  await expect.poll(urges).toBe(1)
  await press(page, '撤回')
  await page.getByText('还没有人签署时，扣减的1份会退回；已有人签署则不退回。').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
  await page.getByText('撤回成功！').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a refused contract is begun anew in the wizard, with its file and its party', async () => {
  const desk = await signedIn(jing)
  await sendContract(scene.server, toOne(wang))
  const phone = await signedIn(wang, 'phone')
  await phone.page.goto('/home/space/contract-list?status=iSign')
  await press(phone.page, '拒签')
  await phone.page.getByRole('textbox').last().fill('金额与约定不符')
  await phone.page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
  await phone.page.getByText('拒签成功！').waitFor()
  await desk.page.goto('/home/space/contract-list?status=reject')
  await press(desk.page, '重新发起')
  await desk.page.waitForURL('**/temp-create**')
  await desk.page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  await desk.page.getByRole('button', { name: '下一步' }).click()
  await expect.poll(() => desk.page.getByLabel('姓名').first().inputValue()).toBe(wang.name)
  expect(desk.faults).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

test('a wrong phone is corrected, and the right one is asked', async () => {
  const { page, faults, close } = await signedIn(jing)
  const right = '13900000912'
  await sendContract(scene.server, toOne({ name: '赵一一', phone: '13900000911', company: null }))
  await openFirst(page, 'otherSign')
  await press(page, '更正手机号')
  const sheet = page.getByRole('dialog', { name: '更正手机号' })
  await sheet.getByText('139****0911').waitFor()
  await sheet.getByLabel('新手机号').fill('1390000')
  await sheet.getByRole('button', { name: '确定更正' }).click()
  await sheet.getByText('手机号格式不正确').waitFor()
  await sheet.getByLabel('新手机号').fill(right)
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '确定更正' }).click()
  await page.getByText('手机号已更正，已重新通知签署方').waitFor()
  await page.getByRole('tab', { name: '操作记录' }).click()
  await page.getByText('赵一一：139****0911 → 139****0912').waitFor()
  expect(await invitation(scene.server, right)).toContain('/t/')
  expect(faults).toEqual([])
  await close()
})

test('a company’s operator hands the turn to a colleague, whose it is from then on', async () => {
  await sendContract(scene.server, toOne(jing), chen)
  const desk = await signedIn(jing)
  await openFirst(desk.page, 'iSign')
  await press(desk.page, '转交')
  const sheet = desk.page.getByRole('dialog', { name: '转交' })
  await sheet.getByRole('radio', { name: /张伟/ }).check()
  await sheet.getByLabel(/请填写原因/).fill('本周休假')
  expect(await axeFindings(desk.page)).toEqual([])
  await sheet.getByRole('button', { name: '确定转交' }).click()
  await desk.page.getByText('转交成功').waitFor()
  const colleague = await signedIn(zhang)
  await openFirst(colleague.page, 'iSign')
  await colleague.page.getByRole('button', { name: '签署', exact: true }).waitFor()
  expect([...desk.faults, ...colleague.faults]).toEqual([])
  await Promise.all([desk.close(), colleague.close()])
})

test('of several sendings those that failed are counted in a message that leads to their causes (C55)', async () => {
  const { page, faults, close } = await signedIn(jing)
  await prepareContract(page, toOne(wang))
  await inDatabase(scene.server, 'update quota_pack set remaining = 0')
  await page.goto('/home/space/contract-list?status=waitSend')
  await page
    .getByRole('checkbox', { name: `选择：${subject}` })
    .first()
    .check()
  await page.getByRole('button', { name: '批量发送' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click()
  const message = page.getByRole('status').filter({ hasText: /^有1份发送失败，查看原因$/ })
  await message.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'batch-failed-toast')
  await message.getByRole('button', { name: '查看原因' }).click()
  const sheet = page.getByRole('dialog', { name: '批量发送结果' })
  await sheet.getByText('剩余发起签署份数不足，请购买套餐后再发送').waitFor()
  expect(await message.count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '知道了' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await inDatabase(scene.server, 'update quota_pack set total = 100, remaining = 100')
  expect(faults).toEqual([])
  await close()
})

test('a contract past its deadline expires by itself, goes to the bin and comes back', async () => {
  await sendContract(scene.server, toOne(wang))
  await scene.server.shiftClock(31 * day)
  // The job store keeps its own time.
  await inDatabase(
    scene.server,
    `update graphile_worker._private_jobs set run_at = now() where key like 'expire %' and run_at > now()`,
  )
  await expect
    .poll(() => inDatabase(scene.server, `select 1 from contract where state = 'expired'`), { timeout: 60_000 })
    .toBeGreaterThan(0)
  // No session outlives a month.
  const { page, faults, close } = await signedIn(jing)
  await page.goto('/home/space/contract-list?status=expired')
  await page.getByRole('link', { name: subject, exact: true }).first().waitFor()
  await press(page, '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await page.getByText('已移入回收站').waitFor()
  await page.goto('/home/space/contract-list?status=bin')
  expect(await axeFindings(page)).toEqual([])
  await press(page, '恢复')
  await page.getByText('已恢复').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('what is ticked is counted over the list, the list is exported, and what cannot be sent is said', async () => {
  const { page, faults, close } = await signedIn(jing)
  await page.goto('/home/space/contract-list?status=all')
  await page.getByRole('checkbox', { name: '选择本页全部合同' }).first().check()
  await page.getByText(/^已选择\d+项$/).waitFor()
  expect(await axeFindings(page)).toEqual([])
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await coming).suggestedFilename()).toBe('合同列表.xlsx')
  expect(await page.getByRole('button', { name: '批量下载' }).isDisabled()).toBe(true)
  await page.getByText('签署完成后才能下载').waitFor()
  await page.getByRole('button', { name: '清空' }).click()
  expect(await page.getByText(/^已选择\d+项$/).count()).toBe(0)
  expect(faults).toEqual([])
  await close()
})

/** Asks for 已拒签 within what is listed; answers what axe says of the open filters. */
const askRefused = {
  desktop: async (page: Page) => {
    await page.getByRole('button', { name: '展开' }).click()
    await page.getByRole('combobox', { name: '合同状态' }).selectOption('已拒签')
    return axeFindings(page)
  },
  phone: async (page: Page) => {
    await page.getByRole('button', { name: /^筛选/ }).click()
    await page.getByLabel('合同状态').selectOption({ label: '已拒签' })
    await picture(page, 'filter-sheet-phone')
    return axeFindings(page)
  },
}

test.each(['desktop', 'phone'] as const)(
  'what I launched and was refused is one question, and the list names people beside companies, on a %s (R32)',
  async (device) => {
    const { page, faults, close } = await signedIn(jing, device)
    await page.goto('/home/space/contract-list?status=myLaunch')
    const total = page.getByText(/^共\d+条$/).locator('visible=true')
    await total.waitFor()
    const count = async () => Number((await total.innerText()).replaceAll(/\D/g, ''))
    const all = await count()
    await page
      .getByText(jing.company ?? '')
      .locator('visible=true')
      .last()
      .waitFor()
    await page.getByText('李静').locator('visible=true').last().waitFor()
    await picture(page, `list-people-${device}`)
    expect(await askRefused[device](page)).toEqual([])
    await page.getByRole('button', { name: '查询' }).locator('visible=true').click()
    await page.waitForURL(/rowStatus=reject/)
    await page
      .getByRole('button', { name: `重新发起：${subject}` })
      .locator('visible=true')
      .first()
      .waitFor()
    // The rows of before stay while the answer is on its way.
    await expect.poll(count).toBeLessThan(all)
    await picture(page, `list-refused-${device}`)
    expect(await axeFindings(page)).toEqual([])
    expect(faults).toEqual([])
    await close()
  },
)

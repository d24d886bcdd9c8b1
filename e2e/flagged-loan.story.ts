import { textPages } from '@moqi/pdf/testing/text-pages'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { placeAreas, saveDraft, uploadContract } from '../scripts/demo/launch-contract.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { inDatabase } from './support/database.ts'
import { proveName, provePhone } from './support/open-sign.ts'
import { enterRoom } from './support/operator-room.ts'
import { chen, jing, type Person, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { invitation, openOwnTurn, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Signers of a loan with a blank amount are warned; an operator freezes it, and lets it go on. */

const scene = stage()
const company = '杭州云启科技有限公司'
const reason = '涉嫌以合同掩盖违法放贷，核查期间暂停签署'

const lines = [
  '个人借款合同',
  '第一条 出借人向借款人出借款项，借款金额：________元，人民币（大写）：________。',
  '第二条 借款人按月支付利息，到期归还本金。',
  '第三条 本合同自双方签署之日起生效。',
]

/** Has the loan sent to these people, who sign side by side, and waits until it was judged. */
async function sendLoan(others: Person[], title: string): Promise<void> {
  const client = await signIn(scene.server.url, jing)
  const bytes = new Uint8Array(textPages([{ lines }]))
  const file = await uploadContract(client, { fileName: `${title}.pdf`, bytes })
  const draft = await saveDraft(client, file, others, { parallel: true })
  await placeAreas(client, draft, file, others)
  await client.call('sendTask', { signId: draft.signId })
  const judged = 'select 1 from contract_flag where contract_id = $1'
  await vi.waitUntil(async () => (await inDatabase(scene.server, judged, [draft.taskId])) === 2, { timeout: 30_000 })
}

const go = (page: Page, to: string) =>
  page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: to, exact: true }).click()

/** Reads what the contract says of a loan and of its blanks, and says to know. */
async function know(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: '签署前请阅读风险提示', level: 1 }).waitFor()
  await page.getByRole('heading', { name: '涉及借贷', level: 2 }).waitFor()
  await page.getByRole('heading', { name: '金额空白', level: 2 }).waitFor()
  await page.getByRole('listitem').filter({ hasText: company }).getByText('已实名').waitFor()
  await pictures(page, `flag-warning-${name}`, { whole: true })
  await isWhole(page, `flag-warning-${name}`)
  await page.getByRole('button', { name: '继续签署' }).click()
  await page.getByText('请先勾选“我已知悉”').waitFor()
  await page.getByRole('checkbox', { name: '我已知悉以上风险提示' }).check()
  await page.getByRole('button', { name: '继续签署' }).click()
}

async function keepWords(page: Page): Promise<void> {
  await go(page, '借贷风险')
  await page.getByRole('link', { name: '借贷词语' }).click()
  const words = page.getByRole('textbox', { name: '借贷词语' })
  await words.waitFor()
  await isWhole(page, 'room-lending-words')
  const shipped = await words.inputValue()
  await words.fill(`${shipped}\n青苗钱 两次`)
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText(/词语后面是出现次数/).waitFor()
  await words.fill(`${shipped}\n青苗钱 2 农业补贴`)
  await page.getByRole('textbox', { name: '修改原因' }).fill('新出现的说法')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('第1版').waitFor()
  await pictures(page, 'room-lending-words', { whole: true })
  await page.getByRole('link', { name: '返回借贷风险' }).click()
}

async function freeze(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: `冻结合同：${company}` }).locator('visible=true')
  await button.waitFor()
  await isWhole(page, 'room-lending')
  await button.click()
  const sheet = page.getByRole('dialog', { name: `冻结合同：${company}` })
  await sheet.getByText('1份有风险提示的签署中合同不能再签署').waitFor()
  await sheet.getByText('写明原因查看该空间').waitFor()
  await sheet.getByRole('button', { name: '冻结1份合同' }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await pictures(page, 'room-freeze-contracts')
  await isWhole(page, 'room-freeze-contracts')
  await sheet.getByLabel('原因（合同各方会看到）').fill(reason)
  await sheet.getByRole('button', { name: '冻结1份合同' }).click()
  await page.getByText('冻结中', { exact: true }).waitFor()
  await pictures(page, 'room-lending-frozen', { whole: true })
  await isWhole(page, 'room-lending-frozen')
}

async function thaw(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^解除冻结：/ }).click()
  const sheet = page.getByRole('dialog', { name: `解除冻结：${company}` })
  await isWhole(page, 'room-thaw-contracts')
  await sheet.getByLabel('原因（合同各方会看到）').fill('核查完毕，未发现违法放贷')
  await sheet.getByRole('button', { name: '解除冻结' }).click()
  await page.getByText('已解除', { exact: true }).waitFor()
  await isWhole(page, 'room-lending-thawed')
}

test('a loan is signed by whoever knows what it says; frozen, nobody signs it until it is let go on', async () => {
  await sendLoan([wang, chen], '个人借款合同')
  const first = await scene.browser.desktop(scene.server.url)
  await openAs(first.page, wang)
  await openOwnTurn(first.page)
  await know(first.page, 'desktop')
  await signHere(first.page, scene.server, wang)

  const room = await scene.browser.desktop(scene.server.url)
  await enterRoom(room.page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await keepWords(room.page)
  await freeze(room.page)

  const second = await scene.browser.phone(scene.server.url)
  await openAs(second.page, chen)
  await second.page.goto('/home/space/contract-list?status=iSign')
  await second.page
    .getByRole('button', { name: /^签署：/ })
    .first()
    .click()
  await second.page.getByText(new RegExp(`该合同已被平台冻结.*原因：${reason}`)).waitFor()
  const own = await signIn(scene.server.url, chen)
  const { taskInfoArray } = await own.call('listTasks', { status: 'iSign' })
  await second.page.goto(`/home/signing?signId=${taskInfoArray[0]?.signId ?? ''}`)
  await second.page.getByRole('heading', { name: new RegExp(`该合同已被平台冻结.*原因：${reason}`) }).waitFor()
  await pictures(second.page, 'frozen-contract')
  await isWhole(second.page, 'frozen-contract')

  await thaw(room.page)
  await second.page.reload()
  await know(second.page, 'phone')
  await signHere(second.page, scene.server, chen)
  for (const visitor of [first, room, second]) {
    expect(visitor.faults).toEqual([])
    await visitor.close()
  }
})

test('whoever comes by a link without an account is warned as well', async () => {
  const stranger: Person = { phone: '13911110074', name: '周晓彤', company: null }
  await sendLoan([stranger], '借款协议')
  const visitor = await scene.browser.phone(scene.server.url)
  const { page, faults, close } = visitor
  await page.goto(await invitation(scene.server, stranger.phone))
  await provePhone(page, scene.server, stranger)
  await proveName(page)
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await know(page, 'link')
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  expect(faults).toEqual([])
  await close()
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { pictures } from './support/picture.ts'
import { jing, type Person, wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** Being told: by the bell while one looks, by SMS and mail as one has chosen (domain 8). */

const scene = stage()
const email = 'wang@example.cn'
const bell = (page: Page) => page.getByRole('button', { name: /^消息/ })
const pop = (page: Page) => page.getByRole('dialog', { name: '消息' })

const toWang = (file: string) => ({
  file,
  others: [wang],
  ownSideSigns: false,
  page: 1,
  placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
})

async function signedIn(person: Pick<Person, 'phone'>, kind: 'desktop' | 'phone' = 'desktop') {
  const visitor = await scene.browser[kind](scene.server.url)
  await openAs(visitor.page, person)
  await visitor.page.getByRole('heading', { name: '近期合同' }).waitFor()
  return visitor
}

const asked = async (to: string) => (await scene.server.outbox(to)).filter(({ scene: about }) => about === 'toSign')

test('a contract rings the bell of an open page, is opened from it, and comes by SMS and a mail with a button', async () => {
  await inDatabase(scene.server, 'update account set email = $1 where phone = $2', [email, wang.phone])
  const { page, faults, close, streams } = await signedIn(wang)
  await bell(page).press('Enter')
  await pop(page).getByText('暂无消息').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await pop(page).isVisible()).toBe(false)
  await expect.poll(streams).toBe(1)

  const launcher = await signedIn(jing)
  await sendContract(scene.server, toWang('保密协议.pdf'))
  await page.getByRole('button', { name: '消息，1条未读' }).waitFor()
  await bell(page).press('Enter')
  const told = pop(page).getByRole('link', { name: /待签署\s*，未读.*邀请您签署《保密协议》/ })
  await told.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await told.press('Enter')
  await page.waitForURL('**/home/temp-info?signId=**')
  await page.getByRole('heading', { name: '保密协议' }).first().waitFor()
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  expect(await pop(page).isVisible()).toBe(false)

  const [sms] = await asked(wang.phone)
  const [mail] = await asked(email)
  const link = /https?:\/\/\S+\/s\/[\w-]+/.exec(sms?.body ?? '')?.[0]
  expect(mail?.body).toContain(`查看并签署：${link}`)
  expect([...faults, ...launcher.faults]).toEqual([])
  await launcher.close()
  await close()
})

test('with SMS switched off the next contract comes in the application and by mail alone, without its name', async () => {
  const { page, faults, close } = await signedIn(wang)
  const [smsBefore, mailBefore] = [(await asked(wang.phone)).length, (await asked(email)).length]
  await page.goto('/home/user/config')
  const saved = () => page.waitForResponse((response) => response.url().endsWith('/saveNoticeSetting'))
  const tick = page.getByRole('checkbox', { name: '待签署：短信' })
  expect(await tick.isChecked()).toBe(true)
  await tick.focus()
  let answered = saved()
  await page.keyboard.press('Space')
  await answered
  answered = saved()
  await page.getByRole('checkbox', { name: '隐藏合同名称' }).click()
  await answered
  // What has scrolled half under the header is no small target.
  await page.evaluate('scrollTo(0, 0)')
  expect(await axeFindings(page)).toEqual([])
  await page.reload()
  await page.getByRole('checkbox', { name: '隐藏合同名称', checked: true }).waitFor()
  expect(await tick.isChecked()).toBe(false)
  await page.getByLabel('合同列表每页条数').selectOption('20')

  const launcher = await signedIn(jing)
  await sendContract(scene.server, toWang('保密协议.pdf'))
  // Beside it the sign-in on this new device may be unread.
  await bell(page).click()
  await pop(page)
    .getByRole('link', { name: /待签署\s*，未读.*《保密协议》/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await asked(email)).length).toBe(mailBefore + 1)
  const hidden = (await asked(email))[0]?.body
  expect(hidden).toContain('邀请您签署《合同》')
  expect(hidden).not.toContain('保密协议')
  expect((await asked(wang.phone)).length).toBe(smsBefore)

  // On a phone: the list, what is unread of it, and all read at once.
  const pocket = await signedIn(wang, 'phone')
  await bell(pocket.page).click()
  await pop(pocket.page).getByRole('link', { name: '查看全部消息' }).click()
  await pocket.page.getByRole('heading', { level: 1, name: '消息' }).waitFor()
  await pocket.page.getByRole('link', { name: /未读/ }).first().click()
  await pocket.page.getByRole('link', { name: /待签署\s*，未读/ }).waitFor()
  expect(await axeFindings(pocket.page)).toEqual([])
  await pocket.page.getByRole('button', { name: '全部已读' }).click()
  await pocket.page.getByText('暂无消息').waitFor()
  // The desk hears it.
  await page.getByRole('button', { name: '消息', exact: true }).waitFor()
  await pocket.page.goto('/home/user/config')
  await pocket.page.getByRole('checkbox', { name: '待签署：短信' }).waitFor()
  expect(await axeFindings(pocket.page)).toEqual([])

  // What happens to a contract next stands with it as one.
  await launcher.page.goto('/home/space/contract-list?status=otherSign')
  await launcher.page.getByRole('button', { name: '更多：保密协议' }).first().click()
  await launcher.page.getByRole('menuitem', { name: '撤回' }).click()
  await launcher.page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
  await launcher.page.getByText('撤回成功！').waitFor()
  await pocket.page.goto('/home/user/messages')
  await pocket.page.getByRole('button', { name: /同一合同2条，展开/ }).click()
  const members = pocket.page.getByRole('list', { name: /同一合同2条$/ })
  await members.getByRole('link', { name: /待签署/ }).waitFor()
  await expect.poll(() => members.getByRole('link').count()).toBe(2)
  expect(await axeFindings(pocket.page)).toEqual([])
  await pictures(pocket.page, 'messages-grouped')

  expect([...faults, ...launcher.faults, ...pocket.faults]).toEqual([])
  await pocket.close()
  await launcher.close()
  await close()
})

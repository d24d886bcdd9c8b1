import { join, resolve } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { partyName, type Person } from './people.ts'

/** Contracts to upload, by file name. */
export const sampleFile = (name: string): string => join(resolve(import.meta.dirname, '../../samples'), name)

/** What is placed for one party: control and centre, as parts of the page's width and height. */
export type Placing = { person: Person; kind: string; x: number; y: number }

export type Launch = {
  file: string
  /** The launcher's own side is there from the start; these are added after it. */
  others: Person[]
  /** These are taken from the address book, after the others. */
  fromContacts?: Person[]
  ownSideSigns: boolean
  parallel?: boolean
  page: number
  placings: Placing[]
  /** What else is done on the step where places are set; `sheet` is the page they were set on. */
  arrange?: (tools: Locator, sheet: Locator) => Promise<void>
}

/** From the home page to 发送成功: upload, parties, places, confirmation. */
export async function launchContract(page: Page, launch: Launch): Promise<void> {
  await prepareContract(page, launch)
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('发送成功').waitFor()
}

/** From the home page to where it could be sent: 待发送. */
export async function prepareContract(page: Page, launch: Launch): Promise<void> {
  await page.getByRole('link', { name: /^发起签署/ }).click()
  await page.waitForURL('**/temp-create**')
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile(launch.file))
  await page.getByRole('button', { name: `删除 ${launch.file}` }).waitFor()
  await next(page)
  await addParties(page, launch)
  await next(page)
  await page.waitForURL('**/set-temp-control**')
  await placeAreas(page, launch)
  await next(page)
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
}

const next = (page: Page) => page.getByRole('button', { name: '下一步' }).click()

async function addParties(page: Page, { others, ownSideSigns, parallel, fromContacts = [] }: Launch): Promise<void> {
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  if (!ownSideSigns) await page.getByRole('switch', { name: '我方也需签署' }).click()
  if (parallel) await page.getByText('同时签署', { exact: true }).click()
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  for (const person of others) {
    const kind = person.company === null ? '添加个人签署方' : '添加企业签署方'
    await page.getByRole('button', { name: kind }).click()
    await fillParty(cards.last(), person)
  }
  if (fromContacts.length > 0) await pickContacts(page, fromContacts)
}

/** By keyboard alone, once the picker is open. */
async function pickContacts(page: Page, people: Person[]): Promise<void> {
  await page.getByRole('button', { name: '从通讯录选择' }).click()
  const picker = page.getByRole('dialog', { name: '从通讯录选择' })
  for (const person of people) {
    const kind = person.company === null ? '个人联系人' : '企业联系人'
    await picker.getByRole('button', { name: kind }).press('Enter')
    await picker.getByRole('searchbox').fill(partyName(person).slice(0, 2))
    const box = picker.getByRole('checkbox', { name: new RegExp(partyName(person)) })
    // The rows of a search may come anew between the focus and the key.
    await expect.poll(async () => (await box.isChecked()) || (await box.press('Space'))).toBe(true)
  }
  await picker.getByRole('button', { name: `添加${people.length}位` }).press('Enter')
  await picker.waitFor({ state: 'hidden' })
}

async function fillParty(card: Locator, { name, phone, company }: Person): Promise<void> {
  if (company !== null) await card.getByLabel('企业名称').fill(company)
  await card.getByLabel(company === null ? '姓名' : '经办人').fill(name)
  await card.getByLabel('手机号').fill(phone)
}

/** On the step where places are set: each on the page of that number of the first file. */
export async function placeAreas(
  page: Page,
  { page: number, placings, arrange }: Pick<Launch, 'page' | 'placings' | 'arrange'>,
): Promise<void> {
  const tools = page.getByRole('complementary', { name: '控件与属性' })
  await page
    .getByRole('button', { name: `第 ${number} 页`, exact: true })
    .first()
    .click()
  const sheet = page.getByRole('group', { name: `第${number}页`, exact: true }).first()
  await sheet.locator('canvas').first().waitFor()
  for (const { person, kind, x, y } of placings) {
    const party = tools.getByRole('radio', { name: new RegExp(`^${partyName(person)} `) })
    await party.check({ force: true })
    await tools.getByRole('button', { name: kind, exact: true }).click()
    const box = await sheet.boundingBox()
    if (!box) throw new Error(`page ${number} is not on screen`)
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    await tools.getByRole('heading', { name: new RegExp(`^${kind}`), level: 2 }).waitFor()
  }
  await arrange?.(tools, sheet)
}

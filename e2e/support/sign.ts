import type { Locator, Page } from 'playwright-core'
import { demoPin } from '../../scripts/demo/cast.ts'
import type { Person } from './people.ts'
import type { StoryServer } from './story-server.ts'

/** The link of the newest invitation to a phone. */
export async function invitation(server: StoryServer, phone: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const message = (await server.outbox(phone)).find(({ scene }) => scene === 'toSign')
    const link = message && /https?:\S+/.exec(message.body)?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nobody invited ${phone}`)
}

/** The signing page of the newest contract that awaits the own signature: nobody is written to about what they sent. */
export async function openOwnTurn(page: Page): Promise<void> {
  await page.goto('/home/space/contract-list?status=iSign')
  await page
    .getByRole('button', { name: /^签署：/ })
    .first()
    .click()
  await page.waitForURL('**/signing**')
}

/** Goes to the last page: a contract seen to its end needs no time to be open, unless all of it must be read. */
export async function readToEnd(page: Page): Promise<void> {
  await page.getByRole('region', { name: '合同正文' }).press('End')
}

/**
 * On the signing page: fills every place, reads to the end so that it may be submitted, and leaves the SMS sheet open.
 * `look` is called when everything stands on the pages.
 */
export async function readyToSign(page: Page, look?: () => Promise<void>): Promise<void> {
  await submitted(page, '提交签署', look)
  await page.getByRole('dialog', { name: '意愿认证' }).waitFor()
}

/** The same where a seal needs approval: leads to the application. */
export async function readyToApply(page: Page, look?: () => Promise<void>): Promise<void> {
  await submitted(page, '提交用印审批', look)
  await page.waitForURL('**/flow**')
}

async function submitted(page: Page, name: string, look?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).waitFor()
  const all = page.getByRole('button', { name: '一键签署' }).first()
  if (await all.isVisible()) await all.click()
  await look?.()
  await readToEnd(page)
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  const submit = page.getByRole('button', { name, exact: true })
  await submit.waitFor()
  await submit.click()
}

/**
 * Where everything must be read: submits in vain, is led to a page that has not been seen, reads on from there, and so
 * until every page has been in view.
 */
export async function readAll(page: Page): Promise<void> {
  const submit = page.getByRole('button', { name: '提交签署', exact: true })
  const unread = page.getByText('请先阅读完全部内容').first()
  await submit.click()
  await unread.waitFor()
  for (const until = Date.now() + 60_000; Date.now() < until && (await unread.isVisible());) {
    await submit.click()
    for (let screens = 0; screens < 6; screens++) {
      await page.getByRole('region', { name: '合同正文' }).press('Space')
      await page.waitForTimeout(250)
    }
  }
  await unread.waitFor({ state: 'detached' })
}

/**
 * Types the code into the sheet; where two ways are asked, the PIN too, which who has none sets then. The last sixth
 * digit submits.
 */
export async function typeWill(sheet: Locator, code: string): Promise<void> {
  const pin = sheet.locator('#sign-code-pin')
  const isDouble = await pin.isVisible()
  await sheet.locator('#sign-code-sms').fill(code)
  if (!isDouble) return
  await sheet.getByText('短信验证码已验证').waitFor()
  await pin.fill(demoPin)
  const again = sheet.locator('#sign-code-again')
  if (await again.isVisible()) await again.fill(demoPin)
}

/** Types the code from the SMS, and the PIN where it is asked, whose sixth digit submits, and waits for the deed. */
export async function confirmByCode(page: Page, server: StoryServer, { phone }: Pick<Person, 'phone'>, before: number) {
  const sheet = page.getByRole('dialog', { name: '意愿认证' })
  await sheet
    .getByText(/短信验证码已发送至/)
    .first()
    .waitFor()
  const code = await newSignCode(server, phone, before)
  await typeWill(sheet, code)
  await page.getByRole('heading', { name: '签署成功' }).waitFor()
}

/** How many sign codes a phone has had. */
export const signCodes = async (server: StoryServer, phone: string): Promise<number> =>
  (await server.outbox(phone)).filter(({ scene }) => scene === 'sign').length

/** The code sent to a phone after its first `before`; waits for it. */
export async function newSignCode(server: StoryServer, phone: string, before: number): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const codes = (await server.outbox(phone)).filter(({ scene }) => scene === 'sign')
    const code = codes.length > before ? /验证码(\d{6})/.exec(codes[0]?.body ?? '')?.[1] : undefined
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code for ${phone}`)
}

/** From being on the signing page to 签署成功. */
export async function signHere(page: Page, server: StoryServer, person: Pick<Person, 'phone'>): Promise<void> {
  const before = await signCodes(server, person.phone)
  await readyToSign(page)
  await confirmByCode(page, server, person, before)
}

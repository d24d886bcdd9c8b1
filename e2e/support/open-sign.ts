import type { Page } from 'playwright-core'
import type { Person } from './people.ts'
import { sendContract } from './send-contract.ts'
import { invitation } from './sign.ts'
import type { StoryServer } from './story-server.ts'
import { giveConsents } from './real-name-consents.ts'

/** Has the lease sent to somebody, to be signed by hand, or sealed for a company; answers their link. */
export async function inviteToLease(server: StoryServer, person: Person): Promise<string> {
  await sendContract(server, {
    file: '房屋租赁合同.pdf',
    others: [person],
    ownSideSigns: false,
    page: 1,
    placings: [{ person, kind: person.company === null ? '手写签名' : '企业印章', x: 0.5, y: 0.4 }],
  })
  return invitation(server, person.phone)
}

/** From the landing of a message's link to beyond the code. `look` is called at each step. */
export async function provePhone(
  page: Page,
  server: StoryServer,
  { phone }: Pick<Person, 'phone'>,
  look: (step: string) => Promise<void> = async () => {},
): Promise<void> {
  await page.getByRole('button', { name: '验证手机号并查看' }).waitFor()
  await look('landing')
  const before = await server.outbox(phone)
  await page.getByRole('button', { name: '验证手机号并查看' }).click()
  await page.getByText('验证码已发送至').waitFor()
  await look('code')
  await page.getByLabel('短信验证码').fill(await server.outboxCode(phone, before))
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '查看合同' }).click()
}

/** Real-names the invited person under the name that is already there. */
export async function proveName(page: Page, look: (step: string) => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole('textbox', { name: '身份证号' }).waitFor()
  await look('name')
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await giveConsents(page)
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('button', { name: '开始阅读合同' }).waitFor()
}

/** Writes a few strokes with a finger on the pad that is open, and uses them. */
export async function writeByHand(page: Page): Promise<void> {
  const pad = page.getByRole('dialog', { name: /写下/ })
  const box = await pad.getByRole('img', { name: '书写区域' }).boundingBox()
  if (!box) throw new Error('the pad is not on screen')
  const { x, y, width, height } = box
  for (const part of [0.25, 0.4, 0.55, 0.7]) {
    await page.mouse.move(x + width * 0.3, y + height * part)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.7, y + height * (part + 0.1), { steps: 6 })
    await page.mouse.up()
  }
  await pad.getByRole('button', { name: '使用这个签名' }).click()
}

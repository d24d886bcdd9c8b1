import type { Page } from 'playwright-core'
import type { Person } from './people.ts'
import type { StoryServer } from './story-server.ts'
import { giveConsents } from './real-name-consents.ts'

/** Opens the page of members from the space menu. */
export async function openMembers(page: Page): Promise<void> {
  await page.getByRole('button', { name: /当前空间/ }).click()
  await page.getByRole('link', { name: '成员管理' }).click()
  await page.getByRole('heading', { name: '成员管理' }).waitFor()
}

/** Invites people by phone on the page of members. */
export async function invitePeople(page: Page, people: Pick<Person, 'name' | 'phone'>[]): Promise<void> {
  await page.getByRole('button', { name: '邀请成员' }).click()
  const sheet = page.getByRole('dialog', { name: '邀请成员' })
  for (const [index, { name, phone }] of people.entries()) {
    if (index > 0) await sheet.getByRole('button', { name: '再添加一人' }).click()
    const suffix = index === 0 ? '' : `（第${index + 1}人）`
    await sheet.getByLabel(`姓名${suffix}`, { exact: true }).fill(name)
    await sheet.getByLabel(`手机号${suffix}`, { exact: true }).fill(phone)
  }
  await sheet.getByRole('button', { name: '发送邀请' }).click()
  await page.getByText(`已邀请${people.length}人`).waitFor()
}

/** The link of the newest message that invites a phone into a company. */
export async function companyInvitation(server: StoryServer, phone: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until;) {
    const message = (await server.outbox(phone)).find(({ scene }) => scene === 'invited')
    const link = message && /https?:\S+/.exec(message.body)?.[0]
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nobody invited ${phone}`)
}

/** On the page of real-naming: name and number, and on to where one came from. */
export async function becomeRealNamed(page: Page, name: string): Promise<void> {
  await page.waitForURL('**/personal-auth-info**')
  await page.getByRole('textbox', { name: '姓名' }).fill(name)
  await page.getByRole('textbox', { name: '身份证号' }).fill('11010519491231002X')
  await giveConsents(page)
  await page.getByRole('button', { name: /^提交/ }).click()
  await page.getByText('实名认证已通过').waitFor()
  await page.getByRole('link', { name: '继续' }).click()
}

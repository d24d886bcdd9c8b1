import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { StoryServer } from './story-server.ts'

/** Fills in the form of a company's authentication, but for the company's name. */
export async function fillCompanyForm(
  page: Page,
  { creditCode, bankAccount }: { creditCode: string; bankAccount: string },
): Promise<void> {
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill(creditCode)
  await page.getByRole('textbox', { name: '法定代表人姓名' }).fill('林一鸣')
  await page.getByRole('textbox', { name: '开户银行' }).fill('中国银行宁波分行')
  await page.getByRole('textbox', { name: '对公账号' }).fill(bankAccount)
  await page.getByRole('checkbox', { name: /我已获企业授权/ }).check()
}

/** The amount that came in at an account, as its holder reads it; waits up to 30 s. */
export async function amountArrived(server: StoryServer, account: string): Promise<string> {
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    const amounts = (await server.outbox(account)).map(({ body }) => /认证款(0\.\d\d)元/.exec(body)?.[1])
    if (amounts[0]) return amounts[0]
  }
  throw new Error(`nothing came in at ${account}`)
}

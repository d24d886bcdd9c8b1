import type { Page } from 'playwright-core'
import { openClient } from '../../scripts/demo/api-client.ts'
import { demoPassword } from '../../scripts/demo/cast.ts'
import type { Person } from './people.ts'

const weekMs = 7 * 24 * 3_600_000
/** A page of the server's origin that holds nothing; the server has none. */
const bare = '/nothing-but-storage'

/**
 * Opens a page, by default the home page, in a browser that somebody has signed in to by account: `remember` as on the
 * sign-in page, which is not shown.
 */
export async function openAs(
  page: Page,
  { phone }: Pick<Person, 'phone'>,
  { path = '/home/', remember = true }: { path?: string; remember?: boolean } = {},
): Promise<void> {
  await page.route(`**${bare}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }), { times: 1 })
  await page.goto(bare)
  const { origin } = new URL(page.url())
  const { token, device } = await openClient(origin).call('loginByAccount', {
    userName: phone,
    password: demoPassword,
    rememberMe: remember ? 1 : 0,
    agree: 1,
  })
  // As apps/web/src/client/session.ts keeps it.
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify({ token, ...(device && { device }) })})`)
  const expires = remember ? Math.floor((Date.now() + weekMs) / 1000) : -1
  await page.context().addCookies([{ name: 'jit-econtract', value: '1', url: origin, sameSite: 'Lax', expires }])
  await page.goto(path)
}

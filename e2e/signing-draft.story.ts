import { expect, test } from 'vitest'
import { inDatabase } from './support/database.ts'
import { inviteToLease, writeByHand } from './support/open-sign.ts'
import { wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What somebody wrote before signing outlives the tab and waits for them on another device. */

const scene = stage()

test('a signature written on a phone stands on the page at the desk, and is forgotten once it is used', async () => {
  const link = await inviteToLease(scene.server, wang)
  const phone = await scene.browser.phone(scene.server.url)
  await openAs(phone.page, wang, { path: link })
  await phone.page.getByRole('button', { name: '一键签署' }).first().click()
  await writeByHand(phone.page)
  await phone.page.getByText('已签署1处').waitFor()
  const drafts = () => inDatabase(scene.server, 'select 1 from signing_draft')
  await expect.poll(drafts).toBe(1)
  await phone.close()

  const other = await scene.browser.desktop(scene.server.url)
  await openAs(other.page, wang, { path: link })
  const side = other.page.getByRole('complementary', { name: '签署' })
  await side.getByText('1 / 1').waitFor()
  await other.page
    .getByRole('button', { name: /手写签名，第1页，已签署$/ })
    .locator('img')
    .waitFor()
  await signHere(other.page, scene.server, wang)
  await expect.poll(drafts).toBe(0)
  expect([...phone.faults, ...other.faults]).toEqual([])
})

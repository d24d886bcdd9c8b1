import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { chen } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { newSignCode, signCodes, typeWill } from './support/sign.ts'
import { stage } from './support/stage.ts'

const scene = stage()
const herself = { ...chen, company: null }
const nda = {
  file: '保密协议.pdf',
  others: [],
  ownSideSigns: true,
  page: 1,
  placings: [{ person: herself, kind: '个人签名' as const, x: 0.5, y: 0.3 }],
}

test('the interface is switched to English, a contract is signed in it, and a refusal is read (R41)', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  const signId = await sendContract(scene.server, nda, herself)
  await openAs(page, chen, { path: '/home/user/config' })
  await page.getByLabel('语言 / Language').selectOption('en')
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()

  await page.goto(`/home/signing?signId=${signId}`)
  await page.getByRole('button', { name: 'Switch to 陈晨' }).click()
  const submit = page.getByRole('button', { name: 'Sign and submit', exact: true })
  const all = page.getByRole('button', { name: 'Sign all' }).first()
  await page.getByRole('button', { name: /^Sign and submit/ }).waitFor()
  if (await all.isVisible()) await all.click()
  // The contract is heard in its own language, in the midst of the English page.
  const words = page.locator('.sheet-text [role=presentation]')
  await words.first().waitFor({ state: 'attached' })
  expect(await words.first().evaluate((word) => word.closest('[lang]')?.getAttribute('lang'))).toMatch(/^zh/)
  await page.getByRole('region', { name: 'Contract text' }).press('End')
  await page.getByRole('checkbox', { name: /I have read and agree to sign this contract/ }).check()
  await pictures(page, 'english-signing')
  expect(await axeFindings(page)).toEqual([])
  const before = await signCodes(scene.server, chen.phone)
  await submit.click()
  const sheet = page.getByRole('dialog', { name: 'Confirm intent' })
  await sheet
    .getByText(/SMS code sent to/)
    .first()
    .waitFor()
  const code = await newSignCode(scene.server, chen.phone, before)
  // What the server says of a wrong code is English too.
  await typeWill(sheet, code === '111111' ? '222222' : '111111')
  await sheet.getByRole('alert').getByText(/code/i).first().waitFor()
  await typeWill(sheet, code)
  await page.getByRole('heading', { name: 'Signed' }).waitFor()
  await pictures(page, 'english-signed')
  expect(faults).toEqual([])
  await close()
})

import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { chen, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { invitation } from './support/sign.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** What has been set on a page is chosen anew there (domain 7.5). */

const scene = stage()

test.each([
  ['desktop', wang, '个人签名', '更换签名'],
  ['phone', chen, '企业印章', '更换印章'],
] as const)('on a %s %o changes a mark that is set, by a control of that name', async (device, signer, kind, label) => {
  await sendContract(scene.server, {
    file: '保密协议.pdf',
    others: [signer],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: signer, kind, x: 0.5, y: 0.3 }],
  })
  const { page, faults, close } = await scene.browser[device](scene.server.url)
  await openAs(page, signer, { path: await invitation(scene.server, signer.phone) })
  await page.getByRole('button', { name: '一键签署' }).first().click()
  const choosing = page.getByRole('dialog', { name: /^选择/ })
  const mark = page.getByRole('button', { name: new RegExp(`^${label}：${kind}，第1页，已签署$`) })
  await mark.or(choosing).first().waitFor()
  if (await choosing.isVisible()) {
    await choosing.getByRole('radio').first().click()
    await choosing.getByRole('button', { name: /^(盖章|使用)$/ }).click()
  }
  await mark.focus()
  await page.keyboard.press('Shift')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, `change-mark-${device}`)
  await mark.click()
  await page.getByRole('dialog', { name: label }).waitFor()
  await picture(page, `change-mark-sheet-${device}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => mark.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(faults).toEqual([])
  await close()
})

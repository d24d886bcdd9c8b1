import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inviteToLease, proveName, provePhone, writeByHand } from './support/open-sign.ts'
import { type Person } from './support/people.ts'
import { picture } from './support/picture.ts'
import { confirmByCode, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** A party without account on a phone held on its side, as the pad of an upright one invites to. */

const scene = stage()

async function judged(page: Page, name: string): Promise<void> {
  expect([name, await axeFindings(page)]).toEqual([name, []])
  await picture(page, `turned-${name}`)
}

const turned = { width: 844, height: 390 }
const upright = { width: 390, height: 844 }

/** Whether all of a control lies on the screen. */
async function isWhole(page: Page, name: string | RegExp): Promise<boolean> {
  const box = await page.getByRole('button', { name }).first().boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
}

test('everything from the message to the deed at 844×390; the pad asks an upright phone to be turned', async () => {
  const tenant: Person = { phone: '13912345690', name: '周晓彤', company: null }
  const link = await inviteToLease(scene.server, tenant)
  const { page, faults } = await scene.browser.phone(scene.server.url)
  await page.setViewportSize(turned)
  await page.goto(link)
  await provePhone(page, scene.server, tenant, (step) => judged(page, step))
  await proveName(page, (step) => judged(page, step))
  await page.getByRole('button', { name: '开始阅读合同' }).click()
  await page.getByRole('button', { name: /^提交签署/ }).waitFor()
  await page.locator('.sheet-picture canvas').first().waitFor()
  expect(await isWhole(page, /^提交签署/)).toBe(true)
  await judged(page, 'read')
  await page.getByRole('button', { name: '大字' }).click()
  await page.getByRole('heading', { name: '房屋租赁合同', level: 2 }).waitFor()
  await judged(page, 'words')
  await page.getByRole('button', { name: '原样' }).click()

  await page.getByRole('button', { name: '一键签署' }).first().click()
  await page.setViewportSize(upright)
  await page.getByRole('dialog', { name: /请横过手机，写下“周晓彤”/ }).waitFor()
  await judged(page, 'pad-upright')
  await page.setViewportSize(turned)
  await page.getByRole('dialog', { name: '请写下“周晓彤”' }).waitFor()
  await judged(page, 'pad')
  expect(await isWhole(page, '使用这个签名')).toBe(true)
  await writeByHand(page)

  const before = await signCodes(scene.server, tenant.phone)
  await readyToSign(page, () => judged(page, 'set'))
  await judged(page, 'will')
  await confirmByCode(page, scene.server, tenant, before)
  await judged(page, 'done')
  expect(faults).toEqual([])
})

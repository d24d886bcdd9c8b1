import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { codeShown, drawStrokes } from './support/handwrite.ts'
import { wang } from './support/people.ts'
import { signaturePhoto } from './support/photo.ts'
import { pictures } from './support/picture.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

/** A person makes signatures and seals in each of the four ways, and manages them. */

const scene = stage()

const way = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '制作方式' }).getByRole('button', { name }).click()
const preview = (page: Page) => page.getByRole('img', { name: '签名预览' })

async function looked(page: Page, name: string): Promise<void> {
  expect([name, await axeFindings(page)]).toEqual([name, []])
  await pictures(page, name)
}

async function save(page: Page): Promise<void> {
  await preview(page).waitFor()
  await page.getByRole('button', { name: '保存签名' }).click()
  await page.waitForURL(/\/home\/user\/seal$/)
}

async function act(page: Page, seal: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `更多：${seal}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('signatures made by style, by hand, on a phone and from a picture, and managed (R39, R43)', async () => {
  const { page, faults } = await scene.browser.desktop(scene.server.url)
  await page.goto('/home/login')
  await signInByAccount(page, wang)
  await page.getByRole('link', { name: /电子签名管理/ }).click()
  await page.getByRole('heading', { name: '个人签名', level: 1 }).waitFor()
  const cards = page.locator('.own-seal')
  await cards.first().waitFor()
  const before = await cards.count()

  await page.getByRole('link', { name: '制作签名' }).first().click()
  await page.getByRole('radio', { name: /白文方章/ }).click()
  await page.getByText('蓝色', { exact: true }).click()
  await preview(page).waitFor()
  await looked(page, 'create-sign')
  await save(page)

  await page.getByRole('link', { name: '制作签名' }).first().click()
  await way(page, '在此手写')
  expect(await page.getByRole('button', { name: '保存签名' }).isDisabled()).toBe(true)
  await drawStrokes(page)
  await looked(page, 'create-sign-write')
  await save(page)

  await page.getByRole('link', { name: '制作签名' }).first().click()
  const link = await codeShown(page, () => way(page, '手机手写'))
  await looked(page, 'create-sign-qr')
  const phone = await scene.browser.phone(scene.server.url)
  await phone.page.goto(link)
  await page.getByRole('heading', { name: '已扫码，请在手机上书写' }).waitFor()
  await looked(page, 'create-sign-scanned')
  await drawStrokes(phone.page)
  await phone.page.getByRole('button', { name: '提交签名' }).click()
  await page.getByRole('heading', { name: '签名已提交' }).waitFor()
  await looked(page, 'create-sign-done')
  await save(page)

  await page.getByRole('link', { name: '制作签名' }).first().click()
  await way(page, '上传图片')
  const choose = page.locator('.seal-panel input[type=file]').first()
  await choose.setInputFiles({ name: '签名.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await page.getByText('仅支持 png、jpg 格式').waitFor()
  await looked(page, 'create-sign-upload-refused')
  await choose.setInputFiles({ name: '小.png', mimeType: 'image/png', buffer: signaturePhoto(240, 140) })
  await page.getByText(/图样只有\d+像素宽/).waitFor()
  await choose.setInputFiles({ name: '签名.png', mimeType: 'image/png', buffer: signaturePhoto() })
  await page.getByText(/图样只有/).waitFor({ state: 'hidden' })
  await page.getByRole('slider', { name: '对比原图与抠图后' }).fill('30')
  await looked(page, 'create-sign-upload')
  await page.getByRole('button', { name: '蓝色' }).click()
  await page.getByText('没有找到所选颜色的笔迹，请换一种颜色或调大颜色容差').waitFor()
  await page.getByRole('button', { name: '黑色' }).click()
  await save(page)
  expect(await inDatabase(scene.server, 'select 1 from seal where original_sha256 is not null')).toBe(1)
  await expect.poll(() => cards.count()).toBe(before + 4)

  await act(page, '手写签名2', '设为默认')
  await cards.filter({ hasText: '手写签名2' }).getByText('默认', { exact: true }).waitFor()
  await act(page, '手写签名2', '重命名')
  await page.getByRole('textbox', { name: '印章名称' }).fill('日常签名')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('heading', { name: '日常签名' }).waitFor()
  await act(page, '日常签名', '停用')
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
  await cards.filter({ hasText: '日常签名' }).getByText('已停用').waitFor()
  await looked(page, 'my-seals')
  await act(page, '日常签名', '启用')
  await cards.filter({ hasText: '日常签名' }).getByText('已启用').waitFor()
  await act(page, '日常签名', '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByRole('heading', { name: '日常签名' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  expect(phone.faults).toEqual([])
})

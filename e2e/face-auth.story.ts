import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { faceCodeShown, showFace } from './support/face.ts'
import { pictures } from './support/picture.ts'
import { giveConsents } from './support/real-name-consents.ts'
import { signInByCode } from './support/sign-in.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Being real-named at a desk by a face that a phone shows, in the demonstration, which looks at nobody. */

const scene = stage()
const fits = '11010519491231002X'
const dark = '110101199003070070'
const late = '110101199003070097'
const next = '下一步，用手机刷脸'

async function typed(page: Page, idNumber: string): Promise<void> {
  await page.getByRole('button', { name: '刷脸', exact: true }).click()
  await page.getByRole('textbox', { name: '姓名' }).fill('林清扬')
  await page.getByRole('textbox', { name: '身份证号' }).fill(idNumber)
  await giveConsents(page)
}

test('a face fails, is tried again on the phone, and passes with another number; another phone is refused (R20, R54)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await page.goto('/home/login')
  await signInByCode(page, scene.server, '13733340101')
  await page.goto('/home/personal-auth-info')
  await page.getByRole('textbox', { name: '姓名' }).waitFor()
  await typed(page, dark)
  await isWhole(page, 'face-form')
  const press = () => page.getByRole('button', { name: next }).click()
  const replaced = await faceCodeShown(page, press)
  await isWhole(page, 'face-code')
  const link = await faceCodeShown(page, () => page.getByRole('button', { name: '刷新二维码' }).click())

  const phone = await scene.browser.phone(scene.server.url)
  await phone.page.goto(replaced)
  await phone.page.getByRole('heading', { name: '不能用这个二维码刷脸' }).waitFor()
  await isWhole(phone.page, 'face-dead')
  await phone.page.goto(link)
  await phone.page.getByRole('heading', { name: '林**，请刷脸确认是您本人' }).waitFor()
  await page.getByText('已扫码').first().waitFor()
  await isWhole(page, 'face-scanned')
  // Nothing begins without the consent.
  await phone.page.getByRole('button', { name: '开始模拟刷脸' }).click()
  await phone.page.getByText('请先阅读并同意人脸信息处理告知').waitFor()
  await isWhole(phone.page, 'face-phone')

  const thief = await scene.browser.phone(scene.server.url)
  await thief.page.goto(link)
  await thief.page.getByText('该二维码已被另一部手机扫过').waitFor()

  await phone.page.getByRole('checkbox', { name: /^我同意本次处理我的人脸信息/ }).check()
  await phone.page.getByRole('button', { name: '开始模拟刷脸' }).click()
  await phone.page.getByRole('heading', { name: '模拟刷脸' }).waitFor()
  await page.getByText('正在手机上刷脸').waitFor()
  await isWhole(phone.page, 'face-trial')
  // Whoever comes back without having shown anything has passed nothing, whatever the address says.
  const authid = new URL(phone.page.url()).searchParams.get('authid') ?? ''
  await thief.page.goto(`/home/open/personAuth/authSuccess?authid=${authid}`)
  await thief.page.getByRole('heading', { name: '还没有结果' }).waitFor()
  await phone.page.getByRole('button', { name: '模拟刷脸完成' }).click()
  await phone.page.getByRole('heading', { name: '刷脸没有通过' }).waitFor()
  await phone.page.getByText('光线太暗').waitFor()
  expect(new URL(phone.page.url()).pathname).toBe('/home/open/personAuth/authSuccess')
  await isWhole(phone.page, 'face-failed-phone')
  const failed = page.getByRole('dialog', { name: '刷脸没有通过' })
  await failed.getByText('光线太暗').waitFor()
  await failed.getByText('还可尝试4次').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'face-failed')

  // Again by the same code: the desk follows, and hears of the second failure.
  await phone.page.getByRole('link', { name: '再试一次' }).click()
  await phone.page.getByText('上次未通过：光线太暗').waitFor()
  await showFace(phone.page)
  await failed.getByText('还可尝试3次').waitFor()

  await failed.getByRole('button', { name: '换一种方式' }).click()
  expect(await page.getByRole('textbox', { name: '身份证号' }).inputValue()).toBe(dark)
  await typed(page, late)
  const slow = await faceCodeShown(page, press)
  await phone.page.goto(slow)
  await showFace(phone.page)
  await phone.page.getByText('人脸识别超时未完成').waitFor()
  await page.getByText('已失效').waitFor()
  await page.getByRole('button', { name: '修改' }).click()
  await typed(page, fits)
  const last = await faceCodeShown(page, press)
  await phone.page.goto(last)
  await showFace(phone.page)
  await phone.page.getByRole('heading', { name: '刷脸已通过' }).waitFor()
  await isWhole(phone.page, 'face-passed-phone')
  await page.getByText('实名认证已通过').waitFor()
  await page.getByText('人脸识别').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'face-passed')
  await phone.page.goto(last)
  await phone.page.getByText('人脸识别的状态已变更').waitFor()
  for (const { faults } of [desk, phone, thief]) expect(faults).toEqual([])
})

test('on the phone itself no code is scanned, and whoever has left it may take another way', async () => {
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await page.goto('/home/login')
  await signInByCode(page, scene.server, '13733340102')
  await page.goto('/home/personal-auth-info')
  await page.getByRole('textbox', { name: '姓名' }).waitFor()
  await typed(page, fits)
  await page.getByRole('button', { name: next }).click()
  await page.getByRole('link', { name: '用这部手机刷脸' }).click()
  await page.getByRole('checkbox', { name: /^我同意本次处理我的人脸信息/ }).check()
  await page.getByRole('button', { name: '开始模拟刷脸' }).click()
  await page.getByRole('heading', { name: '模拟刷脸' }).waitFor()
  await page.goto('/home/personal-auth-ok')
  await page.getByRole('button', { name: '取消刷脸，换一种方式' }).click()
  await page.getByText('您已取消刷脸').waitFor()
  await page.getByRole('button', { name: '重新认证' }).click()
  await page.getByRole('textbox', { name: '姓名' }).waitFor()
  await typed(page, fits)
  await page.getByRole('button', { name: next }).click()
  await page.getByRole('link', { name: '用这部手机刷脸' }).click()
  await showFace(page)
  await page.getByRole('heading', { name: '刷脸已通过' }).waitFor()
  await page.getByRole('link', { name: '查看认证结果' }).click()
  await page.getByText('实名认证已通过').waitFor()
  expect(faults).toEqual([])
  await close()
})

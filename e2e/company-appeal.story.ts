import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enterRoom } from './support/operator-room.ts'
import { jing, wang } from './support/people.ts'
import { signaturePhoto } from './support/photo.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** R21, domain 5.6: a company that exists already: who asks to join it, and who appeals for its administration. */

const scene = stage()
const creditCode = '91330106MA2KQYT75D'

/** Types the company as if nobody had. */
async function tryToAuthenticate(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: '认证方式' }).selectOption('反向打款')
  await page.getByRole('textbox', { name: '企业名称' }).fill('杭州云启科技有限公司')
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill(creditCode)
  await page.getByRole('textbox', { name: '法定代表人姓名' }).fill('林一鸣')
  await page.getByRole('checkbox', { name: /我已获企业授权/ }).check()
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: '该企业已在本平台认证' }).waitFor()
}

async function appeal(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^管理员申诉/ }).click()
  await page.getByRole('heading', { name: '管理员申诉' }).waitFor()
  await page.getByRole('button', { name: '提交申诉' }).click()
  await page.getByText('请说明情况(2-200字)').waitFor()
  await isWhole(page, 'appeal-form')
  await page.getByRole('textbox', { name: '情况说明' }).fill('原管理员已于十月离职，未办理交接')
  const photo = { name: '材料.png', mimeType: 'image/png', buffer: signaturePhoto(600, 400) }
  for (const what of [/^营业执照/, /^授权书/]) await page.getByLabel(what).setInputFiles(photo)
  await page.getByText('已上传，可更换').nth(1).waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: '提交申诉' }).click()
  await page.getByText(/已通知现管理员/).waitFor()
}

test('who appeals and who administers the company are both heard, and an operator decides', async () => {
  const claimant = await scene.browser.desktop(scene.server.url)
  await openAs(claimant.page, wang, { path: '/home/company-auth-info' })
  await tryToAuthenticate(claimant.page)
  await claimant.page.getByText('管理员　李*').waitFor()
  await isWhole(claimant.page, 'company-exists')
  await pictures(claimant.page, 'company-exists', { whole: true })
  await claimant.page.getByRole('button', { name: /^申请加入该企业/ }).click()
  await claimant.page.getByRole('button', { name: '发送申请' }).click()
  await claimant.page.getByText('已申请', { exact: true }).waitFor()
  await appeal(claimant.page)
  await isWhole(claimant.page, 'appeal-waits')
  await pictures(claimant.page, 'appeal-waits', { whole: true })

  const administrator = await scene.browser.desktop(scene.server.url)
  await openAs(administrator.page, jing, { path: '/home/user/company-info' })
  await administrator.page.getByRole('heading', { name: '有人要求成为本企业的管理员' }).waitFor()
  await isWhole(administrator.page, 'appeal-against')
  await pictures(administrator.page, 'appeal-against', { whole: true })
  await administrator.page.getByRole('button', { name: '提出异议' }).click()
  await administrator.page.getByText('请写明异议理由(2-200字)').waitFor()
  await administrator.page.getByRole('textbox', { name: '异议理由' }).fill('本人仍在职')
  await administrator.page.getByRole('button', { name: '提出异议' }).click()
  await administrator.page.getByText('您的异议').waitFor()

  const room = await scene.browser.desktop(scene.server.url)
  const { page } = room
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByRole('link', { name: '管理员申诉' }).click()
  const open = page.getByRole('button', { name: '审核：杭州云启科技有限公司' }).locator('visible=true')
  await open.waitFor()
  await isWhole(page, 'room-appeals')
  await open.click()
  const sheet = page.getByRole('dialog', { name: '审核管理员申诉' })
  await sheet.getByRole('img', { name: /待审核的照片/ }).waitFor()
  await sheet.getByRole('region', { name: '现管理员' }).getByText('本人仍在职').waitFor()
  await isWhole(page, 'room-appeal')
  await pictures(page, 'room-appeal')
  await sheet.getByLabel('照片上的统一社会信用代码').fill(creditCode)
  await sheet.getByRole('checkbox').check()
  await sheet.getByRole('button', { name: '审核通过' }).click()
  await page.getByText('没有待处理的申诉').waitFor()

  await claimant.page.goto(`/home/company-auth-info?taken=${creditCode}`)
  await claimant.page.getByText('申诉已获准，您已成为企业管理员。').waitFor()
  await claimant.page.getByText('管理员　王**').waitFor()
  await administrator.page.reload()
  await administrator.page.getByRole('heading', { name: '杭州云启科技有限公司' }).first().waitFor()
  expect(await administrator.page.getByRole('heading', { name: '有人要求成为本企业的管理员' }).count()).toBe(0)
  expect([...claimant.faults, ...administrator.faults, ...room.faults]).toEqual([])
  for (const { close } of [claimant, administrator, room]) await close()
})

import { expect, test } from 'vitest'
import { inDatabase } from './support/database.ts'
import { placeAreas, sampleFile } from './support/launch.ts'
import { jing } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** The line breaks after the server has done what it was asked and before it could say so. */

const scene = stage()
const next = '下一步'

test('a draft whose save nobody answered is saved once, and a contract whose sending nobody answered is sent once', async () => {
  const { page, context, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/home/temp-create' })
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  await page.getByLabel('合同主题').fill('断线也只有一份')

  // The first save reaches the server; its answer reaches nobody.
  await context.route('**/task/saveDraft', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿未保存：网络异常，请检查网络后重试').waitFor()
  expect(await page.getByLabel('合同主题').inputValue()).toBe('断线也只有一份')
  await page.getByLabel('备注（选填）').fill('断线之后写的')
  await context.unroute('**/task/saveDraft')
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿已保存').first().waitFor()
  expect(await inDatabase(scene.server, `select 1 from contract where subject = '断线也只有一份'`)).toBe(1)

  await page.getByRole('button', { name: next }).click()
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await page.getByRole('button', { name: next }).click()
  await page.waitForURL('**/set-temp-control**')
  await placeAreas(page, { page: 1, placings: [{ person: jing, kind: '企业印章', x: 0.5, y: 0.3 }] })
  await page.getByRole('button', { name: next }).click()
  await page.getByRole('heading', { name: '确认发送' }).waitFor()

  // Cut before the server: nothing is sent. Cut after it: sent, and nobody knows.
  const send = page.getByRole('button', { name: '发送', exact: true })
  await context.route('**/task/updateTaskStatus2Send', (route) => route.abort('internetdisconnected'))
  await send.click()
  await page.getByRole('alert').first().waitFor()
  await context.unroute('**/task/updateTaskStatus2Send')
  expect(await inDatabase(scene.server, `select 1 from contract where sent_at is not null`)).toBe(0)
  await context.route('**/task/updateTaskStatus2Send', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await send.click()
  await expect.poll(() => inDatabase(scene.server, `select 1 from contract where sent_at is not null`)).toBe(1)
  await page.getByRole('heading', { name: '确认发送' }).waitFor()
  await context.unroute('**/task/updateTaskStatus2Send')
  await send.click()
  await page.getByText('发送成功').waitFor()
  expect(await inDatabase(scene.server, `select 1 from quota_entry where kind = 'send'`)).toBe(1)
  // Whoever sends to be signed by oneself is not written to.
  const invitations = (await scene.server.outbox(jing.phone)).filter(({ scene: kind }) => kind === 'toSign')
  expect(invitations).toHaveLength(0)
  await close()
})

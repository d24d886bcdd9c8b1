import { expect, test } from 'vitest'
import { inDatabase } from './support/database.ts'
import { jing, wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

const scene = stage()

const toJing = {
  file: '保密协议.pdf',
  others: [jing],
  ownSideSigns: false,
  page: 1,
  placings: [{ person: jing, kind: '企业印章', x: 0.5, y: 0.3 }],
}

test('a person without 份 buys a pack at the demonstration’s cashier, has an invoice and launches', async () => {
  const { server } = scene
  await inDatabase(server, 'update quota_pack set remaining = 0')
  await expect(sendContract(server, toJing, wang)).rejects.toThrow('份数不足')
  const { page, faults, close } = await scene.browser.desktop(server.url)
  await openAs(page, wang)
  await page.getByRole('link', { name: '购买套餐' }).click()
  await page.getByRole('radio', { name: /个人20份/ }).waitFor()
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.getByRole('heading', { name: /内完成支付/ }).waitFor()
  await page.getByRole('button', { name: '打开演示收银台' }).click()
  await page.getByText('不是支付宝或微信，不会真实扣款').waitFor()
  await page.getByText('付款成功，但不通知').click()
  await page.getByRole('button', { name: /^模拟付款/ }).click()
  await page.getByRole('button', { name: '我已付款，查询结果' }).click()
  await page.getByRole('heading', { name: '支付成功' }).waitFor()
  await page.getByText('+20').waitFor()
  await page.goto('/home/user/bill?tab=invoices')
  await page.getByRole('link', { name: '申请发票' }).click()
  await page.getByRole('checkbox', { name: /个人20份/ }).check()
  await page.getByRole('button', { name: '新增抬头' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByLabel('邮箱').fill('wang@example.cn')
  await page.getByRole('button', { name: '申请发票' }).click()
  await page.getByText('已开票', { exact: true }).waitFor()
  await page.getByText('演示样票，不作为报销凭证').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载发票' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^普通发票-YP\d{14}\.pdf$/)
  await sendContract(server, toJing, wang)
  await page.goto('/home/')
  await page.getByRole('region', { name: '账户' }).getByText('19', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await close()
})

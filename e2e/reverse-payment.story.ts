import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** R21, C92, 5.6: a company that pays 0.01 元 from its own account. */

const scene = stage()
const wrongPayer = '91110101MA0000003E'
const right = '91350100M000100Y43'

test('what finance needs is copied at once, a wrong payment is told with its reason, the right one passes', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, wang, { path: '/home/company-auth-info' })
  await page.getByRole('combobox', { name: '认证方式' }).selectOption('反向打款')
  await page.getByRole('textbox', { name: '企业名称' }).fill('厦门反向科技有限公司')
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill(wrongPayer)
  await page.getByRole('textbox', { name: '法定代表人姓名' }).fill('林一鸣')
  await page.getByRole('checkbox', { name: /我已获企业授权/ }).check()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: '请从本企业对公账户转出0.01元' }).waitFor()
  await page.getByText('演示环境，请勿汇款').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'reverse-waits', { whole: true })

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: '复制收款账号' }).click()
  await expect.poll(copied).toBe('0000000000000000000')
  await page.getByRole('button', { name: '复制全部，发给财务' }).click()
  await expect
    .poll(copied)
    .toMatch(
      /收款户名：.+\n收款账号：0+\n开户银行：.+\n联行号：\d+\n金额：0\.01\n附言：\d{8}\n付款户名：厦门反向科技有限公司/,
    )

  await page.getByRole('alert').getByText('付款户名与企业名称不一致，请从本企业的对公账户付款').waitFor()
  await page.getByText('张三').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await isWhole(page, 'reverse-unfit')
  await pictures(page, 'reverse-unfit', { whole: true })

  await page.getByRole('button', { name: '修改信息' }).click()
  await page.getByRole('textbox', { name: '统一社会信用代码' }).fill(right)
  await page.getByRole('checkbox', { name: /我已获企业授权/ }).check()
  await page.getByRole('button', { name: '提交认证' }).click()
  await page.getByRole('heading', { name: '请从本企业对公账户转出0.01元' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.getByRole('heading', { name: '企业认证已通过' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

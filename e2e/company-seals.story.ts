import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing } from './support/people.ts'
import { sealPhoto } from './support/photo.ts'
import { picture, pictures } from './support/picture.ts'
import { signInByAccount } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

/** A company's seals: made, uploaded and reviewed, looked at, frozen, put to rest. */

const scene = stage(() => ({ MOQI_SEAL_REVIEW: 'operator' }))

async function atSeals() {
  const visitor = await scene.browser.desktop(scene.server.url)
  await visitor.page.goto('/home/login?redirect=/company-space/admin-signatures')
  await signInByAccount(visitor.page, jing)
  await visitor.page.getByRole('heading', { name: '企业印章', level: 1 }).waitFor()
  return visitor
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

async function menu(page: Page, name: string, item: string) {
  await row(page, name)
    .getByRole('button', { name: `更多：${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function give(page: Page, reason: string) {
  await page.getByRole('dialog').getByRole('textbox').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
}

/** Chooses the kind and goes on to its content. */
async function chooseKind(page: Page, kind: string) {
  await page.getByRole('button', { name: '制作印章' }).click()
  await page.getByRole('radio', { name: new RegExp(`^${kind}`) }).check({ force: true })
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('印章名称').waitFor()
}

test('a seal is made from the registered name, seen before it is, and signs at once (R38)', async () => {
  const { page, faults, close } = await atSeals()
  await pictures(page, 'seals')
  await page.getByRole('button', { name: '制作印章' }).click()
  await page.getByText('公章只能有一枚').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'seal-make')
  await page.getByRole('radio', { name: /^合同专用章/ }).check({ force: true })
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('印章名称').fill('公章')
  await page.getByLabel('防伪码（选填）').fill('33010803')
  const preview = page.getByRole('img', { name: '印章预览' }).first()
  await preview.waitFor()
  await page.getByRole('button', { name: '制作并启用' }).click()
  await page.getByText('防伪码为13位数字，由公安机关备案后取得').waitFor()
  await page.getByLabel('防伪码（选填）').fill('3301080316529')
  await page.getByRole('button', { name: '制作并启用' }).click()
  await page.getByText('印章名称已存在').waitFor()
  await pictures(page, 'seal-carve')
  expect(await axeFindings(page)).toEqual([])
  const before = await preview.getAttribute('src')
  await page.getByLabel('规格').selectOption({ label: '圆形 58 mm' })
  await page.getByLabel('开户行（选填）').fill('中国工商银行杭州滨江支行')
  await expect.poll(() => preview.getAttribute('src')).not.toBe(before)
  // What was typed is there after a reload.
  await page.reload()
  expect(await page.getByLabel('开户行（选填）').inputValue()).toBe('中国工商银行杭州滨江支行')
  await page.getByLabel('印章名称').fill('合同专用章')
  await page.getByRole('button', { name: '制作并启用' }).click()
  await page.getByRole('heading', { name: '“合同专用章”已启用' }).waitFor()
  await picture(page, 'seal-made')
  await page.getByRole('link', { name: '返回列表' }).click()
  await row(page, '合同专用章').getByText('已启用').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('every kind of seal is made, each at the size that is carved (domain 4.6)', async () => {
  const { page, faults, close } = await atSeals()
  for (const kind of ['财务专用章', '人事专用章', '业务专用章', '发票专用章']) {
    await chooseKind(page, kind)
    await page.getByRole('button', { name: '制作并启用' }).click()
    await page.getByRole('heading', { name: `“${kind}”已启用` }).waitFor()
    await page.getByRole('link', { name: '返回列表' }).click()
  }
  await chooseKind(page, '其他专用章')
  await page.getByLabel('横排文字').fill('质量检验专用章')
  await page.getByLabel('印章名称').fill('质检章')
  await page.getByRole('button', { name: '制作并启用' }).click()
  await page.getByRole('link', { name: '返回列表' }).click()
  expect(await row(page, '发票专用章').innerText()).toContain('椭圆 40×30 mm')
  expect(await row(page, '质检章').innerText()).toContain('圆形 38 mm')
  await pictures(page, 'seals-many')
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})

/** The operator's decision, by the command beside the server. */
function review(sealId: string, ...decision: string[]): void {
  const { databaseUrl, rootFile } = scene.server
  const env = { ...process.env, DATABASE_URL: databaseUrl, MOQI_DATA: dirname(dirname(rootFile)) }
  execFileSync('npm', ['run', '-s', 'seals', '--', decision[0] ?? '', sealId, ...decision.slice(1)], { env })
}

/** Pictures open as on a slow machine: whoever has chosen one and submits at once waits for it, and is not refused. */
const openingSlowly = (page: Page) =>
  page.evaluate(() => {
    const open = globalThis.createImageBitmap
    globalThis.createImageBitmap = async (source: ImageBitmapSource) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      return await open(source)
    }
  })

test('a seal is cut out of a picture and reviewed; one that is refused is uploaded again', async () => {
  const { page, faults, close } = await atSeals()
  await page.getByRole('button', { name: '制作印章' }).click()
  await page.getByRole('button', { name: '上传印章' }).click()
  await page.getByRole('radio', { name: /^合同专用章/ }).check({ force: true })
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('请先上传印章图片').waitFor()
  await pictures(page, 'seal-upload-empty')
  const choose = page.locator('.seal-panel input[type=file]').first()
  await choose.setInputFiles({ name: '印章.png', mimeType: 'image/png', buffer: sealPhoto() })
  await page.getByRole('img', { name: '印章预览' }).waitFor()
  await page.getByLabel('印章名称').fill('合同章（实体）')
  await pictures(page, 'seal-upload')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('审核通过前不能用于签署。').waitFor()
  await pictures(page, 'seal-review')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: '查看印章' }).click()
  await page.waitForURL(/sealId=/)
  const sealId = new URL(page.url()).searchParams.get('sealId') ?? ''
  await page.getByText('审核中', { exact: true }).waitFor()
  review(sealId, 'refuse', '--reason', '印文不完整')
  await page.reload()
  await page.getByText('印文不完整').waitFor()
  await picture(page, 'seal-refused')
  await page.getByRole('button', { name: '重新上传' }).click()
  await openingSlowly(page)
  await choose.setInputFiles({ name: '印章.png', mimeType: 'image/png', buffer: sealPhoto() })
  await page.getByRole('button', { name: '提交审核' }).click()
  await page.getByText('审核通过前不能用于签署。').waitFor()
  review(sealId, 'approve')
  await page.getByRole('link', { name: '查看印章' }).click()
  await page.waitForURL(/sealId=/)
  await page.reload()
  await page.getByText('已启用', { exact: true }).waitFor()
  await page.getByRole('link', { name: '返回企业印章' }).click()
  await row(page, '合同章（实体）').getByText('已启用').waitFor()
  expect(faults).toEqual([])
  await close()
})

test('a seal is disabled with a reason, enabled, renamed, made the default and revoked; one never used is deleted', async () => {
  const { page, faults, close } = await atSeals()
  await row(page, '人事专用章').getByRole('button', { name: '停用：人事专用章' }).click()
  await give(page, '换发新的实体章')
  await row(page, '人事专用章').getByText('已停用').waitFor()
  await row(page, '人事专用章').getByText('换发新的实体章').waitFor()
  await row(page, '人事专用章').getByRole('button', { name: '启用：人事专用章' }).click()
  await row(page, '人事专用章').getByText('已启用').waitFor()
  await menu(page, '人事专用章', '设为默认')
  await row(page, '人事专用章').getByText('默认', { exact: true }).waitFor()
  await menu(page, '人事专用章', '修改名称')
  await page.getByRole('dialog').getByLabel('印章名称').fill('人力资源章')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await row(page, '人力资源章').waitFor()
  await menu(page, '人力资源章', '有效期')
  await page.getByRole('dialog').getByRole('button', { name: '指定日期' }).click()
  await page.getByRole('dialog').getByLabel('有效期至').fill('2035-12-31')
  await picture(page, 'seal-term')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await menu(page, '质检章', '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await row(page, '质检章').waitFor({ state: 'detached' })
  await menu(page, '发票专用章', '注销')
  await give(page, '不再使用')
  await row(page, '发票专用章').getByText('已注销').waitFor()
  await row(page, '人力资源章').getByRole('link', { name: '人力资源章' }).click()
  await page.getByText('2035-12-31 23:59').waitFor()
  await page.getByRole('link', { name: '印章日志' }).click()
  await page.getByText('人事专用章 → 人力资源章').waitFor()
  await pictures(page, 'seal-one')
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})

test('a new name of the company revokes its seals, which are made anew with it', async () => {
  const { page, faults, close } = await atSeals()
  await page.goto('/home/user/company-info')
  await page.getByRole('button', { name: '信息变更' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('企业名称').fill('杭州云启智能科技有限公司')
  await sheet.getByLabel('法定代表人').fill('李静')
  await sheet.getByText(/枚全部注销/).waitFor()
  await pictures(page, 'company-change')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '确认变更' }).click()
  await row(page, '财务专用章').getByText('企业名称变更').waitFor()
  await pictures(page, 'seals-revoked')
  await row(page, '财务专用章').getByRole('button', { name: '重新制作：财务专用章' }).click()
  await page.waitForURL(/make\?sealId=/)
  await page.getByText('取自企业认证名称，不可修改').waitFor()
  expect(await page.locator('.carving-fixed').innerText()).toBe('杭州云启智能科技有限公司')
  expect(await page.getByLabel('印章名称').inputValue()).toBe('财务专用章')
  await page.getByRole('button', { name: '制作并启用' }).click()
  await page.getByRole('heading', { name: '“财务专用章”已启用' }).waitFor()
  expect(faults).toEqual([])
  await close()
})

test('what is usual of the use of seals is set (domain 5.8)', async () => {
  const { page, faults, close } = await atSeals()
  await page.getByRole('button', { name: '用印提醒' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('周日').uncheck({ force: true })
  await sheet.getByLabel('开始时间').selectOption({ label: '09:00' })
  await sheet.getByLabel('每小时最多（次）').fill('20')
  await pictures(page, 'seals-watch')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: '保存' }).click()
  await page.getByText('用印提醒已保存').waitFor()
  await page.getByRole('button', { name: '用印提醒' }).click()
  expect(await sheet.getByLabel('每小时最多（次）').inputValue()).toBe('20')
  expect(await sheet.getByLabel('周日').isChecked()).toBe(false)
  expect(faults).toEqual([])
  await close()
})

test('one press freezes all seals, everybody sees it, and they are thawed with a reason', async () => {
  const { page, faults, close } = await atSeals()
  await page.getByRole('button', { name: '冻结全部印章' }).click()
  await picture(page, 'seals-freeze')
  await give(page, '怀疑印章被冒用')
  const banner = page.locator('.freeze-banner')
  await banner.getByText('怀疑印章被冒用').waitFor()
  await pictures(page, 'seals-frozen')
  expect(await axeFindings(page)).toEqual([])
  await banner.getByRole('button', { name: '解除冻结' }).click()
  await give(page, '已核实，印章无异常')
  await banner.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await close()
})

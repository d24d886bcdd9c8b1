import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { enterRoom } from './support/operator-room.ts'
import { wang } from './support/people.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Those who run the platform write help articles over, publish them and bring them back, and tell users of things. */

const scene = stage()
const password = 'Yunying-2026'
const columnId = 'quota'
const body = [
  '份数在账户卡片上，也可以在 [我的账单](/user/bill) 查看台账。',
  '',
  '## 年终核对',
  '',
  '1. 打开账单，选择年份；',
  '2. 点击**导出台账明细**。',
  '',
  '| 项目 | 说明 |',
  '|---|---|',
  '| 发起 | 每份合同一份 |',
  '',
  ...Array.from({ length: 30 }, (_, index) => `第${index + 1}条：这里是一段较长的说明，供核对时逐条对照使用。\n`),
].join('\n')

const field = (page: Page) => page.getByLabel('正文（Markdown）')
const tab = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toArticle = async (page: Page) => {
  await page.getByRole('link', { name: '帮助文章' }).click()
  await page.getByRole('heading', { name: '帮助文章', level: 1 }).waitFor()
}
const givesReason = async (page: Page, act: string, reason: string) => {
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: act, exact: true }).click()
  await sheet.getByText('请填写原因(2-200字)').waitFor()
  await sheet.getByLabel('原因').fill(reason)
  await sheet.getByRole('button', { name: act, exact: true }).click()
}

/** What a reader without an account finds. */
async function readerFinds(text: string, found: (page: Page) => Promise<unknown>): Promise<void> {
  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await page.goto('/home/documentCenter')
  await page.getByRole('searchbox').fill(text)
  await found(page)
  expect(faults).toEqual([])
  await close()
}

test('an article is edited, previewed, published, found, overtaken by a colleague, and rolled back', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password })
  await toArticle(page)
  await isWhole(page, 'room-articles')
  await page.getByRole('button', { name: '待处理' }).click()
  await page.getByText('没有符合条件的文章').waitFor()
  await isWhole(page, 'room-articles-none')
  await page.getByRole('button', { name: '全部' }).click()
  await page.getByRole('searchbox').fill(columnId)
  await page.getByRole('link', { name: '发起份数怎么计算？' }).locator('visible=true').first().click()
  await field(page).fill('太短')
  await page.getByRole('button', { name: '发布…' }).click()
  await page.getByText('请填写正文（至少10个字）').waitFor()
  await field(page).fill(`${body}\n\n<b>加粗</b> ![图](/x.png)`)
  await page.getByText('读者看不到正文中的：HTML 标签、图片').waitFor()
  await isWhole(page, 'room-article-edit')
  await field(page).fill(body)
  await tab(page, '预览')
  await page.getByRole('heading', { name: '年终核对' }).waitFor()
  await isWhole(page, 'room-article-preview')
  await tab(page, '对比')
  await page.getByRole('list', { name: '差异' }).waitFor()
  await isWhole(page, 'room-article-difference')
  await page.getByRole('button', { name: '发布…' }).click()
  await page.getByRole('dialog', { name: '发布文章' }).waitFor()
  await isWhole(page, 'room-article-publish')
  await givesReason(page, '发布', '补充年终核对的步骤')
  await page.getByText('已发布，读者现在看到的就是它').waitFor()

  await readerFinds('台账', async (reader) => {
    await reader.locator('.help-hits mark').first().waitFor()
    await isWhole(reader, 'help-search')
    const hit = reader.locator('.help-hits li').filter({ hasText: '导出台账明细' })
    await hit.getByRole('link').click()
    await reader.getByText('导出台账明细').waitFor()
    await reader.getByRole('button', { name: '没帮助' }).click()
    await reader.getByLabel('哪里没有帮到您？').fill('没有说明如何退款')
    await isWhole(reader, 'help-rating')
    await reader.getByRole('button', { name: '提交原因' }).click()
    await reader.getByText('感谢您的反馈，我们会据此改进这篇说明').waitFor()
  })
  await page.reload()
  await tab(page, '反馈')
  await page.getByText('没有说明如何退款').waitFor()
  await isWhole(page, 'room-article-feedback')

  await tab(page, '编辑')
  await field(page).fill(`${body}\n\n陈晨补充的一段话。`)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.getByText('草稿已保存，读者还看不到').waitFor()
  await colleaguePublishes('林琳改写的整篇说明，写在陈晨之后。')
  await page.getByRole('button', { name: '发布…' }).click()
  await givesReason(page, '发布', '再补充一段')
  await page.getByText(/linlin已于.*发布了新的版本/).waitFor()
  await page.getByRole('button', { name: '查看差异' }).click()
  await page.getByText('陈晨补充的一段话。').waitFor()
  await isWhole(page, 'room-article-conflict')
  await page.getByRole('button', { name: '已对比，以我的内容为准' }).click()
  await page.getByText('可以发布了').waitFor()
  await page.getByRole('button', { name: '发布…' }).click()
  await givesReason(page, '发布', '与林琳核对过')
  await page.getByText('已发布，读者现在看到的就是它').last().waitFor()

  await tab(page, '版本')
  await page.getByText('第3版').waitFor()
  await isWhole(page, 'room-article-versions')
  await page.getByRole('button', { name: '与现行对比：第2版' }).click()
  await page.getByRole('dialog').getByText('林琳改写的整篇说明').waitFor()
  await isWhole(page, 'room-article-version')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await page.getByRole('button', { name: '恢复：产品附带的内容' }).click()
  await givesReason(page, '恢复', '以产品的说明为准')
  await page.getByText('已恢复为产品附带的内容').waitFor()
  await readerFinds('年终核对', (reader) => reader.getByRole('heading', { name: /搜索“年终核对”/ }).waitFor())
  await readerFinds('饕餮魑魅', async (reader) => {
    await reader.getByText('没有找到相关内容').waitFor()
    await isWhole(reader, 'help-search-none')
  })

  await page.getByRole('link', { name: '操作记录' }).click()
  await page.getByText('恢复帮助文章', { exact: true }).waitFor()
  expect(faults).toEqual([])
  await close()
})

/** In a window and an account of her own. */
async function colleaguePublishes(text: string): Promise<void> {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'linlin', password })
  await page.goto(`/operator/articles/edit?columnId=${columnId}`)
  await page.getByText(/chenchen（.*）也有这篇文章的草稿/).waitFor()
  await field(page).fill(text)
  await page.getByRole('button', { name: '发布…' }).click()
  await givesReason(page, '发布', '重写')
  await page.getByText('已发布，读者现在看到的就是它').waitFor()
  expect(faults).toEqual([])
  await close()
}

test('a new article is written and taken away, and its readers are led on', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'zhaozhao', password })
  await toArticle(page)
  await page.getByRole('button', { name: '新增文章' }).click()
  const sheet = page.getByRole('dialog', { name: '新增文章' })
  await sheet.getByLabel('标题').fill('年末结算窗口')
  await sheet.getByLabel('文章标识').fill('2026')
  await sheet.getByRole('button', { name: '开始编写' }).click()
  await sheet.getByText('文章标识为2至50个英文字母').waitFor()
  await isWhole(page, 'room-article-new')
  await sheet.getByLabel('文章标识').fill('yearEnd')
  await sheet.getByRole('button', { name: '开始编写' }).click()
  await field(page).fill('年末结算窗口为12月25日至31日。')
  await page.getByRole('button', { name: '发布…' }).click()
  await givesReason(page, '发布', '年末通知')
  await page.getByText('已发布，读者现在看到的就是它').waitFor()
  await readerFinds('结算窗口', (reader) => reader.getByRole('link', { name: '年末结算窗口' }).last().waitFor())
  await page.getByRole('button', { name: '下线…' }).click()
  const away = page.getByRole('dialog', { name: '下线文章' })
  await away.getByRole('combobox', { name: '读者改看' }).selectOption('downloadContract')
  await isWhole(page, 'room-article-away')
  await givesReason(page, '下线', '窗口已过')
  await page.getByText('已下线，读者改看所选的内容').waitFor()
  await page.getByText(/文章已下线，读者转到/).waitFor()

  const { page: reader, close: leave } = await scene.browser.phone(scene.server.url)
  await reader.goto('/home/documentCenter?columnId=yearEnd')
  await reader.getByText('您打开的内容已下线，以下是现行的说明。').waitFor()
  await isWhole(reader, 'help-instead')
  await leave()
  expect(faults).toEqual([])
  await close()
})

test('a bulletin is published, seen by a person and closed for good, and taken back', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'qianqian', password })
  await page.getByRole('link', { name: '公告' }).click()
  await page.getByText('还没有公告').waitFor()
  await isWhole(page, 'room-bulletins-none')
  await page.getByRole('button', { name: '新建公告' }).click()
  const sheet = page.getByRole('dialog', { name: '新建公告' })
  await sheet.getByRole('button', { name: '发布' }).click()
  await sheet.getByText('请填写公告内容（至少2个字）').waitFor()
  const words = '11月30日凌晨2点至4点升级维护，期间暂停签署，已发起的合同不受影响。'
  await sheet.getByRole('textbox', { name: '内容' }).fill(words)
  await sheet.getByRole('combobox', { name: '级别' }).selectOption('重要')
  await isWhole(page, 'room-bulletin')
  await sheet.getByRole('button', { name: '发布' }).click()
  const view = page.getByRole('button', { name: `查看：${words}` }).locator('visible=true')
  await view.waitFor()
  await isWhole(page, 'room-bulletins')

  const reader = await scene.browser.desktop(scene.server.url)
  await openAs(reader.page, wang, { path: '/home/' })
  const bar = reader.page.getByRole('region', { name: '公告' })
  await bar.getByText(words).waitFor()
  await isWhole(reader.page, 'home-bulletin')
  const told = reader.page.waitForResponse('**/dismissBulletin')
  await bar.getByRole('button', { name: '关闭公告' }).click()
  await told
  await reader.page.reload()
  await bar.getByText('墨契电子合同平台').waitFor()
  expect(await reader.page.getByText(words).count()).toBe(0)
  expect(reader.faults).toEqual([])
  await reader.close()

  await page.reload()
  await view.click()
  const shown = page.getByRole('dialog', { name: '查看公告' })
  await shown.getByText('1人', { exact: true }).waitFor()
  await isWhole(page, 'room-bulletin-shown')
  await shown.getByRole('button', { name: '撤下' }).click()
  await page
    .getByRole('button', { name: `编辑：${words}` })
    .locator('visible=true')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(faults).toEqual([])
  await close()
})

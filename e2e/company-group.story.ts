import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chen, jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { companyClient } from './support/template.ts'
import { isWhole } from './support/whole.ts'

/**
 * A company founds a group and invites another, whose administrator reads what is seen and agrees. The lead sees
 * numbers, the other company that it was looked at; a rule of the group shuts the other company's space to a session
 * that is too long; and the company leaves.
 */

const scene = stage()
const jiaheCode = '91310115MA1FJHW65K'
const jiahe = '上海嘉禾物业管理有限公司'

async function shown(page: Page, name: string): Promise<void> {
  await pictures(page, name)
  await isWhole(page, name)
}

/** The administrator of the lead becomes a member of the other company too, so that there is somewhere to switch to. */
async function joinOther(): Promise<void> {
  const { url } = scene.server
  const [other, own] = [await companyClient(url, chen), await companyClient(url, jing)]
  await other.call('inviteUser', { inviteArray: [{ memberName: jing.name, phone: jing.phone }] })
  const { spaceInfoArray } = await other.call('getUserSpaceInfo', {})
  const companyId = spaceInfoArray.find(({ spaceType }) => spaceType === 'company')?.companyId ?? ''
  await own.call('replyInviteUser', { companyId, replyFlag: 'agree' })
}

test('companies come together in a group, are seen in numbers, held to its rules, and leave', async () => {
  await joinOther()
  const lead = await scene.browser.desktop(scene.server.url)
  const { page } = lead
  await openAs(page, jing, { path: '/console/' })
  const ways = page.getByRole('navigation', { name: '企业管理后台' })
  await ways.getByRole('link', { name: '集团', exact: true }).click()
  await page.getByText('本企业不在任何集团中').waitFor()
  await shown(page, 'group-none')
  await page.getByRole('button', { name: '创建集团' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '创建集团' }).click()
  await sheet.getByText('集团名称需为2-30个字').waitFor()
  await sheet.getByLabel('集团名称').fill('云起集团')
  await isWhole(page, 'group-found')
  await sheet.getByRole('button', { name: '创建集团' }).click()
  await page.getByRole('heading', { name: '云起集团', level: 1 }).waitFor()
  await page.getByRole('button', { name: '修改名称' }).click()
  await sheet.getByLabel('集团名称').fill('云启集团')
  await shown(page, 'group-rename')
  await sheet.getByRole('button', { name: '保存名称' }).click()
  await page.getByRole('heading', { name: '云启集团', level: 1 }).waitFor()
  await page.getByText('本月还没有人查看过其他企业的数字').waitFor()

  await page.getByRole('button', { name: '修改规则' }).click()
  await sheet.getByLabel('会话时长').selectOption({ label: '不超过2小时' })
  await sheet.getByText(/^保存后适用于集团的1家企业、\d+名成员/).waitFor()
  await shown(page, 'group-rules')
  await sheet.getByRole('button', { name: '保存规则' }).click()
  await page.getByText('会话时长：不超过2小时').waitFor()

  await page.getByRole('button', { name: '邀请企业加入' }).click()
  await sheet.getByLabel('企业全称').fill(jiahe)
  await sheet.getByLabel('统一社会信用代码').fill('91330106MA2KQYT75D')
  await sheet.getByRole('button', { name: '发出邀请' }).click()
  await sheet.getByText('没有找到全称与统一社会信用代码一致').waitFor()
  await sheet.getByLabel('统一社会信用代码').fill(jiaheCode)
  await shown(page, 'group-invite')
  await sheet.getByRole('button', { name: '发出邀请' }).click()
  await page.getByText('等对方管理员同意').locator('visible=true').waitFor()
  await page
    .getByRole('button', { name: `催一下：${jiahe}` })
    .locator('visible=true')
    .click()
  await page.getByText('已提醒对方管理员').waitFor()
  await shown(page, 'group-invited')

  const other = await scene.browser.desktop(scene.server.url)
  await openAs(other.page, chen, { path: '/console/group' })
  await other.page.getByRole('heading', { name: '云启集团邀请本企业加入' }).waitFor()
  await other.page.getByText('合同内容与文件').first().waitFor()
  await other.page.getByText('会话时长：不超过2小时').waitFor()
  await shown(other.page, 'group-received')
  await other.page.getByRole('button', { name: '同意加入' }).click()
  const question = other.page.getByRole('dialog')
  await question.getByText(/看不到合同内容/).waitFor()
  await question.getByRole('button', { name: '同意加入' }).click()
  await other.page.getByRole('heading', { name: '云启集团', level: 1 }).waitFor()
  await other.page.getByText('本月没有查看过本企业的数字').waitFor()

  await page.reload()
  await page.getByRole('list', { name: '集团合计' }).getByText('2', { exact: true }).first().waitFor()
  await page.getByText(new RegExp(`李静本月查看了${jiahe} 1 次，均为数字`)).waitFor()
  await shown(page, 'group-across')
  await page.getByRole('button', { name: '今年' }).click()
  await page.getByText('去年同期').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^集团各企业-今年-\d{8}\.xlsx$/)

  await other.page.reload()
  await other.page.getByText(/李静本月查看了本企业 1 次/).waitFor()
  await shown(other.page, 'group-member')
  await other.page.goto('/console/security')
  await other.page.getByText(/由云启集团设定：登录满2小时须重新登录/).waitFor()
  await isWhole(other.page, 'group-security')

  // To act one switches, and is there what one is there: no administrator, so without a group to manage.
  await page
    .getByRole('button', { name: `切换：${jiahe}` })
    .locator('visible=true')
    .click()
  await page.getByRole('complementary', { name: '企业' }).getByText(jiahe).waitFor()
  await page.goto('/console/group')
  await page.getByText('集团由企业管理员管理，请联系企业管理员。').waitFor()

  // The session of the other company's administrator is too long for the group.
  await scene.server.shiftClock(2 * 3_600_000 + 60_000)
  await other.page.goto('/home/')
  await other.page.getByRole('button', { name: /^当前空间，切换空间/ }).click()
  await other.page.getByText('须重新登录').waitFor()
  await openAs(other.page, chen)
  await other.page.getByRole('button', { name: /^当前空间，切换空间/ }).click()
  await other.page.getByRole('menuitemradio', { name: new RegExp(jiahe) }).click()
  await other.page.getByRole('button', { name: new RegExp(`^当前空间，切换空间：\\s*${jiahe}`) }).waitFor()
  await other.page.goto('/console/group')
  await other.page.getByRole('button', { name: '退出集团' }).click()
  await question.getByText('集团将从2家企业减为1家').waitFor()
  await isWhole(other.page, 'group-leave')
  await question.getByRole('button', { name: '退出集团' }).click()
  await other.page.getByText('本企业不在任何集团中').waitFor()
  await other.page.goto('/console/security')
  await other.page.getByText('密码或验证码之外').waitFor()
  expect(await other.page.getByText('由云启集团设定').count()).toBe(0)
  expect([...lead.faults, ...other.faults]).toEqual([])
  await other.close()
  await lead.close()
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { wang, jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'
import { companyClient, madeTemplate } from './support/template.ts'
import { isWhole } from './support/whole.ts'

/** A company's administrator reads who may do what, makes a role of the company's own, and asks who has a right. */

const scene = stage()
const zhang = { phone: '13800000003', name: '张伟' }

async function pressRole(page: Page, role: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `更多：${role}`, exact: true }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** Gives 张伟 the role, on the page of members. */
async function give(page: Page, role: string): Promise<void> {
  await page.goto('/home/company-space/personal-management')
  await page.getByRole('row', { name: zhang.name }).getByRole('button', { name: '编辑' }).click()
  const sheet = page.getByRole('dialog', { name: '编辑成员' })
  await sheet.getByLabel('角色').selectOption({ label: role })
  await sheet.getByRole('button', { name: '保存' }).click()
  await sheet.waitFor({ state: 'detached' })
}

test('an administrator reads the roles, copies one, gives it, asks who has its right and deletes it in numbers', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing, { path: '/console/' })
  await page.getByRole('navigation', { name: '企业管理后台' }).getByRole('link', { name: '角色与权限' }).click()
  await page.getByRole('heading', { name: '角色与权限', level: 1 }).waitFor()
  await page.getByText('本部门', { exact: true }).locator('visible=true').waitFor()
  await page.getByRole('button', { name: '印章审批人', exact: true }).click()
  await page.getByText('印章审批人：审批用印申请，并查看本部门的用印登记。').waitFor()
  await pictures(page, 'console-roles')
  await isWhole(page, 'console-roles')

  await pressRole(page, '合同查看人', '复制')
  const sheet = page.getByRole('dialog', { name: '新增角色' })
  await sheet.getByLabel('角色名称').fill('合同专员')
  await sheet.getByRole('checkbox', { name: '发起签署' }).check()
  await isWhole(page, 'console-role-make')
  await sheet.getByRole('button', { name: '保存' }).click()
  await page.getByText('角色已保存').waitFor()
  await page.getByRole('button', { name: '合同专员', exact: true }).waitFor()

  await give(page, '合同专员')
  await page.goto('/console/roles?tab=who')
  await page.getByRole('combobox', { name: '权限' }).selectOption({ label: '查看全部合同' })
  await page.getByText('自定义：合同专员').locator('visible=true').waitFor()
  await page.getByText('由李静授予').locator('visible=true').first().waitFor()
  await pictures(page, 'console-who')
  await isWhole(page, 'console-who')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出Excel' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('权限清单.xlsx')

  await page.getByRole('navigation', { name: '角色与权限' }).getByRole('link', { name: '权限表' }).click()
  await pressRole(page, '合同专员', '修改')
  const change = page.getByRole('dialog', { name: '修改角色' })
  await change.getByRole('checkbox', { name: '发起签署' }).uncheck()
  await change.getByText('保存后1位成员立即失去：发起签署。').waitFor()
  await isWhole(page, 'console-role-change')
  await change.getByRole('button', { name: '取消' }).click()
  await pressRole(page, '合同专员', '删除')
  const leaving = page.getByRole('dialog', { name: '删除角色' })
  await leaving.getByText('张伟1位成员持有这个角色。').waitFor()
  await leaving.getByText('他们将失去1项权限：查看全部合同。').waitFor()
  await pictures(page, 'console-role-delete')
  await isWhole(page, 'console-role-delete')
  await leaving.getByRole('button', { name: '删除' }).click()
  await page.getByText('角色已删除').waitFor()

  await page.getByRole('navigation', { name: '角色与权限' }).getByRole('link', { name: '操作记录' }).click()
  await page.getByText('合同专员，1人改为经办人').waitFor()
  await isWhole(page, 'console-role-log')
  expect(faults).toEqual([])
  await close()
})

test('whoever does not manage members is told whom to ask, and on a phone one role is read at a time', async () => {
  const office = await scene.browser.desktop(scene.server.url)
  await openAs(office.page, zhang, { path: '/console/roles' })
  await office.page.getByText('只有企业管理员可以查看和调整角色，请联系管理员。').waitFor()
  await isWhole(office.page, 'console-roles-shut')
  expect(office.faults).toEqual([])
  await openAs(office.page, wang, { path: '/console/roles' })
  await office.page.getByText('当前是个人空间').waitFor()
  await office.close()

  const phone = await scene.browser.phone(scene.server.url)
  await openAs(phone.page, jing, { path: '/console/roles' })
  await phone.page.getByText('管理企业的一切，可有多人').waitFor()
  expect(await phone.page.getByRole('table').count()).toBe(0)
  await phone.page.getByLabel('角色', { exact: true }).selectOption({ value: '印章审批人' })
  await phone.page.getByText('本部门', { exact: true }).waitFor()
  expect(phone.faults).toEqual([])
  await phone.close()
})

test('an administrator keeps a template to one department, and others no longer find it', async () => {
  const client = await companyClient(scene.server.url, jing)
  await client.call('saveDepartment', { departmentName: '法务部' })
  await madeTemplate(client, '通用协议')
  await madeTemplate(client, '法务专用协议')
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, jing)
  await page.goto('/home/space/templates')
  const card = page.getByRole('list', { name: '模板' }).getByRole('listitem').filter({ hasText: '法务专用协议' })
  await card.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '部门权限' }).click()
  const sheet = page.getByRole('dialog', { name: '部门权限' })
  await sheet.getByRole('button', { name: '按部门' }).click()
  await sheet.getByText('请至少选择一个可以使用的部门').waitFor()
  await sheet.getByRole('combobox', { name: '法务部' }).selectOption({ label: '可使用' })
  await pictures(page, 'template-access')
  await isWhole(page, 'template-access')
  await sheet.getByRole('button', { name: '保存' }).click()
  await card.getByText('仅法务部').waitFor()
  await pictures(page, 'templates-limited')
  await isWhole(page, 'templates-limited')
  expect(faults).toEqual([])
  await close()

  const other = await scene.browser.desktop(scene.server.url)
  await openAs(other.page, zhang, { path: '/home/space/templates' })
  await other.page.getByRole('heading', { name: '通用协议' }).waitFor()
  expect(await other.page.getByText('法务专用协议').count()).toBe(0)
  expect(other.faults).toEqual([])
  await other.close()
})

import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'
import { companyClient, madeTemplate, sentOfTemplate } from './support/template.ts'

/** A company has its seal put on the contracts of a template by itself, until it takes that back. */

const scene = stage()

test('a company signs a letter, its contracts are sealed by themselves, and no more once it is revoked', async () => {
  const api = await companyClient(scene.server.url, jing)
  const templateId = await madeTemplate(api, '员工保密协议')
  const desk = await scene.browser.desktop(scene.server.url)
  const { page } = desk
  await openAs(page, jing, { path: '/home/company-space/admin-authorize' })
  await page.getByRole('button', { name: '自动签署', exact: true }).click()
  await page.getByText('还没有自动签署的授权').waitFor()
  await page.getByRole('button', { name: '新增自动签署' }).click()
  await page.getByRole('heading', { name: '新增自动签署' }).waitFor()
  await page.getByRole('button', { name: '签署授权书' }).click()
  await page.getByText('请选择模板').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('checkbox', { name: '员工保密协议' }).check()
  await page.getByLabel('累计份数上限').fill('20')
  await page.getByText('由模板《员工保密协议》发起的合同，累计不超过20份').waitFor()
  await pictures(page, 'auto-grant-make')
  await pictures(page, 'auto-grant-make-whole', { whole: true })
  await page.getByRole('button', { name: '签署授权书' }).click()
  await page.waitForURL('**/signing**')
  await signHere(page, scene.server, jing)

  const signId = await sentOfTemplate(api, templateId, wang)
  await page.goto(`/home/temp-info?signId=${signId}&taskType=normal`)
  await page.getByText('自动签署').first().waitFor()
  await pictures(page, 'auto-signed-contract')
  expect(await axeFindings(page)).toEqual([])

  await page.goto('/home/company-space/admin-authorize?manner=auto')
  await page.getByRole('link', { name: '1/20份' }).waitFor()
  await pictures(page, 'auto-grants')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: '1/20份' }).click()
  await page.getByRole('cell', { name: '自动签署', exact: true }).waitFor()
  await pictures(page, 'auto-grant-records')
  await page.goBack()
  await page.getByRole('button', { name: /^更多/ }).click()
  await page.getByRole('menuitem', { name: '撤销' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('改由经办人签署')
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByRole('row').getByText('已撤销').waitFor()
  const byHand = await sentOfTemplate(api, templateId, wang)
  await page.goto(`/home/temp-info?signId=${byHand}&taskType=normal`)
  await page
    .getByText('待本企业签署')
    .or(page.getByRole('button', { name: /签署/ }))
    .first()
    .waitFor()
  expect(await page.getByText('自动签署').count()).toBe(0)
  expect(desk.faults).toEqual([])
  await desk.close()
})

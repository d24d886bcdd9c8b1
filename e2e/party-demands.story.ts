import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { placeAreas, sampleFile } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { picture, pictures } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { confirmByCode, openOwnTurn, readyToSign, signCodes, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** Who exactly is meant, and what with they sign: told in the wizard, kept, and held to where places are set. */

const scene = stage()

const card = (page: Page, side: RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: side, level: 2 }) })

const choose = (page: Page, name: string, label: string) => page.getByRole('combobox', { name }).selectOption({ label })

async function atParties(device: 'desktop' | 'phone') {
  const visitor = await scene.browser[device](scene.server.url)
  const { page } = visitor
  await openAs(page, jing, { path: '/home/temp-create' })
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  const next = page.getByRole('button', { name: '下一步' })
  await next.click()
  await page.getByRole('heading', { name: '添加签署方', level: 1 }).waitFor()
  await page.getByRole('button', { name: '添加个人签署方' }).click()
  const person = card(page, /^乙方/)
  await person.getByLabel('姓名').fill('王小明')
  await person.getByLabel('手机号').fill('13800000001')
  return { ...visitor, next, person }
}

test.each(['desktop', 'phone'] as const)('a party’s number, code and signing requirement on a %s', async (device) => {
  const { page, next, person, faults, close } = await atParties(device)
  await page.getByRole('button', { name: '添加企业签署方' }).click()
  const company = card(page, /^丙方/)
  await person.getByRole('button', { name: '添加证件号' }).click()
  await person.getByLabel('证件号').fill('110105194912310021')
  await company.getByLabel('企业名称').fill('上海嘉禾物业管理有限公司')
  await company.getByRole('button', { name: '添加信用代码' }).click()
  await company.getByLabel('统一社会信用代码').fill('91310115MA1FJHW65A')
  await company.getByLabel('经办人').fill('陈晨')
  await company.getByLabel('手机号').fill('13800000004')
  await choose(page, '上海嘉禾物业管理有限公司的签署要求', '企业印章和经办人签字')
  await choose(page, '王小明的意愿认证方式', '双重：短信验证码和签署密码')
  await next.click()
  await page.getByText('证件号格式不正确').waitFor()
  await page.getByText('统一社会信用代码格式不正确').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, `party-demands-${device}`, { whole: true })
  await person.getByLabel('证件号').fill('11010519491231002X')
  await company.getByLabel('统一社会信用代码').fill('91310115MA1FJHW65K')
  await next.click()
  await page.waitForURL('**/set-temp-control**')
  await page.goBack()
  await page.reload()
  await company.waitFor()
  expect(await person.getByLabel('证件号').inputValue()).toBe('1****************X')
  expect(await company.getByLabel('统一社会信用代码').inputValue()).toBe('91310115MA1FJHW65K')
  expect(await person.getByLabel('王小明的意愿认证方式').inputValue()).toBe('double')
  expect(faults).toEqual([])
  await close()
})

test('who is asked to write by hand gets no seal’s place; keywords are sought from a page on; a draft goes on (R27)', async () => {
  const { page, next, faults, close } = await atParties('desktop')
  await choose(page, '王小明的签署要求', '手写签名')
  await next.click()
  await page.waitForURL('**/set-temp-control**')
  const tools = page.getByRole('complementary', { name: '控件与属性' })
  await tools.getByRole('radio', { name: /^王小明 / }).check({ force: true })
  await tools.getByRole('button', { name: '手写签名', exact: true }).waitFor()
  expect(await tools.getByRole('button', { name: '个人签名', exact: true }).count()).toBe(0)
  await tools.getByText('按关键字定位').click()
  await tools.getByLabel('关键字').fill('签署日期')
  await tools.getByRole('checkbox', { name: '整词匹配' }).check()
  await tools.getByLabel('从第几页起').fill('2')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'keyword-placing')
  const signId = new URL(page.url()).searchParams.get('signId') ?? ''
  await page.goto(`/home/launchtask?signId=${signId}`)
  await page.waitForURL(`**/temp-create?signId=${signId}`)
  await page.getByText('保密协议.pdf').first().waitFor()
  expect(faults).toEqual([])
  await close()
})

/** Sends 王小明 a contract that asks for two papers; answers the sender's handle of it. */
async function sendAskingForPapers(): Promise<string> {
  const { page, next, person, faults, close } = await atParties('desktop')
  await person.getByRole('button', { name: '添加附件要求' }).click()
  await person.getByRole('button', { name: '身份证正反面' }).click()
  await person.getByRole('button', { name: '其他附件' }).click()
  await person.getByLabel('第2项附件的名称').fill('上一年度完税证明')
  await person.getByLabel('第2项附件的说明').fill('税务机关出具，加盖业务专用章')
  await person.getByRole('switch', { name: '第2项附件必须提交' }).click()
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'papers-asked', { whole: true })
  await next.click()
  await page.waitForURL('**/set-temp-control**')
  const placings = [
    { person: jing, kind: '企业印章', x: 0.3, y: 0.3 },
    { person: wang, kind: '个人签名', x: 0.7, y: 0.3 },
  ]
  await placeAreas(page, { page: 1, placings })
  await next.click()
  await page.getByText('附件：身份证正反面').waitFor()
  const signId = new URL(page.url()).searchParams.get('signId') ?? ''
  await page.getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('发送成功').waitFor()
  await openOwnTurn(page)
  await signHere(page, scene.server, jing)
  expect(faults).toEqual([])
  await close()
  return signId
}

test('a party hands in what was asked before it signs, and the sender sees it come', async () => {
  const signId = await sendAskingForPapers()
  const sender = await scene.browser.desktop(scene.server.url)
  await openAs(sender.page, jing, { path: `/home/temp-info?signId=${signId}&tab=attachments` })
  const handed = sender.page.getByRole('region', { name: '签署方提交的附件' })
  await handed.getByText('待提交').waitFor()

  const { page, faults, close } = await scene.browser.phone(scene.server.url)
  await openAs(page, wang)
  await openOwnTurn(page)
  await page.getByText('还须提交1项附件').waitFor()
  await picture(page, 'papers-lacking')
  const sheet = page.getByRole('dialog', { name: '提交附件' })
  await page.getByRole('button', { name: '去提交' }).click()
  await sheet.getByRole('button', { name: '关闭' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '一键签署' }).first().click()
  await page.getByRole('checkbox', { name: /我已阅读并同意签署/ }).check()
  await page.getByRole('button', { name: /^提交签署/ }).click()
  await sheet.getByLabel('上传：身份证正反面').setInputFiles(sampleFile('劳动合同.docx'))
  await sheet.getByText('仅支持 pdf、jpg、png 格式').waitFor()
  await sheet.getByLabel('上传：身份证正反面').setInputFiles(sampleFile('扫描件.jpg'))
  await sheet.getByRole('button', { name: '撤下：扫描件.pdf' }).click()
  await sheet.getByLabel('上传：身份证正反面').waitFor({ state: 'attached' })
  await sheet.getByLabel('上传：身份证正反面').setInputFiles(sampleFile('扫描件.jpg'))
  await sheet.getByRole('button', { name: '预览：扫描件.pdf' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'papers-sheet')
  await handed.getByText('已提交').waitFor()
  await handed.getByRole('button', { name: '预览：扫描件.pdf' }).waitFor()
  expect(await axeFindings(sender.page)).toEqual([])
  await pictures(sender.page, 'papers-handed')

  await sheet.getByRole('button', { name: '关闭' }).click()
  await sheet.waitFor({ state: 'detached' })
  await pictures(page, 'papers-signing')
  const before = await signCodes(scene.server, wang.phone)
  await readyToSign(page)
  await confirmByCode(page, scene.server, wang, before)
  await handed.getByRole('button', { name: '预览：扫描件.pdf' }).click()
  await sender.page.getByRole('dialog', { name: '预览 扫描件.pdf' }).locator('canvas, img').first().waitFor()
  expect([...faults, ...sender.faults]).toEqual([])
  await Promise.all([close(), sender.close()])
})

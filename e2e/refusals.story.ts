import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { sampleFile } from './support/launch.ts'
import { chen, jing, wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { signInByAccount } from './support/sign-in.ts'
import { invitation } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What the product says no to, and how: in words, with a way on, and with nothing lost. */

const scene = stage()

const refused = [
  ['不是PDF.pdf', '请'],
  ['空文件.pdf', '空'],
  ['加密-用户口令.pdf', '文件已加密'],
  ['XFA表单.pdf', 'XFA'],
  ['截断.pdf', '文件已损坏或无法解析'],
  ['解压炸弹.pdf', '请'],
] as const

async function signedIn(device: 'desktop' | 'phone', person: { phone: string }) {
  const visitor = await scene.browser[device](scene.server.url)
  await openAs(visitor.page, person)
  return visitor
}

const oneSigner = {
  file: '保密协议.pdf',
  others: [wang],
  ownSideSigns: false,
  page: 1,
  placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
}

test('a file that cannot be signed stays in the list with cause and cure, and the next one is taken', async () => {
  const { page, close } = await signedIn('desktop', jing)
  await page.getByRole('link', { name: /^发起签署/ }).click()
  for (const [name, words] of refused) {
    await page.locator('.drop input[type=file]').setInputFiles(sampleFile(`intake/${name}`))
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByText(words).first().waitFor()
  }
  expect(await axeFindings(page)).toEqual([])
  await page.locator('.drop input[type=file]').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '删除 保密协议.pdf' }).waitFor()
  await close()
})

test('a wrong password is counted and a captcha asked for, whoever the name belongs to', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  for (const phone of ['13800000003', '13899999999']) {
    await page.goto('/home/login')
    await page.getByLabel('手机号/账号').fill(phone)
    await page.getByRole('checkbox', { name: /我已阅读/ }).check()
    for (const left of [4, 3, 2]) {
      await page.getByLabel('密码', { exact: true }).fill('Wrong@2026')
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.getByText(`账号或密码错误，还可尝试${left}次`).waitFor()
    }
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByLabel('图形验证码').waitFor()
    expect(new URL(page.url()).pathname).toBe('/home/login')
  }
  await close()
})

test('a signer refuses with a reason, and the initiator reads it', async () => {
  const desk = await signedIn('desktop', jing)
  await sendContract(scene.server, oneSigner)
  const phone = await signedIn('phone', wang)
  await phone.page.goto(await invitation(scene.server, wang.phone))
  await phone.page.getByRole('button', { name: '拒签' }).first().click()
  await phone.page.getByText('确定要拒签该合同吗？').waitFor()
  await phone.page.getByRole('textbox').last().fill('违约金比例与约定不符')
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: /拒签|确定/ })
    .last()
    .click()
  await phone.page.getByText('拒签成功！').waitFor()
  await desk.page.goto('/home/space/contract-list?status=reject')
  await desk.page.getByRole('link', { name: '保密协议' }).first().click()
  await desk.page.getByRole('tab', { name: '操作记录' }).click()
  await desk.page.getByText('违约金比例与约定不符').first().waitFor()
  expect(desk.faults).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

test('the initiator recalls, and a signer whose page is stale is told what happened', async () => {
  const desk = await signedIn('desktop', jing)
  await sendContract(scene.server, oneSigner)
  const phone = await signedIn('phone', wang)
  await phone.page.goto(await invitation(scene.server, wang.phone))
  await phone.page.getByRole('button', { name: /^提交签署/ }).waitFor()
  await desk.page.goto('/home/space/contract-list?status=otherSign')
  await desk.page
    .getByRole('button', { name: /^更多：/ })
    .first()
    .click()
  await desk.page.getByRole('menuitem', { name: '撤回', exact: true }).click()
  await desk.page.getByText('确定要撤回该合同吗？').waitFor()
  await desk.page
    .getByRole('dialog')
    .getByRole('button', { name: /撤回|确定/ })
    .last()
    .click()
  await desk.page.getByText('撤回成功！').waitFor()
  await phone.page.reload()
  await phone.page.getByText('合同已被撤回').first().waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

test('somebody else’s contract, an invented one and an unknown address all answer, and lead home', async () => {
  const { page, close } = await signedIn('desktop', chen)
  const foreign = await invitation(scene.server, wang.phone)
  await page.goto(foreign)
  await page.getByText('合同不存在或无权查看').first().waitFor()
  await page.goto('/home/temp-info?signId=AAAAAAAAAAAAAAAAAAAAAAAA&taskType=normal')
  await page.getByText('合同不存在或无权查看').first().waitFor()
  await page.goto('/home/nowhere')
  await page.getByText('页面不存在').first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: '返回首页' }).click()
  await page.waitForURL('**/home/')
  await close()
})

test('no right, no page and no contract are one picture under the header, and another space is a press away', async () => {
  const { page, close } = await signedIn('desktop', chen)
  const seen = new Set<string>()
  for (const path of ['/home/401', '/home/nowhere', '/home/temp-info?signId=AAAAAAAAAAAAAAAAAAAAAAAA']) {
    await page.goto(path)
    const sign = page.locator('.result-art svg')
    await sign.waitFor()
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^当前空间/ })
      .waitFor()
    const box = await sign.boundingBox()
    seen.add(`${box?.x} ${box?.width} ${box?.height}`)
  }
  expect(seen.size).toBe(1)
  await page.goto('/home/401')
  await page.getByRole('main').getByRole('button', { name: '切换空间' }).click()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('menuitem').first().click()
  await page.waitForURL('**/home/')
  await close()
})

test('an expired session shows one dialog that cannot be dismissed', async () => {
  const { page, close } = await signedIn('desktop', chen)
  await page.goto('/home/')
  await page.getByRole('heading', { name: '近期合同' }).waitFor()
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(40)))
  await page.reload()
  await page.getByText('登录状态已过期，请重新登录').waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByText('登录状态已过期，请重新登录').count()).toBe(1)
  await page.getByRole('button', { name: '重新登录' }).click()
  await page.waitForURL('**/login**')
  await close()
})

const typed = [
  {
    what: 'an invitation',
    path: '/home/company-space/personal-management',
    open: '邀请成员',
    fields: { 姓名: '王老五', 手机号: '13711112222' },
  },
  {
    what: 'a department',
    path: '/home/company-space/personal-management',
    open: '新增部门',
    fields: { 部门名称: '战略投资' },
  },
  {
    what: 'a role',
    path: '/home/company-space/personal-management?tab=roles',
    open: '新增角色',
    fields: { 角色名称: '合同专员' },
  },
  {
    what: 'a contact',
    path: '/home/user/contact',
    open: '新增联系人',
    fields: { 姓名: '孙悟空', 手机号: '13711113333' },
  },
  { what: 'a template', path: '/home/set-control', open: null, fields: { 模板名称: '采购框架模板' } },
]

test.each(typed)(
  '$what that was being typed when the session ended is there again (X1)',
  async ({ path, open, fields }) => {
    const { page, close } = await signedIn('desktop', jing)
    await page.goto(path)
    if (open) await page.getByRole('button', { name: open }).click()
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await fetch(`${scene.server.url}/myLogout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    await page.getByRole('button', { name: '重新登录' }).click()
    await page.waitForURL('**/login**')
    await signInByAccount(page, jing)
    for (const [label, text] of Object.entries(fields))
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
    await close()
  },
)

test('what was typed in a sheet and given up is gone', async () => {
  const { page, close } = await signedIn('desktop', jing)
  await page.goto('/home/user/contact')
  await page.getByRole('button', { name: '新增联系人' }).click()
  await page.getByLabel('姓名', { exact: true }).fill('孙悟空')
  await page.getByRole('button', { name: '取消' }).click()
  await page.reload()
  await page.getByRole('button', { name: '新增联系人' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await page.getByLabel('姓名', { exact: true }).inputValue()).toBe('')
  await close()
})

test.each(['js', 'css'])('a page whose %s does not come says so, and comes with one press (X21)', async (kind) => {
  const { page, close } = await signedIn('desktop', jing)
  await page.route(`**/assets/contract-list-page-*.${kind}`, (route) => route.abort())
  await page.getByRole('link', { name: '合同管理' }).click()
  await page.getByRole('heading', { name: '页面资源加载失败，请刷新重试' }).waitFor()
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['刷新'])
  expect(await axeFindings(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: '刷新' }).click()
  await page.getByRole('link', { name: '合同管理' }).click()
  await page.getByRole('heading', { name: '全部', level: 1 }).waitFor()
  await close()
})

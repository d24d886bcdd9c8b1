import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { becomeRealNamed, companyInvitation, invitePeople, openMembers } from './support/company.ts'
import { firstTimes } from './support/first-times.ts'
import { jing } from './support/people.ts'
import { picture } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { signInByCode } from './support/sign-in.ts'
import { stage } from './support/stage.ts'

/** 李静 invites two people by phone. One has no account, registers, proves the name and joins; the other declines. */

const lin = { phone: '13700000001', name: '林清扬' }
const zhou = { phone: '13700000002', name: '周晓彤' }
const company = '杭州云启科技有限公司'
const scene = stage()

test('李静 invites two people; one becomes an operator, the other declines (C35, C93, X14, X19, V6, S25)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await openAs(desk.page, jing)
  await openMembers(desk.page)
  expect(await axeFindings(desk.page)).toEqual([])
  await invitePeople(desk.page, [lin, zhou])

  const phone = await scene.browser.phone(scene.server.url)
  const msBetween = await firstTimes(phone.page, { joined: '.join-done', home: '.home-tiles' })
  await phone.page.goto(await companyInvitation(scene.server, lin.phone))
  await signInByCode(phone.page, scene.server, lin.phone)
  await phone.page.getByRole('heading', { name: company }).waitFor()
  await phone.page.getByText('李静邀请您加入').waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: '同意加入' }).click()
  await phone.page.getByText('您需要完成实名认证').waitFor()
  expect(await axeFindings(phone.page)).toEqual([])
  await phone.page.getByRole('button', { name: '去实名认证' }).click()
  await becomeRealNamed(phone.page, lin.name)
  await phone.page.getByRole('button', { name: '同意加入' }).click()
  await phone.page.getByRole('heading', { name: '加入成功！' }).waitFor()
  await phone.page.waitForURL((url) => url.pathname === '/home/')
  await phone.page.getByRole('button', { name: new RegExp(`当前空间.*${company}`) }).waitFor()
  expect(await msBetween('joined', 'home')).toBeGreaterThan(900)
  await phone.page.getByText('经办人', { exact: true }).first().waitFor()

  const other = await scene.browser.phone(scene.server.url)
  await other.page.goto('/home/login')
  await signInByCode(other.page, scene.server, zhou.phone)
  await other.page.getByRole('button', { name: /有1项待答复/ }).click()
  await other.page.getByRole('link', { name: /待答复/ }).click()
  await other.page.getByRole('heading', { name: company }).waitFor()
  expect(await axeFindings(other.page)).toEqual([])
  await other.page.getByRole('link', { name: '查看邀请' }).click()
  await other.page.getByRole('button', { name: '拒绝' }).click()
  await other.page.getByText('您拒绝加入该企业，确定后该企业空间将被删除').waitFor()
  expect(await axeFindings(other.page)).toEqual([])
  await other.page.getByRole('button', { name: '确定' }).click()
  await other.page.waitForURL((url) => url.pathname === '/home/')
  await other.page.getByRole('button', { name: /当前空间/ }).click()
  await expect.poll(() => other.page.getByRole('menuitemradio').count()).toBe(1)

  await desk.page.reload()
  await desk.page.getByRole('cell', { name: /^林清扬/ }).waitFor()
  await desk.page.getByRole('link', { name: /待加入/ }).click()
  await desk.page.getByRole('row', { name: /周晓彤.*已拒绝/ }).waitFor()
  expect(await axeFindings(desk.page)).toEqual([])
  expect([...desk.faults, ...phone.faults, ...other.faults]).toEqual([])
  await Promise.all([desk.close(), phone.close(), other.close()])
})

test('an operator who opens the page of members is told that it is not theirs (R38)', async () => {
  const { page, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, { phone: '13800000003' }, { path: '/home/company-space/personal-management' })
  await page.waitForURL('**/home/401')
  await page.getByText('抱歉，您没有访问该页面的权限').first().waitFor()
  expect(await page.getByText('转让管理员').count()).toBe(0)
  await close()
})

test('a link invites whoever has it, before and after signing in (R56)', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await openAs(desk.page, jing)
  await openMembers(desk.page)
  await desk.page.getByRole('button', { name: '邀请成员' }).click()
  await desk.page.getByRole('button', { name: '生成链接' }).click()
  const link = await desk.page.getByRole('textbox', { name: '邀请链接' }).inputValue()
  expect(new URL(link).pathname).toBe('/home/register-type')

  const phone = await scene.browser.phone(scene.server.url)
  await phone.page.goto(link)
  await phone.page.getByRole('heading', { level: 1 }).first().waitFor()
  await phone.page.goto('/home/login')
  await signInByCode(phone.page, scene.server, '13700000003')
  await phone.page.getByRole('heading', { name: company }).waitFor()
  await phone.page.goto('/home/')
  await phone.page.getByRole('button', { name: /有1项待答复/ }).waitFor()
  await phone.page.goto(link)
  await phone.page.getByText('李静邀请您加入').waitFor()
  await desk.page.getByRole('button', { name: '停用链接' }).click()
  await desk.page.getByText('邀请链接已停用').waitFor()
  await phone.page.reload()
  await phone.page.getByText('邀请不存在或已失效，请联系企业管理员').waitFor()
  expect([...desk.faults, ...phone.faults]).toEqual([])
  await Promise.all([desk.close(), phone.close()])
})

test.each(['desktop', 'phone'] as const)(
  'the administration is offered by a code to the own phone, and the member asked is told, on a %s (domain 5.7)',
  async (kind) => {
    const zhang = { phone: '13800000003' }
    const desk = await scene.browser[kind](scene.server.url)
    await openAs(desk.page, jing, { path: '/home/company-space/personal-management' })
    await desk.page.getByRole('button', { name: '转让管理员' }).click()
    const sheet = desk.page.getByRole('dialog', { name: '转让管理员' })
    await sheet.getByLabel('新管理员').selectOption({ label: '张伟' })
    expect(await sheet.getByRole('button', { name: '发起转让' }).isDisabled()).toBe(true)
    const before = await scene.server.outbox(jing.phone)
    await sheet.getByRole('button', { name: '获取验证码' }).click()
    const code = await scene.server.outboxCode(jing.phone, before)
    await sheet.getByLabel('短信验证码').fill(code === '000000' ? '000001' : '000000')
    await sheet.getByRole('button', { name: '发起转让' }).click()
    await sheet.getByText('验证码错误或已失效').waitFor()
    await sheet.getByLabel('短信验证码').fill(code)
    expect(await axeFindings(desk.page)).toEqual([])
    await picture(desk.page, `transfer-${kind}`)
    await sheet.getByRole('button', { name: '发起转让' }).click()
    await desk.page.getByText('已发起转让，等待对方确认').waitFor()

    const other = await scene.browser[kind](scene.server.url)
    await openAs(other.page, zhang, { path: '/home/user/messages' })
    await other.page.goto('/home/')
    await other.page.getByRole('button', { name: /有1项待答复/ }).waitFor()
    expect((await scene.server.outbox(zhang.phone)).some(({ body }) => body.includes('请您接任'))).toBe(true)

    await desk.page.getByRole('button', { name: '转让确认中' }).click()
    await desk.page.getByRole('button', { name: '取消转让' }).click()
    await desk.page.getByText('已取消转让').waitFor()
    // The next device asks for a code of its own.
    await scene.server.shiftClock(61_000)
    expect([...desk.faults, ...other.faults]).toEqual([])
    await Promise.all([desk.close(), other.close()])
  },
)

test('a member put out while at work lands in a space that is still theirs', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await openAs(desk.page, jing)
  const operator = await scene.browser.desktop(scene.server.url)
  await openAs(operator.page, { phone: '13800000003' })
  await operator.page.getByRole('button', { name: new RegExp(`当前空间.*${company}`) }).waitFor()

  await openMembers(desk.page)
  await desk.page.getByRole('button', { name: '停用：张伟' }).click()
  await desk.page.getByRole('button', { name: '停用', exact: true }).click()
  await desk.page.getByText('成员已停用').waitFor()

  await operator.page.getByRole('link', { name: '合同管理' }).click()
  await operator.page.getByRole('button', { name: /当前空间.*张伟/ }).waitFor()
  expect(await operator.page.getByText('空间不存在或您已不在该空间').count()).toBeLessThan(2)
  await Promise.all([desk.close(), operator.close()])
})

import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { jing, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { openAs } from './support/session.ts'
import { stage } from './support/stage.ts'

/** The page of the present company: its data for everybody in it, its console by the rights of each. */

const company = '杭州云启科技有限公司'
const here = '/home/user/company-info'
const scene = stage()

test.each(['desktop', 'phone'] as const)(
  'the administrator finds the company and everything to manage, on a %s (R39, H3, R13)',
  async (kind) => {
    const { page, faults, close } = await scene.browser[kind](scene.server.url)
    await openAs(page, jing, { path: here })
    await page.getByRole('heading', { name: company }).waitFor()
    await page.getByText('认证时间').waitFor()
    expect(await page.getByRole('definition').first().innerText()).toMatch(/^[0-9A-Z]{18}$/)
    expect(await page.getByRole('link', { name: '个人中心' }).first().getAttribute('aria-current')).not.toBeNull()
    const menu = page.getByRole('navigation', { name: '企业管理' })
    await expect.poll(() => menu.getByRole('link').count()).toBe(5)
    expect(await axeFindings(page)).toEqual([])
    await picture(page, `company-info-${kind}`, { whole: true })
    await menu.getByRole('link', { name: /^企业印章/ }).click()
    await page.getByRole('heading', { name: '企业印章', level: 1 }).waitFor()
    expect(faults).toEqual([])
    await close()
  },
)

test('who is in no company, or whose company is not authenticated, is told what to do', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await openAs(page, wang, { path: here })
  await page.getByText('当前是个人空间').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'company-info-none')
  await close()
  await inDatabase(
    scene.server,
    `update space set auth_status = 'rejectCompanyAuth', reject_reason = '法定代表人姓名不一致' where name = '${company}'`,
  )
  const admin = await scene.browser.phone(scene.server.url)
  await openAs(admin.page, jing, { path: here })
  await admin.page.getByText('法定代表人姓名不一致').waitFor()
  expect(await admin.page.getByRole('navigation', { name: '企业管理' }).count()).toBe(0)
  expect(await axeFindings(admin.page)).toEqual([])
  await picture(admin.page, 'company-info-rejected', { whole: true })
  await admin.page.getByRole('link', { name: '重新认证' }).click()
  await admin.page.waitForURL(/\/home\/company-auth-info/)
  expect([...faults, ...admin.faults]).toEqual([])
  await admin.close()
})

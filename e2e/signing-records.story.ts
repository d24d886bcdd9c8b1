import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { jing, type Person, wang } from './support/people.ts'
import { picture } from './support/picture.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { invitation, signHere } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** What was signed, where it is written down, and how a contract is found by what its file says. */

const scene = stage()

async function signedIn(person: Pick<Person, 'phone'>, device: 'desktop' | 'phone' = 'desktop') {
  const visitor = await scene.browser[device](scene.server.url)
  await openAs(visitor.page, person, { remember: false })
  await visitor.page.getByRole('heading', { name: '近期合同' }).waitFor()
  return visitor
}

async function judged(page: Page, name: string): Promise<void> {
  await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  await picture(page, `signing-records-${name}`)
  expect(await axeFindings(page)).toEqual([])
}

test('a signature is in the signing records, and who did not make it says so (R33, R34, R35, S8, I9)', async () => {
  const launcher = await signedIn(jing)
  await sendContract(scene.server, {
    others: [wang],
    ownSideSigns: false,
    page: 1,
    placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
    file: '保密协议.pdf',
  })
  const signer = await signedIn(wang)
  await signer.page.goto(await invitation(scene.server, wang.phone))
  await signHere(signer.page, scene.server, wang)

  // Every signature of the person, with a way to say that it is not.
  const { page } = signer
  await page.goto('/home/user-space/signatures')
  await page.getByRole('heading', { name: '签署记录', level: 1 }).waitFor()
  await page.getByRole('link', { name: '保密协议', exact: true }).waitFor()
  await judged(page, 'own-signatures')
  await page.getByRole('button', { name: '不是我签的：保密协议' }).press('Enter')
  await page.getByText('确定这个签署不是您本人操作吗？').waitFor()
  await page.getByLabel('原因（选填，2-200字）').fill('手机当时不在身边')
  await judged(page, 'dispute')
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByText('已报告异议').first().waitFor()

  await page.goto('/home/user-space/contracts?keyword=保密')
  await page.getByRole('heading', { name: '全部空间的合同' }).waitFor()
  await page.getByRole('button', { name: '查看保密协议' }).waitFor()
  await judged(page, 'all-contracts')
  await page.getByRole('button', { name: '查看保密协议' }).press('Enter')
  await page
    .getByRole('tab', { name: /操作记录|签署进度/ })
    .first()
    .waitFor()

  await page.goto('/home/space/signatures-list')
  await page.getByRole('heading', { name: '用印记录' }).waitFor()
  await page.getByText('已报告异议').first().waitFor()
  await judged(page, 'space-signatures')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出' }).click()
  expect((await downloading).suggestedFilename()).toBe('用印记录.csv')

  // The administrator's list of all the company's contracts; the contract is found by what its file says.
  await launcher.page.goto('/home/space/contract-list?status=all&scope=company')
  await launcher.page.getByText('企业内所有成员的合同').waitFor()
  await launcher.page.getByRole('searchbox', { name: '主题、编号、正文' }).first().fill('保密信息')
  await launcher.page.getByRole('button', { name: '查询' }).click()
  await launcher.page.getByRole('link', { name: '保密协议', exact: true }).first().waitFor()
  await judged(launcher.page, 'company-contracts')
  expect([...signer.faults, ...launcher.faults]).toEqual([])
  await launcher.close()
  await signer.close()
})

test('the signing records fit a phone', async () => {
  const { page, faults, close } = await signedIn(wang, 'phone')
  for (const [path, name] of [
    ['/home/user-space/signatures', '签署记录'],
    ['/home/user-space/contracts', '全部空间的合同'],
    ['/home/space/signatures-list', '用印记录'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await judged(page, `phone-${path.split('/').at(-1)}`)
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    // The subject is at hand, the other filters a press away.
    expect(await page.getByRole('button', { name: '查询' }).isVisible()).toBe(false)
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('button', { name: '查询' }).waitFor()
    await judged(page, `phone-${path.split('/').at(-1)}-filters`)
  }
  expect(faults).toEqual([])
  await close()
})

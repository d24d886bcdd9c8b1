import { readFile } from 'node:fs/promises'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arrived } from './support/arrived.ts'
import { axeFindings } from './support/axe.ts'
import { inDatabase } from './support/database.ts'
import { type Launch, launchContract } from './support/launch.ts'
import { jing, type Person, wang } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { signInByAccount } from './support/sign-in.ts'
import { confirmByCode, openOwnTurn, readyToSign, signCodes } from './support/sign.ts'
import { stage } from './support/stage.ts'

/** A finished contract is voided by an agreement: refused once, expired once, and agreed on at last. */

const scene = stage()
const subject = '保密协议'

const toWang: Launch = {
  file: '保密协议.pdf',
  others: [wang],
  ownSideSigns: false,
  page: 1,
  placings: [{ person: wang, kind: '个人签名', x: 0.5, y: 0.3 }],
}

async function signedIn(person: Person) {
  const visitor = await scene.browser.desktop(scene.server.url)
  await visitor.page.goto('/home/login')
  await signInByAccount(visitor.page, person)
  return visitor
}

async function sign(): Promise<void> {
  const { page, faults, close } = await signedIn(wang)
  await openOwnTurn(page)
  const codes = await signCodes(scene.server, wang.phone)
  await readyToSign(page)
  await confirmByCode(page, scene.server, wang, codes)
  expect(faults).toEqual([])
  await close()
}

/** Opens the contract and begins to void it: the page of the agreement. */
async function beginVoiding(page: Page): Promise<void> {
  await page.goto('/home/space/contract-list?status=finish')
  await page.getByRole('link', { name: subject, exact: true }).first().click()
  await page.getByRole('button', { name: '作废', exact: true }).click()
  await page.getByText('确定要作废该合同吗？').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '继续', exact: true }).click()
  await page.waitForURL('**/launchtask**')
  await page.getByRole('heading', { name: '原合同', exact: true }).waitFor()
}

/** The bytes are as they were signed: whoever checks them must still hear that they hold no more. */
async function checkOriginal(page: Page): Promise<void> {
  const original = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载', exact: true }).click()
  const path = await (await original).path()
  await page.goto('/home/file-check')
  await page.locator('input[type=file]').setInputFiles({
    name: `${subject}.pdf`,
    mimeType: 'application/pdf',
    buffer: await readFile(path),
  })
  await page.getByRole('heading', { name: '该合同已作废' }).waitFor()
  expect(await page.getByRole('link', { name: '已作废的合同' }).getAttribute('href')).toContain('status=cancel')
  expect(await axeFindings(page)).toEqual([])
  await pictures(page, 'void-checked', { whole: true })
}

/** What was written is not lost by a press beside it. */
async function staysWithText(page: Page): Promise<void> {
  await page.getByLabel('其他约定').fill('双方互不追究')
  await page.getByRole('link', { name: '返回', exact: true }).click()
  const question = page.getByRole('dialog', { name: '离开此页？' })
  await question.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: '继续填写' }).click()
  expect(await page.getByLabel('其他约定').inputValue()).toBe('双方互不追究')
  await page.getByLabel('其他约定').fill('')
}

async function sendAgreement(page: Page): Promise<void> {
  await page.getByRole('button', { name: '预览', exact: true }).click()
  await page.getByRole('heading', { name: '核对', exact: true }).waitFor()
  await page.getByRole('button', { name: '发送作废协议' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发送', exact: true }).click()
  await page.getByText('作废协议已发送').waitFor()
  await page.getByRole('region', { name: '关联文件' }).waitFor()
}

const statusOf = async (page: Page) => (await page.locator('.detail-head .status-tags').innerText()).split('\n')

test('a contract is voided by an agreement that all sign, and comes back when one of them does not', async () => {
  const first = await signedIn(jing)
  await launchContract(first.page, toWang)
  await sign()

  // Written: the agreement says beside the form what is typed into it.
  await beginVoiding(first.page)
  const paper = first.page.getByRole('region', { name: '协议预览' })
  await first.page.getByRole('group', { name: '作废原因' }).getByText('其他').click()
  await first.page.getByRole('button', { name: '预览', exact: true }).click()
  await first.page.getByText('请说明作废原因').first().waitFor()
  await first.page.getByLabel('说明', { exact: true }).fill('第1.1条面积应为21,460.00平方米，误写为12,460.00平方米。')
  await first.page.getByLabel('费用结算').fill('已付费用于本协议生效后10日内退还。')
  await first.page.getByLabel('保留条款').fill('原合同第九条（保密）继续有效。')
  await paper.getByText('第1.1条面积应为21,460.00平方米').waitFor()
  await paper.getByText('自各方签署完成之日起，原合同作废。').waitFor()
  expect(await axeFindings(first.page)).toEqual([])
  await pictures(first.page, 'void-form')
  await first.page.getByRole('button', { name: '预览', exact: true }).click()
  await first.page.getByRole('heading', { name: '核对', exact: true }).waitFor()
  expect(await axeFindings(first.page)).toEqual([])
  await pictures(first.page, 'void-preview')
  await first.page.getByRole('button', { name: '返回修改' }).click()
  expect(await first.page.getByLabel('费用结算').inputValue()).toBe('已付费用于本协议生效后10日内退还。')

  // Refused.
  await sendAgreement(first.page)
  await expect.poll(() => statusOf(first.page)).toEqual(['签署完成', '作废中'])
  expect(await first.page.getByRole('button', { name: '作废', exact: true }).count()).toBe(0)
  expect(await axeFindings(first.page)).toEqual([])
  await pictures(first.page, 'void-underway')
  const other = await signedIn(wang)
  await other.page.goto('/home/space/contract-list?status=iSign')
  await other.page
    .getByRole('link', { name: `${subject}作废协议` })
    .first()
    .click()
  await other.page.getByRole('link', { name: '查看原合同' }).waitFor()
  await other.page.getByRole('button', { name: /^拒签/ }).first().click()
  await other.page.getByRole('textbox').last().fill('不同意作废')
  await other.page.getByRole('dialog').getByRole('button', { name: '确定', exact: true }).click()
  await other.page.getByText('拒签成功！').waitFor()
  expect([first.faults, other.faults]).toEqual([[], []])
  await other.close()
  await first.close()

  // Expired: the contract is what it was, and may be voided once more.
  const second = await signedIn(jing)
  await beginVoiding(second.page)
  await staysWithText(second.page)
  await sendAgreement(second.page)
  expect(second.faults).toEqual([])
  await second.close()
  await scene.server.shiftClock(9 * dayMs)
  // The job store keeps its own time; the refused agreement's timer finds it ended.
  await inDatabase(
    scene.server,
    `update graphile_worker._private_jobs set run_at = now() where key like 'expire %' and run_at > now()`,
  )
  const third = await signedIn(jing)
  await expect
    .poll(
      async () => {
        await third.page.goto('/home/space/contract-list?status=expired')
        await arrived(third.page)
        return third.page.getByRole('link', { name: `${subject}作废协议` }).count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(1)

  // Agreed.
  await beginVoiding(third.page)
  await sendAgreement(third.page)
  await sign()
  await third.page.reload()
  await third.page.getByRole('region', { name: '关联文件' }).waitFor()
  await expect.poll(() => statusOf(third.page)).toEqual(['已作废'])
  const copy = third.page.waitForEvent('download')
  await third.page.getByRole('button', { name: '下载加盖“已作废”副本' }).click()
  expect((await copy).suggestedFilename()).toBe(`${subject}（已作废）.pdf`)
  expect(await axeFindings(third.page)).toEqual([])
  await pictures(third.page, 'void-finished')
  await checkOriginal(third.page)
  await third.page.goBack()
  await third.page.getByRole('link', { name: '查看作废协议' }).click()
  await third.page.getByRole('heading', { name: `${subject}作废协议`, level: 1 }).waitFor()
  await third.page.getByRole('link', { name: '查看原合同' }).waitFor()
  expect(third.faults).toEqual([])
  await third.close()
})

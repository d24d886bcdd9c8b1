import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge } from './support/judge.ts'
import { jing, wang } from './support/people.ts'
import { stage } from './support/stage.ts'
import { sendContract } from './support/send-contract.ts'
import { openAs } from './support/session.ts'
import { invitation, openOwnTurn, signHere } from './support/sign.ts'

/** The contract of 301 pages: launched at the desk, signed on a phone, judged. */

const scene = stage()

test('301 pages are launched, read and signed like one', async () => {
  const desk = await scene.browser.desktop(scene.server.url)
  await openAs(desk.page, jing)
  await sendContract(scene.server, {
    file: '建设工程总承包合同-301页.pdf',
    others: [wang],
    ownSideSigns: true,
    page: 301,
    placings: [
      { person: jing, kind: '企业印章', x: 0.25, y: 0.4 },
      { person: wang, kind: '个人签名', x: 0.7, y: 0.4 },
    ],
  })
  await openOwnTurn(desk.page)
  await signHere(desk.page, scene.server, jing)

  const phone = await scene.browser.phone(scene.server.url)
  await openAs(phone.page, wang, { path: await invitation(scene.server, wang.phone) })
  await signHere(phone.page, scene.server, wang)
  await phone.page.getByRole('link', { name: '查看合同' }).click()
  await phone.page.waitForURL('**/temp-info**')
  const download = phone.page.waitForEvent('download')
  await phone.page.getByRole('button', { name: /下载/ }).first().click()
  const file = readFileSync(await (await download).path())
  expect(judge(file, scene.server.rootFile)).toEqual({ signatures: 3, timestamps: 3, faults: [] })
  expect([...desk.faults, ...phone.faults]).toEqual([])
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from './support/browser.ts'
import { judge } from './support/judge.ts'
import { launchContract } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { type RunningServer, startServer } from './support/server.ts'
import { signInByAccount } from './support/sign-in.ts'
import { invitation, signHere } from './support/sign.ts'

/** The contract of 301 pages: launched at the desk, signed on a phone, judged. */

let server: RunningServer
let browser: OpenBrowser

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test('301 pages are launched, read and signed like one', async () => {
  const desk = await browser.desktop(server.url)
  await desk.page.goto('/home/login')
  await signInByAccount(desk.page, jing)
  await launchContract(desk.page, {
    file: '建设工程总承包合同-301页.pdf',
    others: [wang],
    ownSideSigns: true,
    page: 301,
    placings: [
      { person: jing, kind: '企业印章', x: 0.25, y: 0.4 },
      { person: wang, kind: '个人签名', x: 0.7, y: 0.4 },
    ],
  })
  await desk.page.goto(await invitation(server, jing.phone))
  await signHere(desk.page, server, jing)

  const phone = await browser.phone(server.url)
  await phone.page.goto(await invitation(server, wang.phone))
  await signInByAccount(phone.page, wang)
  await signHere(phone.page, server, wang)
  await phone.page.getByRole('link', { name: '查看合同' }).click()
  await phone.page.waitForURL('**/temp-info**')
  const download = phone.page.waitForEvent('download')
  await phone.page.getByRole('button', { name: /下载/ }).first().click()
  const file = readFileSync(await (await download).path())
  expect(judge(file, server.rootFile)).toEqual({ signatures: 3, timestamps: 3, faults: [] })
  expect([...desk.faults, ...phone.faults]).toEqual([])
})

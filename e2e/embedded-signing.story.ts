import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { freePort } from './support/free-port.ts'
import { blockedStorage, signInFrame } from './support/frame.ts'
import { embeddingIntegration, passLink } from './support/integration.ts'
import { jing, type Person, wang } from './support/people.ts'
import { sendContract } from './support/send-contract.ts'
import { stage } from './support/stage.ts'

/** Another system shows the signing page within its own, of another origin, where nothing may be kept (R46). */

const scene = stage()
const hosts: Server[] = []
let origin: string
let keys: { appId: string; secret: string }

/** A page around the signing page, which writes down what it is told by the platform's origin and by nobody else. */
const hostPage = (platform: string, link: string) => `<!doctype html><title>OA</title><body>
<iframe id="moqi" title="签署" src="${link.replaceAll('&', '&amp;')}" style="width:1000px;height:700px;border:0"></iframe>
<script>
window.heard = []
addEventListener('message', ({ origin, source, data }) => {
  if (origin === ${JSON.stringify(platform)} && source === document.getElementById('moqi').contentWindow) heard.push(data)
})
</script>`

/** Serves such pages; the link stands behind the question mark. Answers its origin, which shares no site with ours. */
async function openHost(): Promise<string> {
  const port = await freePort()
  const server = createServer(({ url = '' }, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(hostPage(scene.server.url, decodeURIComponent(url.split('?')[1] ?? '')))
  }).listen(port, 'localhost')
  await once(server, 'listening')
  hosts.push(server)
  return `http://localhost:${port}`
}

beforeAll(async () => {
  origin = await openHost()
  const client = await signIn(scene.server.url, jing)
  keys = await embeddingIntegration(client, origin)
})
afterAll(() => {
  for (const host of hosts) host.close()
})

/** For somebody else to sign, or for the sender's own company. */
const contract = (signer: Person) =>
  sendContract(scene.server, {
    file: '保密协议.pdf',
    others: signer === jing ? [] : [signer],
    ownSideSigns: signer === jing,
    page: 1,
    placings: [{ person: signer, kind: signer === jing ? '企业印章' : '个人签名', x: 0.5, y: 0.3 }],
  })

const heard = (page: Page) => page.evaluate<{ event: string }[]>('heard')
const events = async (page: Page) => (await heard(page)).map(({ event }) => event).filter((one) => one !== 'height')

test('a party signs in a frame of another origin that may keep nothing, and the page around hears of it', async () => {
  const { page, context, faults } = await scene.browser.desktop(origin)
  await context.addInitScript(blockedStorage)
  const signId = await contract(wang)
  const outbox = await scene.server.outbox(wang.phone)
  const link = await passLink(scene.server.url, keys, { signId, signerNo: 1 })
  await page.goto(`/?${encodeURIComponent(link)}`)
  const frame = page.frameLocator('#moqi')
  await frame.getByRole('heading', { name: '确认是您本人' }).waitFor()
  await frame.getByText('验证码已发送至 138****0001').waitFor()
  await frame.getByLabel('短信验证码').fill(await scene.server.outboxCode(wang.phone, outbox))
  await frame.getByText('您正代表以下空间签署').waitFor()
  expect(await frame.locator('a[href]:not([target=_blank])').count()).toBe(0)
  await signInFrame(scene.server, frame, wang)
  await expect.poll(() => events(page)).toEqual(['ready', 'ready', 'signed'])
  expect((await heard(page)).find(({ event }) => event === 'height')).toMatchObject({ source: 'moqi' })
  expect(await frame.locator('a[href]:not([target=_blank])').count()).toBe(0)
  await frame.getByRole('button', { name: '返回OA 办公系统' }).click()
  await frame.getByRole('heading', { name: '页面已关闭' }).waitFor()
  expect(await events(page)).toEqual(['ready', 'ready', 'signed', 'closed'])
  expect(await context.cookies()).toEqual([])
  expect(faults).toEqual([])

  await page.reload()
  await frame.getByText('链接已使用过，请返回原来的应用重新打开').waitFor()
  await expect.poll(() => events(page)).toEqual(['closed'])
})

test('a frame of an origin that is not listed shows nothing and uses nothing up; alone the link leads back', async () => {
  const other = await openHost()
  const { page } = await scene.browser.desktop(other)
  const signId = await contract(jing)
  const link = await passLink(scene.server.url, keys, { signId, signerNo: 1, returnUrl: `${origin}/done?id=42` })
  await page.goto(`/?${encodeURIComponent(link)}`)
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/')
  expect(await page.frameLocator('#moqi').getByText('签署').count()).toBe(0)
  expect(await heard(page)).toEqual([])

  // The same link alone: the company vouches for its own member, who is led back when the page is closed.
  await page.goto(link)
  await page.getByText('您正代表以下空间签署').waitFor()
  expect(page.url()).not.toContain('pass=')
  await page.getByRole('button', { name: '关闭' }).click()
  await page.waitForURL(`${origin}/done?id=42`)
  await page.goto(link)
  await page.getByText('链接已使用过，请返回原来的应用重新打开').waitFor()
})

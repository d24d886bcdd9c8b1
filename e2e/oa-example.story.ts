import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMoqi } from '../packages/sdk/src/open-moqi.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { freePort } from './support/free-port.ts'
import { blockedStorage, signInFrame } from './support/frame.ts'
import { launchingIntegration } from './support/integration.ts'
import { sampleFile } from './support/launch.ts'
import { jing, wang } from './support/people.ts'
import { picture, pictures } from './support/picture.ts'
import { stage } from './support/stage.ts'
import { madeTemplate } from './support/template.ts'

/** The example of an office (examples/oa), from launch to webhook, in a browser that keeps nothing for frames. */

const scene = stage(() => ({ MOQI_WEBHOOK_ALLOW: '127.0.0.0/8,::1/128' }))
let office: ChildProcess
let origin: string
let keys: { appId: string; secret: string }

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  const client = await signIn(scene.server.url, jing)
  await madeTemplate(client, '劳动合同')
  keys = await launchingIntegration(client, origin)
  office = spawn(process.execPath, [join(import.meta.dirname, '../examples/oa/main.ts')], {
    env: {
      ...process.env,
      MOQI_URL: scene.server.url,
      MOQI_APP_ID: keys.appId,
      MOQI_SECRET: keys.secret,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (office.stdout) await once(office.stdout, 'data')
})
afterAll(() => office.kill())

test('a contract is launched from a file, signed in the frame, heard of and verified', async () => {
  const { page, context, faults } = await scene.browser.desktop(origin)
  await context.addInitScript(blockedStorage)
  await page.goto('/')
  await page.getByLabel('名称').fill('办公用品采购')
  await page.getByLabel('对方姓名').fill(wang.name)
  await page.getByLabel('对方手机号').fill(wang.phone)
  await page.getByLabel('合同（PDF）').setInputFiles(sampleFile('保密协议.pdf'))
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await page.getByRole('link', { name: '核对并发送' }).click()
  const frame = page.frameLocator('#moqi')
  await frame.getByRole('button', { name: '下一步' }).waitFor()
  await pictures(page, 'oa-place')
  await frame.getByRole('button', { name: '下一步' }).click()
  await frame.getByRole('heading', { name: '确认发送' }).waitFor()
  expect(await frame.locator('a[href]:not([target=_blank])').count()).toBe(0)
  // What the office has decided is not changed here.
  expect(await frame.getByRole('button', { name: /修改/ }).count()).toBe(0)
  await frame.getByRole('button', { name: '发送', exact: true }).click()
  await frame.getByRole('heading', { name: '发送成功' }).waitFor()
  await pictures(page, 'oa-sent')
  await frame.getByRole('button', { name: /^返回/ }).click()
  await page.waitForURL(/\/purchases\/[\w-]{36}$/)
  await reloadedUntil(page, '签署中')

  await page.getByRole('link', { name: '签署' }).click()
  const outbox = await scene.server.outbox(wang.phone)
  await frame.getByRole('heading', { name: '确认是您本人' }).waitFor()
  await frame.getByLabel('短信验证码').fill(await scene.server.outboxCode(wang.phone, outbox))
  await frame.getByText('您正代表以下空间签署').waitFor()
  await signInFrame(scene.server, frame, wang)
  await frame.getByRole('button', { name: /^返回/ }).click()
  await page.waitForURL(/\/purchases\/[\w-]{36}$/)
  await reloadedUntil(page, '已完成')
  await picture(page, 'oa-finished')
  await page.getByText(new RegExp(`验签：通过（.*${wang.name}`)).waitFor()
  expect(await page.getByRole('listitem').allTextContents()).toEqual(
    expect.arrayContaining(['TASK_SENT', 'SIGNER_SIGNED', 'TASK_FINISHED']),
  )
  expect(await context.cookies()).toEqual([])
  expect(faults).toEqual([])
}, 240_000)

test('one from a template gets its parties in the frame', async () => {
  const { page, context } = await scene.browser.desktop(origin)
  await context.addInitScript(blockedStorage)
  await page.goto('/')
  await page.getByLabel('模板').selectOption({ label: '劳动合同' })
  await page.getByRole('button', { name: '用模板新建' }).click()
  await page.getByRole('link', { name: '核对并发送' }).click()
  const frame = page.frameLocator('#moqi')
  await frame.getByRole('button', { name: '下一步' }).click()
  await frame.getByRole('heading', { name: '添加签署方' }).waitFor()
  expect(await frame.getByRole('button', { name: '从通讯录选择' }).count()).toBe(0)
  await pictures(page, 'oa-parties')
  await frame.getByRole('button', { name: '保存并关闭' }).click()
  await page.waitForURL(/\/purchases\/[\w-]{36}$/)
})

test('what is forged or another’s is refused', async () => {
  const forged = await fetch(`${origin}/moqi`, { method: 'POST', body: '{"event":"TASK_FINISHED"}' })
  expect(forged.status).toBe(401)
  const moqi = openMoqi({ baseUrl: scene.server.url, appId: keys.appId, secret: 'x'.repeat(43) })
  await expect(moqi.call('listTasks', { status: 'all' })).rejects.toMatchObject({ reason: 'integration/signature' })
})

type Reloaded = { reload: () => Promise<unknown>; content: () => Promise<string> }

/** Events come when they come. */
async function reloadedUntil(page: Reloaded, state: string) {
  for (let tries = 0; tries < 60; tries++) {
    if ((await page.content()).includes(`<b>${state}</b>`)) return
    await pause(500)
    await page.reload()
  }
  throw new Error(`never ${state}`)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { scene as authorityScene } from '@moqi/trust/testing/authority-scene'
import type { Page } from 'playwright-core'
import {
  authorityElsewhere,
  type AuthorityElsewhere,
  timestampReply,
} from '../apps/server/src/testing/authority-elsewhere.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { inDatabase } from './support/database.ts'
import { enterRoom } from './support/operator-room.ts'
import { jing } from './support/people.ts'
import { pictures } from './support/picture.ts'
import { stage } from './support/stage.ts'
import { isWhole } from './support/whole.ts'

/** Those who run the platform: failed jobs retried and dropped, gateways tested, what is wrong seen at a glance. */

let tsa: AuthorityElsewhere
/** Whether the time-stamping authority answers. */
let answers = false

beforeAll(async () => {
  tsa = await authorityElsewhere(
    () => authorityScene(() => new Date()),
    async (asked) => (answers ? timestampReply(asked) : null),
  )
})
afterAll(() => tsa.close())

const scene = stage(() => ({ MOQI_TSA_URL: `${tsa.at}/`, MOQI_TRUSTED_ROOTS: tsa.roots }))
const company = '杭州云启科技有限公司'
const longName = '杭州滨江高新技术产业开发区云启数字科技与电子合同服务股份有限公司华东大区第二事业部'

/** A job that was tried as often as that, with what it failed of. */
async function failed(task: string, payload: object, { tries, fault }: { tries: number; fault: string }) {
  const json = JSON.stringify(payload)
  await inDatabase(
    scene.server,
    `select graphile_worker.add_job($1, $2::json, run_at => now() + interval '1 hour', max_attempts => 12)`,
    [task, json],
  )
  await inDatabase(
    scene.server,
    `update graphile_worker._private_jobs set attempts = $2, last_error = $3 where payload::text = $1`,
    [json, tries, fault],
  )
}

const outage = `Error: cannot tell the seal's term: ${'the connection was refused by the remote side; '.repeat(6)}`

/** A company's seal whose job was given up, one that is tried again, and many of the platform's own. */
async function failures() {
  const client = await signIn(scene.server.url, jing)
  const { sealInfoArray } = await client.call('listSeals', {})
  const sealId = sealInfoArray[0]?.sealId ?? ''
  const spaces = await client.call('getUserSpaceInfo', {})
  const tenantId = spaces.spaceInfoArray.find(({ spaceName }) => spaceName === company)?.tenantId ?? ''
  await failed('turnSeal', { tenantId, sealId }, { tries: 12, fault: outage })
  await failed('dropDownload', { tenantId, downloadId: sealId }, { tries: 12, fault: 'Error: no such archive' })
  await failed('askPayment', { paymentNo: 'FK0' }, { tries: 3, fault: 'GatewayFault: no usable answer' })
  await inDatabase(scene.server, 'update space set name = $1 where tenant_id = $2', [longName, tenantId])
  return async () => (await client.call('listSealLog', { sealId })).logArray.map(({ label }) => label)
}

const go = (page: Page, to: string) =>
  page.getByRole('navigation', { name: '运营室' }).getByRole('link', { name: to }).click()
const button = (page: Page, name: RegExp) => page.getByRole('button', { name }).locator('visible=true').first()

/** The page while its call cannot be asked. */
async function cut(page: Page, call: string, state: string): Promise<void> {
  const place = `**/operator/api/${call}*`
  await page.route(place, (route) => route.abort('failed'))
  await page.reload()
  await page.getByText('加载失败，点击重试').waitFor({ timeout: 30_000 })
  await isWhole(page, state)
  await page.unroute(place)
  await page.reload()
}

async function jobs(page: Page): Promise<void> {
  await go(page, '任务')
  await page.getByText('没有“已放弃”的任务').waitFor()
  await isWhole(page, 'room-jobs-none')
  const sealLog = await failures()
  await page.getByRole('searchbox', { name: '按任务种类查找' }).fill('印章到期')
  await button(page, /^重试：印章到期/).waitFor()
  await pictures(page, 'room-jobs')
  await isWhole(page, 'room-jobs')
  await button(page, /^重试：印章到期/).click()
  const retry = page.getByRole('dialog', { name: '重试任务' })
  await retry.getByText('将立即重新排队1个任务，涉及1个空间').waitFor()
  await isWhole(page, 'room-job-retry')
  await retry.getByRole('button', { name: '重试1个任务' }).click()
  await page.getByText('没有找到“已放弃”的这种任务').waitFor()
  await expect.poll(sealLog).toContain('平台重试任务')
  await expect
    .poll(() =>
      inDatabase(
        scene.server,
        `select 1 from list_jobs(array['lost', 'due', 'retrying'],
    array['turnSeal'], null, null, null, null, 1)`,
      ),
    )
    .toBe(0)

  await page.getByRole('searchbox', { name: '按任务种类查找' }).fill('')
  await button(page, /^停止：删除打包文件/).click()
  const drop = page.getByRole('dialog', { name: '停止任务' })
  await drop.getByText(/^将停止1个任务，涉及1个空间/).waitFor()
  await drop.getByRole('button', { name: '停止1个任务' }).click()
  await drop.getByText('请填写原因(2-200字)').waitFor()
  await isWhole(page, 'room-job-drop')
  await drop.getByLabel('停止的原因').fill('打包文件已随空间迁移删除，不需要再删')
  await drop.getByRole('button', { name: '停止1个任务' }).click()
  await page.getByText('没有“已放弃”的任务').waitFor()
  await page.getByRole('button', { name: /^等待重试/ }).click()
  await button(page, /^重试：查询支付结果/).waitFor()
  await page.getByRole('button', { name: '已停止' }).click()
  await page.getByText('打包文件已随空间迁移删除，不需要再删').locator('visible=true').waitFor()
  await isWhole(page, 'room-jobs-dropped')
  await page.getByRole('button', { name: /^已放弃/ }).click()
  await cut(page, 'listJobs', 'room-jobs-failed')
}

async function gateways(page: Page): Promise<void> {
  await go(page, '网关')
  await page.getByRole('button', { name: '测试短信网关' }).click()
  const sms = page.getByRole('dialog', { name: '测试短信网关' })
  await sms.getByText('这是内置的演示网关，不连接外部服务。').waitFor()
  await sms.getByRole('button', { name: '开始测试' }).click()
  await sms.getByText('请输入手机号').waitFor()
  await sms.getByLabel('您自己的手机号').fill('13900000999')
  await sms.getByRole('button', { name: '开始测试' }).click()
  await sms.getByText('已存入演示收件箱，没有发送到手机').waitFor()
  await isWhole(page, 'room-gateway-passed')
  expect(await scene.server.outbox('13900000999')).toHaveLength(1)
  await sms.getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '测试时间戳服务（TSA）' }).click()
  const stamp = page.getByRole('dialog', { name: '测试时间戳服务（TSA）' })
  await stamp.getByRole('button', { name: '开始测试' }).click()
  await stamp.getByText(/^没有应答，请检查地址、网络与对方服务/).waitFor({ timeout: 30_000 })
  await isWhole(page, 'room-gateway-failed')
  await stamp.getByRole('button', { name: '关闭' }).last().click()
  await page.getByText('最近失败').locator('visible=true').first().waitFor()
  await pictures(page, 'room-gateways', { whole: true })
  await isWhole(page, 'room-gateways')
  await cut(page, 'listGateways', 'room-gateways-failed')
}

async function health(page: Page): Promise<void> {
  await inDatabase(
    scene.server,
    `insert into node_state values (gen_random_uuid(), $1, $2, $2, '[{"item": "disk", "healthState": "fault",
      "value": "0 MB（共 50.0 GB）"}, {"item": "store", "healthState": "fault", "value": "不可写"}]')`,
    [`moqi-${'b'.repeat(40)}-1`, Date.now() - 300_000],
  )
  await go(page, '系统健康')
  const shared = page.getByRole('region', { name: '平台（各节点共用）' })
  await shared.getByText(/请求失败：没有应答/).waitFor()
  await page.getByText('故障').first().waitFor()
  await page.getByText('其中1个超过1分钟没有消息').waitFor()
  await pictures(page, 'room-health', { whole: true })
  await isWhole(page, 'room-health')
  await cut(page, 'systemHealth', 'room-health-failed')
}

/** The authority is back: the page of health says so by itself. */
async function back(page: Page): Promise<void> {
  answers = true
  await scene.server.shiftClock(10_000)
  await go(page, '网关')
  await page.getByRole('button', { name: '测试时间戳服务（TSA）' }).click()
  const stamp = page.getByRole('dialog', { name: '测试时间戳服务（TSA）' })
  await stamp.getByRole('button', { name: '开始测试' }).click()
  await stamp.getByText(/^取得时间戳/).waitFor()
  await stamp.getByRole('button', { name: '关闭' }).last().click()
  await go(page, '系统健康')
  await page.getByText(/正常应答$/).waitFor()
  const before = await page.getByText(/的情况，每10秒刷新$/).textContent()
  await inDatabase(scene.server, `delete from node_state where name like 'moqi-b%'`)
  await expect.poll(() => page.getByText('1个节点').count(), { timeout: 15_000 }).toBe(1)
  expect(await page.getByText(/的情况，每10秒刷新$/).textContent()).not.toBe(before)
  await go(page, '操作记录')
  for (const deed of ['停止任务', '重试任务', '测试网关']) await page.getByText(deed, { exact: true }).first().waitFor()
  await isWhole(page, 'room-watch-record')
}

test('failed jobs are retried and dropped, gateways tested, and what is wrong is seen', async () => {
  const { page, faults, close } = await scene.browser.desktop(scene.server.url)
  await enterRoom(page, scene.server, { name: 'chenchen', password: 'Yunying-2026' })
  await page.getByText('没有待处理的转账').waitFor()
  await jobs(page)
  await gateways(page)
  await health(page)
  await back(page)
  expect(faults.filter((fault) => !/ERR_FAILED|Failed to load|Failed to fetch/.test(fault))).toEqual([])
  await close()
})

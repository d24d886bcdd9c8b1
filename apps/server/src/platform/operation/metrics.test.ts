import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#src/platform/config.ts'
import { personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const token = 'only-prometheus'
let server: TestServer

beforeAll(async () => {
  server = await testServer(
    { connections: { directory: 3, tenants: 5 } },
    { MOQI_METRICS: '127.0.0.1:0', MOQI_METRICS_TOKEN: token },
  )
})
afterAll(() => server.close())

const ask = (path: string, authorization?: string) =>
  fetch(`http://127.0.0.1:${server.metricsPort}${path}`, authorization ? { headers: { authorization } } : {})

test('metrics are read with the token alone, and never on the address that serves people', async () => {
  expect((await ask('/metrics')).status).toBe(401)
  expect((await ask('/metrics', 'Bearer wrong')).status).toBe(401)
  expect((await ask('/else', `Bearer ${token}`)).status).toBe(404)
  const answer = await ask('/metrics', `Bearer ${token}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  expect((await server.app.inject({ url: '/metrics' })).statusCode).toBe(404)
})

test('a signature moves its counters, and pools, jobs and the process are there', async () => {
  const wang = await player(server, '13800000001', 'person')
  const launcher = await player(server, '13800000002', 'company')
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  await signNow(server, wang, taskId)
  const text = await (await ask('/metrics', `Bearer ${token}`)).text()
  const value = (start: string) => {
    const line = text.split('\n').find((one) => one.startsWith(start))
    return line === undefined ? null : Number(line.slice(line.lastIndexOf(' ')))
  }
  expect(value('moqi_signatures_total')).toBe(1)
  expect(value('moqi_timestamps_total{result="made"}')).toBeGreaterThanOrEqual(1)
  expect(value('moqi_request_seconds_count{call="loginByAccount"}')).toBe(2)
  expect(value('moqi_database_connections_most{pool="directory"}')).toBe(3)
  expect(value('moqi_database_connections_most{pool="tenants"}')).toBe(5)
  expect(value('moqi_process_resident_memory_bytes')).toBeGreaterThan(1e7)
  expect(value('moqi_nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  await expect
    .poll(async () => (await ask('/metrics', `Bearer ${token}`)).text())
    .toContain('moqi_jobs_total{job="verifyFinished",result="done"} 1')
})

test('beyond this machine metrics need a token, and an address needs a port', () => {
  expect(readConfig({}).metrics).toBeNull()
  expect(readConfig({ MOQI_METRICS: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464, token: null })
  expect(() => readConfig({ MOQI_METRICS: '0.0.0.0:9464' })).toThrow('MOQI_METRICS_TOKEN')
  expect(() => readConfig({ MOQI_METRICS: '127.0.0.1' })).toThrow('MOQI_METRICS')
})

const deployed = join(import.meta.dirname, '../../../../../deploy')

/** What a text of PromQL names of ours. */
const named = (text: string) => new Set(text.match(/\bmoqi_[a-z0-9_]+/g))

test('dashboard and alert rules name metrics that there are', async () => {
  const text = await (await ask('/metrics', `Bearer ${token}`)).text()
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    readFileSync(join(deployed, 'grafana/moqi.json'), 'utf8'),
  )
  const rules: { groups: { rules: { alert: string; expr: string }[] }[] } = parse(
    readFileSync(join(deployed, 'prometheus/alerts.yaml'), 'utf8'),
  )
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const alarms = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr))
  expect(alarms.length).toBeGreaterThan(5)
  expect(shown.length).toBeGreaterThan(15)
  const known = new Set(text.match(/(?<=# TYPE )moqi_[a-z0-9_]+/g))
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(?:bucket|sum|count)$/, ''))
  expect([...named([...shown, ...alarms].join('\n'))].filter((name) => !isKnown(name))).toEqual([])
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { readTraceSettings } from './trace-settings.ts'

type Attribute = { key: string; value: { stringValue?: string } }
type Told = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Attribute[]
  status: { code?: number }
}
type Request = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Told[] }[] }[] }

/** A collector that keeps what it is sent. */
async function openCollector() {
  const bodies: string[] = []
  const http = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString())
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port }: AddressInfo = Object(http.address())
  return {
    url: `http://127.0.0.1:${port}`,
    all: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) => {
        const { resourceSpans }: Request = JSON.parse(body)
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      }),
    close: () => new Promise((resolve) => http.close(resolve)),
  }
}

let collector: Awaited<ReturnType<typeof openCollector>>
let server: TestServer
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

beforeAll(async () => {
  collector = await openCollector()
  server = await testServer({}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'node-3' })
  const wang = await player(server, '13800000001', 'person')
  const launcher = await player(server, '13800000002', 'company')
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  await signNow(server, wang, taskId)
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  await server.app.inject({
    method: 'POST',
    url: '/api/common/v1/user/loginByAccount',
    headers: { traceparent },
    payload: { userName: '13800000001', password: 'wrong-by-far' },
  })
  await server.close()
})
afterAll(() => collector.close())

test('a call, its turns at the database, questions to others and jobs are told, each below what began it', () => {
  const spans = collector.spans()
  const names = new Set(spans.map(({ name }) => name))
  for (const name of ['sign', 'database.writeLocked', 'authority.timestamps', 'sms.send', 'job.deliverMessage']) {
    expect([...names]).toContain(name)
  }
  const sign = spans.find(({ name }) => name === 'sign')
  const below = spans.filter(({ parentSpanId }) => parentSpanId === sign?.spanId)
  expect(sign?.kind).toBe(2)
  expect(new Set(below.map(({ traceId: of }) => of))).toEqual(new Set([sign?.traceId]))
  expect(below.map(({ name }) => name)).toContain('database.writeLocked')
  expect(collector.all()).toContain('node-3')
})

test('a refusal is told by its code and is no failure, and a trace that others began goes on', () => {
  const refused = collector.spans().find((span) => span.traceId === traceId && span.kind === 2)
  expect(refused?.parentSpanId).toBe('00f067aa0ba902b7')
  expect(refused?.status.code ?? 0).toBe(0)
  const codes = refused?.attributes.filter(({ key }) => key === 'moqi.refusal').map(({ value }) => value.stringValue)
  expect(codes).toHaveLength(1)
})

test('nothing of a person is told', () => {
  for (const word of ['13800000001', '王小明', 'wrong-by-far']) expect(collector.all()).not.toContain(word)
  expect(collector.all().length).toBeGreaterThan(1000)
})

test('the settings are OpenTelemetry’s own, and none means that nobody is told', () => {
  expect(readTraceSettings({})).toBeNull()
  expect(readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' })).toBeNull()
  expect(readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toEqual({
    url: 'http://c:4318/v1/traces',
    service: 'moqi',
    ratio: 0.1,
  })
  expect(() => readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'c:4318' })).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
})

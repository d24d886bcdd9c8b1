import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let who: Player

beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 0, 31, 17) })
  who = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const asked = async (input: { date?: string; format?: 'yyyy-m-d' | '中文日期'; fontSize?: number }) =>
  server.call('getDatePngSrc', input, who)

test('a date is drawn as it is signed, in mm, and grows with its letters', async () => {
  const { data } = await asked({ date: '2026-02-01' })
  expect(data.datePngSrc).toMatch(/^data:image\/png;base64,iVBOR/u)
  const large = await asked({ date: '2026-02-01', fontSize: 24 })
  expect(large.data.height).toBeCloseTo(2 * data.height, 5)
})

test('without a date it is the day in China, which begins eight hours before that of the clock', async () => {
  const [today, named] = [await asked({ format: 'yyyy-m-d' }), await asked({ format: 'yyyy-m-d', date: '2026-02-01' })]
  expect(today.data).toEqual(named.data)
})

test.each(['2026-02-30', '2026-2-1', '昨天'])('the day %s that there is not is refused', async (date) => {
  expect((await asked({ date })).message).toBe('请输入正确的日期，如2026-01-31')
})

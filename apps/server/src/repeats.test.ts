import { table, type Table } from '@moqi/api/table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CallRow, Repeated, Stage } from './testing/call-row.ts'
import { callRows } from './testing/call-rows.ts'
import { player } from './testing/contract-scene.ts'
import { jing } from './testing/demo-cast.ts'
import { testServer } from './testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let stage: Stage

beforeAll(async () => {
  const server = await testServer({ now: () => clock })
  stage = { server, ...(await players(server)), pass }
})
afterAll(() => stage.server.close())

const players = async (server: Stage['server']) => ({
  launcher: await player(server, jing.phone, 'company'),
  wang: await player(server, '13800000001', 'person'),
})

/** Sessions end when nobody uses them: both sign in anew a moment before. */
async function pass(ms: number): Promise<void> {
  clock += ms - 1
  Object.assign(stage, await players(stage.server))
  clock += 1
}

type Scene = (stage: Stage) => Promise<Repeated<keyof Table>>

const rows = Object.entries(callRows) as [keyof Table, CallRow<keyof Table>][]
const scenes = rows.flatMap(([name, { again }]): [keyof Table, Scene][] =>
  typeof again === 'function' ? [[name, again as Scene]] : [],
)

test('more than half of the calls that take a key are repeated here', () => {
  const keyed = rows.filter(([name]) => table[name].mutates)
  expect(scenes.length).toBeGreaterThan(keyed.length / 2)
})

test('every call that takes no key says why it needs none (C0.7)', () => {
  const keyless = rows.filter(([name]) => !table[name].mutates)
  for (const [name, { again }] of keyless) expect([name, typeof again]).toEqual([name, 'string'])
})

describe.each(scenes)('%s', (name, scene) => {
  test('ten times at once with one key: one effect, one answer', async () => {
    const { who, input, file, count, code = table[name].success } = await scene(stage)
    const ask = { ...who, key: `ten-${name}` }
    const { server } = stage
    const once = () => (file ? server.send(file.by ?? 'uploadFile', file, {}, ask) : server.call(name, input, ask))
    const answers = await Promise.all(Array.from({ length: 10 }, once))
    const texts = answers.map((answer) => JSON.stringify(answer))
    expect([answers[0]?.code, new Set(texts).size, await count()]).toEqual([code, 1, 1])
  })
})

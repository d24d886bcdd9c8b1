import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { giveProof, useProof } from './proof.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const give = (subject: string) =>
  server.deps.db.directoryWrite((tx) => giveProof(server.deps, tx, { kind: 'sms', subject, lifeMs: 60_000 }))
const use = (token: string, kind: 'sms' | 'captcha' = 'sms') =>
  server.deps.db.directoryWrite((tx) => useProof(server.deps, tx, kind, token))

test('a proof answers its subject once, however many ask at the same time', async () => {
  const token = await give('13900000001 register')
  const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)))
  expect(answers.filter((answer) => answer !== null)).toEqual(['13900000001 register'])
})

test('a proof of another kind, an unknown and a late one prove nothing', async () => {
  const token = await give('x')
  expect(await use(token, 'captcha')).toBeNull()
  expect(await use('A'.repeat(32))).toBeNull()
  clock += 60_001
  expect(await use(token)).toBeNull()
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { judge } from '../../e2e/support/judge.ts'
import { startServer } from '../../e2e/support/server.ts'
import { CallFailure, openClient } from './api-client.ts'
import { initiator } from './cast.ts'
import { playStory } from './story.ts'

const server = await startServer()
afterAll(() => server.stop())

const sample = (name: string) => new Uint8Array(readFileSync(join(import.meta.dirname, '../../samples', name)))

test('three parties sign a contract over the HTTP API, and we and everybody else find it valid', async () => {
  const steps: string[] = []
  const file = { fileName: '房屋租赁合同.pdf', bytes: sample('房屋租赁合同.pdf') }
  const { signed, verdict } = await playStory(server.url, file, (step) => steps.push(step))
  expect(steps).toHaveLength(21)
  expect(verdict.verdict).toBe('valid')
  expect(verdict.signatureArray.map(({ level }) => level)).toEqual([
    ...Array.from({ length: 4 }, () => 'B-LTA'),
    'DocTimeStamp',
  ])
  expect(judge(signed, server.rootFile)).toEqual({ signatures: 4, timestamps: 4, faults: [] })
})

test('a refusal comes back with the server’s own sentence', async () => {
  const file = { fileName: '加密.pdf', bytes: sample('intake/加密-用户口令.pdf') }
  const refused = await playStory(server.url, file, () => {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CallFailure)
  expect(refused).toMatchObject({ code: 422, path: '/api/common/v1/file/upload' })
  expect(String(refused)).toMatch(/[\u4e00-\u9fff]/)
})

test('a dead token is told apart from a refusal by its code', async () => {
  const stranger = openClient(server.url).as('a-token-that-nobody-ever-had')
  await expect(stranger.call('getUserSpaceInfo', {})).rejects.toMatchObject({ code: -10 })
  await expect(
    openClient(server.url).call('loginByAccount', { userName: initiator.phone, password: 'wrong' }),
  ).rejects.toBeInstanceOf(CallFailure)
})

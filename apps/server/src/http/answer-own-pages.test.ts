import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { answerOwnPages } from './answer-own-pages.ts'

const pages = 'https://www.example.cn'
let apart: FastifyInstance
let together: FastifyInstance

function serverOf(env: Record<string, string>): FastifyInstance {
  const app = fastify()
  answerOwnPages(app, readConfig({ MOQI_PUBLIC_URL: pages, ...env }))
  app.get('/call', () => 'answered')
  return app
}

beforeAll(() => {
  apart = serverOf({ MOQI_API_URL: 'https://api.example.cn' })
  together = serverOf({ MOQI_API_URL: pages, MOQI_STATIC_URL: `${pages}/static` })
})
afterAll(() => Promise.all([apart.close(), together.close()]))

const asked = (app: FastifyInstance, origin: string, method: 'GET' | 'OPTIONS' = 'GET') =>
  app.inject({ method, url: '/call', headers: { origin } })

test('our pages at another origin are answered, and before they ask told what they may send', async () => {
  const { payload, headers } = await asked(apart, pages)
  expect([payload, headers['access-control-allow-origin'], headers.vary]).toEqual(['answered', pages, 'origin'])
  const before = await asked(apart, pages, 'OPTIONS')
  expect(before.statusCode).toBe(204)
  expect(before.headers['access-control-allow-headers']).toContain('x-tenant-id')
  expect(before.headers['access-control-allow-credentials']).toBeUndefined()
})

test.each(['https://evil.example', 'http://www.example.cn', 'null'])(
  'the pages of %s are told nothing',
  async (other) => {
    const { headers } = await asked(apart, other)
    expect([headers['access-control-allow-origin'], headers.vary]).toEqual([undefined, 'origin'])
    expect((await asked(apart, other, 'OPTIONS')).statusCode).toBe(404)
  },
)

test('where everything is at one origin nothing is said of others', async () => {
  const { headers } = await asked(together, pages)
  expect([headers['access-control-allow-origin'], headers.vary]).toEqual([undefined, undefined])
})

import { table } from '@moqi/api/table'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { serveReference } from './reference-page.ts'

const app = fastify()
serveReference(app, table, { now: () => 0 })
afterAll(() => app.close())

const offered = Object.entries(table).filter(([, { scope }]) => scope !== null)
const pages = ['/openapi/reference', '/openapi/reference/en']

test.each(pages)('%s has every call that an integration may ask, and no other', async (url) => {
  const { payload, headers } = await app.inject({ url })
  for (const [name] of offered) expect(payload).toContain(`<code>/openapi/v1/${name}</code>`)
  expect(payload.match(/<code>\/openapi\/v1\//g)).toHaveLength(offered.length)
  for (const language of ['curl', 'TypeScript', 'Java 17', 'Python 3', 'PHP 8']) expect(payload).toContain(language)
  expect(payload).not.toMatch(/undefined|\[object|<script/)
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('the English page says in English what calls, scopes and fields are', async () => {
  const { payload } = await app.inject({ url: '/openapi/reference/en' })
  expect(payload).toContain('<html lang="en">')
  const texts = payload.replaceAll(/<td>[^<]*<\/td>/g, '').split('<body>')[1] ?? ''
  // The way to the Chinese page, the product's own name, and the name of its page are all that is left in Chinese.
  const chinese = texts.match(/\p{Script=Han}+/gu) ?? []
  expect(new Set(chinese)).toEqual(new Set(['墨契', '中文', '应用']))
})

test('what is sought is found by name, words and refusals; what is not is said', async () => {
  const found = async (q: string, url = '/openapi/reference') => {
    const { payload } = await app.inject({ url, query: { q } })
    return [...payload.matchAll(/<code>\/openapi\/v1\/(\w+)</g)].map(([, name]) => name)
  }
  expect(await found('SENDTASK')).toEqual(['sendTask'])
  expect(await found('延期')).toEqual(['delayTask'])
  expect(await found('evidence bundle', '/openapi/reference/en')).toEqual(['downloadEvidenceBundle'])
  expect(await found('pass/party')).toEqual(['issuePass'])
  const { payload } = await app.inject({ url: '/openapi/reference', query: { q: '"><script>' } })
  expect(payload).toContain('没有找到接口，请换一个词')
  expect(payload).not.toContain('<script>')
})

import { createRequire } from 'node:module'
import { Client, Query } from 'pg'
import { expect, test } from 'vitest'

const require = createRequire(import.meta.url)

test('pg is the version whose private parts were read (ADR 0015)', () => {
  expect(require('pg/package.json')).toMatchObject({ version: '8.23.1' })
})

test('what statements are sent with is there', () => {
  expect(require('pg/lib/utils.js')).toMatchObject({ prepareValue: expect.any(Function) })
  expect(require('pg/lib/utils.js').prepareValue(new Date(0))).toMatch(/^(?:1970-01-01|1969-12-31)T/)
  const { connection } = new Client()
  expect(connection).toMatchObject({ parse: expect.any(Function), bind: expect.any(Function) })
  expect(connection.stream).toMatchObject({ cork: expect.any(Function), uncork: expect.any(Function) })
})

test('what a client calls on a query is called as it was', () => {
  const handlers = ['handleRowDescription', 'handleDataRow', 'handleCommandComplete', 'handleReadyForQuery']
  for (const handler of [...handlers, 'handleError', 'handleEmptyQuery', 'submit']) {
    expect([handler, typeof Reflect.get(Query.prototype, handler)]).toEqual([handler, 'function'])
  }
})

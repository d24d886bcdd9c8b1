import { expect, test } from 'vitest'
import { openLog } from './open-log.ts'
import { plainSentence } from './plain-sentence.ts'
import { readableLines } from './readable-lines.ts'

function logged() {
  const lines: string[] = []
  const log = openLog({ write: (line: string) => void lines.push(line) })
  return { log, records: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) }
}
const id = '0198f3a2-7c11-7000-8000-1234567890ab'

test('a line is one JSON object with time, level, message and the fields that have a name', () => {
  const { log, records } = logged()
  log('request', { call: 'getSmsCode', status: 200, ms: 3, tenantId: id, phone: '13900000042' }, 'info')
  const [record] = records()
  expect(record).toMatchObject({
    level: 'info',
    message: 'request',
    call: 'getSmsCode',
    status: 200,
    ms: 3,
    tenantId: id,
  })
  expect(Number.isNaN(Date.parse(String(record?.time)))).toBe(false)
  expect(record).not.toHaveProperty('phone')
})

test('a field that may leave does not when it holds something else', () => {
  const { log, records } = logged()
  log('request', { tenantId: '王小明', reason: '13900000042', ms: '12', sha256: 'secret' })
  expect(Object.keys(records()[0] ?? {})).toEqual(['level', 'time', 'pid', 'hostname', 'message'])
})

test('an error leaves kind, code and frames with its causes, and its words without what they quote', () => {
  const { log, records } = logged()
  const cause = Object.assign(new Error('duplicate "13900000042" of 王小明'), {
    code: '23505',
    detail: '(phone)=(139)',
  })
  log(`contract ${id} failed`, new Error('Unexpected token in "Moqi@2026"', { cause }))
  const [record] = records()
  expect(record).toMatchObject({ level: 'error', message: `contract ${id} failed` })
  expect(record?.error).toMatchObject({
    message: 'Unexpected token in …',
    cause: { message: 'duplicate … of …', code: '23505' },
  })
  expect(String(Object(record?.error).stack)).toMatch(/^at .*log\.test\.ts/)
})

test('sentences keep ids, words and days of our time, and lose what may be somebody’s', () => {
  const told: [string, string][] = [
    [`message ${id} login waits`, `message ${id} login waits`],
    ['the certificate ends on 2027-01-31', 'the certificate ends on 2027-01-31'],
    ['born 1990-03-07', 'born …'],
    ['sent to 139****0042 and a@b.cn', 'sent to … and …'],
    ['number 11010519491231002X', 'number …'],
    ['token AbCdEfGhIjKlMnOpQrStUvWxYzabcdef', 'token …'],
  ]
  for (const [from, to] of told) expect(plainSentence(from)).toBe(to)
})

test('at a terminal a line is text', () => {
  const shown: string[] = []
  const log = openLog(readableLines((text) => shown.push(text)))
  log('the jobs stopped', new Error('it ended'))
  expect(shown.join('')).toMatch(/^\d\d:\d\d:\d\d\.\d{3} error the jobs stopped\n {2}Error: it ended\n {4}at /)
})

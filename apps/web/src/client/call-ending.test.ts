import { describe, expect, it } from 'vitest'
import { consequenceOf, readEnvelope } from './call-ending.ts'

const envelope = (code: number | string, message = '说明') => ({ code, message, data: null })

describe('what the client does with an answer', () => {
  it.each([200, 401, 403, 500])('asks to sign in again on code -10 with HTTP %i', (status) => {
    expect(consequenceOf({ status, envelope: envelope(-10) }, 200)).toEqual({ do: 'sign-in-again' })
  })

  it('says that the time was up', () => {
    expect(consequenceOf('timeout', 200)).toEqual({ do: 'notify', message: 'Network request timed out' })
  })

  it('says server error when there is no status at all', () => {
    expect(consequenceOf('no-answer', 200)).toEqual({ do: 'notify', message: 'Server error!' })
  })

  it('does nothing on a bare 401', () => {
    expect(consequenceOf({ status: 401, envelope: envelope(401) }, 200)).toEqual({ do: 'nothing' })
    expect(consequenceOf({ status: 401, envelope: null }, 200)).toEqual({ do: 'nothing' })
  })

  it('goes to /401 on 403', () => {
    expect(consequenceOf({ status: 403, envelope: null }, 200)).toEqual({ do: 'go-to-401' })
  })

  it('shows the message of another error status, and nothing when it has none', () => {
    expect(consequenceOf({ status: 500, envelope: envelope(500, '服务器错误！') }, 200)).toEqual({
      do: 'notify',
      message: '服务器错误！',
    })
    expect(consequenceOf({ status: 502, envelope: null }, 200)).toEqual({ do: 'nothing' })
  })

  it.each([
    [200, 200, 'deliver'],
    [0, 0, 'deliver'],
    ['0', '0', 'deliver'],
    [0, '0', 'refuse'],
    [409, 200, 'refuse'],
    [200, 0, 'refuse'],
  ] as const)('reads code %j against success %j as %s', (code, success, consequence) => {
    expect(consequenceOf({ status: 200, envelope: envelope(code) }, success)).toEqual({ do: consequence })
  })

  it('takes an answer without an envelope for a fault', () => {
    expect(consequenceOf({ status: 200, envelope: null }, 200)).toEqual({ do: 'notify', message: 'Server error!' })
  })
})

describe('an envelope', () => {
  it('is read from JSON with a code', () => {
    expect(readEnvelope('{"code":"0","message":"操作成功","data":{"a":1}}')).toEqual({
      code: '0',
      message: '操作成功',
      data: { a: 1 },
    })
  })

  it.each(['', 'null', '[]', '<html>', '{"code":{}}', '{"message":"x"}'])('is not read from %j', (text) => {
    expect(readEnvelope(text)).toBeNull()
  })
})

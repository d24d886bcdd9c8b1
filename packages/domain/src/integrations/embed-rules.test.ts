import { describe, expect, it } from 'vitest'
import { checkOrigin, checkReturn, isListedReturn, purposeAtFirst } from './embed-rules.ts'

describe('an origin that may frame', () => {
  it.each([
    ['https://oa.example.com', 'https://oa.example.com'],
    [' https://OA.example.com:8443/ ', 'https://oa.example.com:8443'],
    ['https://oa.example.com:443', 'https://oa.example.com'],
    ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://127.0.0.1:80', 'http://127.0.0.1:80'],
  ])('%s is one', (typed, origin) => {
    expect(checkOrigin(typed)).toEqual({ ok: true, value: origin })
  })

  it.each([
    '',
    '*',
    'https://*.example.com',
    'http://oa.example.com',
    'https://oa.example.com/path',
    'https://a.example https://b.example',
    "https://a.example;frame-ancestors 'self'",
    'https://a.example,b',
    'https://user@a.example',
    'data:text/html,x',
    "'self'",
    'https://a.example\nx',
    'https://-a',
  ])('%j is none', (typed) => {
    expect(checkOrigin(typed).ok).toBe(false)
  })
})

describe('an address to come back to', () => {
  it.each([
    'https://oa.example.com',
    'https://oa.example.com/',
    'https://oa.example.com/a/b.do',
    'http://localhost:1/x',
  ])('%s is one', (typed) => {
    expect(checkReturn(typed)).toEqual({ ok: true, value: typed })
  })

  it.each([
    'https://oa.example.com/a?b=1',
    'https://oa.example.com/a#b',
    'https://oa.example.com/../a',
    'https://oa.example.com/a/./b',
    'https://oa.example.com//evil',
    'https://u:p@oa.example.com/',
    'https://oa.example.com\\@evil.example/',
    'http://oa.example.com/',
    'javascript:alert(1)',
    '/home/',
  ])('%j is none', (typed) => {
    expect(checkReturn(typed).ok).toBe(false)
  })

  const listed = ['https://oa.example.com/done', 'https://oa.example.com/']

  it.each(['https://oa.example.com/done', 'https://oa.example.com/done?id=42&x=%20', 'https://oa.example.com/?a'])(
    '%s is listed, with whatever query',
    (asked) => {
      expect(isListedReturn(listed, asked)).toBe(true)
    },
  )

  it.each([
    'https://oa.example.com/done/more',
    'https://oa.example.com',
    'https://evil.example/done',
    'https://oa.example.com.evil.example/done',
    'https://oa.example.com/done#x',
    'https://oa.example.com/done?a b',
    'https://oa.example.com/done?a\n',
    '',
  ])('%j is not', (asked) => {
    expect(isListedReturn(listed, asked)).toBe(false)
  })
})

it('a company vouches for who signs for it, and for nobody else', () => {
  expect(purposeAtFirst({ signsFor: 'a', issuedBy: 'a' })).toBe('sign')
  expect(purposeAtFirst({ signsFor: 'b', issuedBy: 'a' })).toBe('prove')
})

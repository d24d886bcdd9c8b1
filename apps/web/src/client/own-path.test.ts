import { describe, expect, it } from 'vitest'
import { loginPath, ownPath, packFrom, readFrom, readRedirect, withRedirect } from './own-path.ts'

describe('own paths', () => {
  it.each(['/', '/space/contract-list?status=all', '/temp-info?signId=a&taskType=normal#log'])('keeps %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'login',
    '',
    null,
    undefined,
  ])('refuses %j', (path) => {
    expect(ownPath(path)).toBeNull()
  })
})

describe('the from parameter', () => {
  it('replaces the question mark by two exclamation marks and back', () => {
    expect(packFrom('/space/contract-list?status=all')).toBe('/space/contract-list!!status=all')
    expect(readFrom('/space/contract-list!!status=all')).toBe('/space/contract-list?status=all')
  })

  it('leads home from anything that is not an own path', () => {
    expect(readFrom('//evil.example!!a=1')).toBe('/')
    expect(readFrom(null)).toBe('/')
  })
})

it('comes back to the asked page after signing in', () => {
  expect(loginPath('/temp-info?signId=a')).toBe('/login?redirect=%2Ftemp-info%3FsignId%3Da')
  expect(loginPath('/')).toBe('/login')
})

describe('the redirect parameter', () => {
  const search = '?userType=person&redirect=%2Ftemp-info%3FsignId%3Da'

  it('travels along, whatever the path has already', () => {
    expect(withRedirect('/register-type', search)).toBe('/register-type?redirect=%2Ftemp-info%3FsignId%3Da')
    expect(withRedirect('/login?forgot=1', search)).toBe('/login?forgot=1&redirect=%2Ftemp-info%3FsignId%3Da')
    expect(withRedirect('/login', '?redirect=https://evil.example/')).toBe('/login')
  })

  it('leads home when it is missing or not our own', () => {
    expect([readRedirect(search), readRedirect(''), readRedirect('?redirect=//evil.example')]).toEqual([
      '/temp-info?signId=a',
      '/',
      '/',
    ])
  })
})

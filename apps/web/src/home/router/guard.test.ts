import { describe, expect, it } from 'vitest'
import { redirectFor } from './guard.ts'

describe('the guard without a session', () => {
  it.each([
    '/login',
    '/register-type',
    '/autoLogin',
    '/autoLogin/',
    '/unifysign',
    '/unifysign/sign',
    '/file-check',
    '/file-compare',
    '/file-check/',
    '/open/seal/handwriteSuccess',
    '/documentCenter',
  ])('lets %s in', (path) => {
    expect(redirectFor(path, '', false)).toBeNull()
  })

  it.each(['/401', '/no-such-page', '/unifysign/sid2token', '/open/seal', '/space'])('sends %s to login', (path) => {
    expect(redirectFor(path, '', false)).toBe(`/login?redirect=${encodeURIComponent(path)}`)
  })

  it('remembers where the visit wanted to go', () => {
    expect(redirectFor('/temp-info', '?signId=a', false)).toBe('/login?redirect=%2Ftemp-info%3FsignId%3Da')
    expect(redirectFor('/', '', false)).toBe('/login')
  })
})

it('sends to sign in with the page that was wanted, not the page that waits for it', () => {
  expect(redirectFor('/loading', '?redirect=%2Fuser%2Finfo', false)).toBe('/login?redirect=%2Fuser%2Finfo')
  expect(redirectFor('/loading', '?redirect=https%3A%2F%2Fevil.example', false)).toBe('/login')
})

describe('the guard with a session', () => {
  it('sends /login home', () => {
    expect(redirectFor('/login', '?redirect=/user/info', true)).toBe('/')
    expect(redirectFor('/login/', '', true)).toBe('/')
  })

  it.each([
    ['/space', '/space/contract-list?status=all'],
    ['/approve/', '/approve/list?status=myapproval'],
    ['/user', '/user/info'],
  ])('sends %s to its first child', (path, child) => {
    expect(redirectFor(path, '', true)).toBe(child)
  })

  it.each(['/', '/401', '/no-such-page', '/temp-info', '/file-check'])('lets %s in', (path) => {
    expect(redirectFor(path, '', true)).toBeNull()
  })
})

it('dispatches what an integration opens by what it is for (R46)', () => {
  for (const signedIn of [true, false]) {
    expect(redirectFor('/unifysign', '?purpose=sign&app=a&pass=b', signedIn)).toBe(
      '/unifysign/sign?purpose=sign&app=a&pass=b',
    )
    expect(redirectFor('/unifysign', '?purpose=launch&app=a&pass=b', signedIn)).toBe(
      '/unifysign/launch?purpose=launch&app=a&pass=b',
    )
    expect(redirectFor('/unifysign', '?purpose=other', signedIn)).toBeNull()
    for (const page of ['/unifysign/assign', '/unifysign/lauchtask'])
      expect(redirectFor(page, '?app=a&signId=b', signedIn)).toBeNull()
    expect(redirectFor('/unifysign/sign', '?purpose=sign', signedIn)).toBeNull()
  }
  expect(redirectFor('/unifysign/assign', '?signId=b', false)).toBe(
    '/login?redirect=%2Funifysign%2Fassign%3FsignId%3Db',
  )
})

it('a contract made from another goes on in the wizard, and never starts from nothing (R27)', () => {
  expect(redirectFor('/launchtask', '?signId=Ab1', true)).toBeNull()
  expect(redirectFor('/launchtask', '?signId=Ab1', false)).toBe('/login?redirect=%2Flaunchtask%3FsignId%3DAb1')
})

it('a link to register that invites leads who is signed in to the invitation (R56)', () => {
  expect(redirectFor('/register-type', '?inviteCode=abc_-1', true)).toBe('/user-space/company-join?inviteCode=abc_-1')
  expect(redirectFor('/register-type', '?inviteCode=abc_-1', false)).toBeNull()
  expect(redirectFor('/register-type', '', true)).toBeNull()
})

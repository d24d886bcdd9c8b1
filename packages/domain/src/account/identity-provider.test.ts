import { describe, expect, it, test } from 'vitest'
import { checkClientText, checkIssuer, checkProviderName, checkSignInCode } from './identity-provider.ts'

const secure = (text: string) => checkIssuer(text, { plainAllowed: false })

describe('a sign-in code', () => {
  it.each(['ab', 'molan', ' MoLan-2026 ', 'a'.repeat(32)])('%j is one', (code) => {
    expect(checkSignInCode(code)).toEqual({ ok: true, value: code.trim().toLowerCase() })
  })
  it.each(['', 'a', '-ab', 'ab-', '墨蓝', 'a b', 'a'.repeat(33), 'a/b'])('%j is none', (code) => {
    expect(checkSignInCode(code).ok).toBe(false)
  })
})

describe('an issuer', () => {
  it.each(['https://login.example.com', 'https://login.example.com/realms/a', 'https://[2001:db8::1]:8443/x/'])(
    '%j is one',
    (issuer) => {
      expect(secure(issuer)).toEqual({ ok: true, value: issuer })
    },
  )
  it('may be given by the address of its document', () => {
    expect(secure('https://a.example/r/.well-known/openid-configuration')).toEqual({
      ok: true,
      value: 'https://a.example/r',
    })
  })
  it.each(['', 'login.example.com', 'https://a@b.example', 'https://b.example?x=1', 'https://b.example#x', 'ftp://b'])(
    '%j is none',
    (issuer) => {
      expect(secure(issuer).ok).toBe(false)
    },
  )
  it('is plain only where the operator allows it', () => {
    expect(secure('http://10.0.0.7/op').ok).toBe(false)
    expect(checkIssuer('http://10.0.0.7/op', { plainAllowed: true }).ok).toBe(true)
  })
})

test('names and secrets have their lengths', () => {
  expect(checkProviderName('墨蓝统一身份')).toEqual({ ok: true, value: '墨蓝统一身份' })
  expect(checkProviderName('').ok).toBe(false)
  expect(checkProviderName('字'.repeat(21)).ok).toBe(false)
  expect(checkClientText('客户端ID', ' moqi ')).toEqual({ ok: true, value: 'moqi' })
  expect(checkClientText('客户端ID', 'mo qi').ok).toBe(false)
  expect(checkClientText('客户端ID', '').ok).toBe(false)
})

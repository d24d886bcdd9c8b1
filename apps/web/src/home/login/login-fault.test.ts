import { describe, expect, it } from 'vitest'
import { CallRefusal } from '../../client/call-error.ts'
import { loginFaults, wantsCaptcha } from './login-fault.ts'

const refusal = (code: number, data: object) => new CallRefusal({ code, message: '原因', data })

describe('a sign-in refusal', () => {
  it.each([
    ['account/credentials', 'password'],
    ['account/captcha-wrong', 'captcha'],
    ['account/code-wrong', 'smsCode'],
    ['account/locked', 'form'],
  ])('with reason %s stands under %s', (reason, field) => {
    expect(loginFaults(refusal(422, { reason }))).toEqual({ [field]: '原因' })
  })

  it('about the phone stands under the phone', () => {
    expect(loginFaults(refusal(422, { reason: 'field/invalid', field: 'phone' }))).toEqual({ phone: '原因' })
  })

  it('without a reason stands over the form', () => {
    expect(loginFaults(refusal(422, {}))).toEqual({ form: '原因' })
  })

  it('with code 428 asks for a captcha', () => {
    expect(wantsCaptcha(refusal(428, {}))).toBe(true)
    expect(wantsCaptcha(refusal(422, {}))).toBe(false)
  })

  it('that is none shows nothing', () => {
    expect(loginFaults(new Error('HTTP 500'))).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { CallFailure, CallRefusal } from '../../client/call-error.ts'
import { faultsOf } from './form-faults.ts'

const refusal = (data: object) => new CallRefusal({ code: 422, message: '原因', data })

describe('a refusal', () => {
  it.each([
    [{ reason: 'field/invalid', field: 'companyName' }, 'companyName'],
    [{ reason: 'account/taken' }, 'phone'],
    [{ reason: 'account/captcha-wrong' }, 'captchaCode'],
    [{ reason: 'account/code-wrong' }, 'smsCode'],
    [{ reason: 'account/code-wrong', field: 'emailCode' }, 'emailCode'],
    [{ reason: 'request/too-often' }, 'form'],
    [{ field: 'no such field' }, 'form'],
  ])('%j stands under %s', (data, field) => {
    expect(faultsOf(refusal(data))).toEqual({ [field]: '原因' })
  })

  it('that has been announced already stands nowhere', () => {
    expect(faultsOf(new CallFailure('HTTP 500'))).toEqual({})
  })
})

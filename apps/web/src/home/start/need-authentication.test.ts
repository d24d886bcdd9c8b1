import { expect, it } from 'vitest'
import { authenticationQuestion } from './need-authentication.ts'

it.each(['rejectPersonAuth', 'rejectCompanyAuth'] as const)('tells a space with %s why it was rejected', (status) => {
  expect(authenticationQuestion(status, '姓名不一致')).toMatchObject({
    title: '认证未通过',
    reason: '姓名不一致',
    confirm: '重新认证',
    cancel: '知道了',
  })
})

it('sends an unauthenticated space to authenticate', () => {
  expect(authenticationQuestion('notAuth', null)).toMatchObject({ text: '您需要完成实名认证', confirm: '去实名认证' })
})

it.each(['inPersonAuth', 'inCompanyAuth'] as const)('offers nothing to do while %s', (status) => {
  expect(authenticationQuestion(status, null).cancel).toBeUndefined()
})

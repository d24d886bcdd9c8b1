import { expect, it } from 'vitest'
import { editPath, launchPath, signPath, viewPath } from './contract-paths.ts'

it('views by signId and taskType', () => {
  expect(viewPath({ signId: 'a', taskType: 'relieve' })).toBe('/temp-info?signId=a&taskType=relieve')
})

it('signs as a company where the space has a companyId', () => {
  expect(signPath({ signId: 'a', taskName: 'A&B' }, { companyId: 'c' })).toBe(
    '/signing?signId=a&signType=1&companyId=c&taskName=A%26B',
  )
})

it('signs as a person elsewhere, with companyId present and empty', () => {
  expect(signPath({ signId: 'a', taskName: 'x' }, { companyId: null })).toBe(
    '/signing?signId=a&signType=0&companyId=&taskName=x',
  )
})

it('launches with the way back packed', () => {
  expect(launchPath('/')).toBe('/temp-create?from=%2F')
  expect(new URLSearchParams(launchPath('/space/contract-list?status=all').split('?')[1]).get('from')).toBe(
    '/space/contract-list!!status=all',
  )
  expect(editPath({ signId: 'd', taskType: 'normal' }, '/')).toBe('/temp-create?signId=d&from=%2F')
  expect(editPath({ signId: 'd', taskType: 'relieve' }, '/')).toBe('/launchtask?signId=d&from=%2F')
})

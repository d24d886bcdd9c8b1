import { expect, it } from 'vitest'
import { visitGoal } from './visit-goal.ts'

const place = { purpose: 'place', signId: 's', appId: 'a' } as const
const redirect = { pathname: '/unifysign/auto-redirect', search: '?app=a' }
const own = '/unifysign/lauchtask?app=a&signId=s'

it('an exchange leads to the own page that was asked for', () => {
  expect(visitGoal(place, { ...redirect, to: '/unifysign/lauchtask?signId=s' })).toBe(own)
  expect(visitGoal({ ...place, purpose: 'launch' }, { ...redirect, to: '/unifysign/lauchtask' })).toBe(own)
})

it.each([
  'https://evil.example/',
  '//evil.example/unifysign/lauchtask',
  '/\\evil.example',
  'javascript:alert(1)',
  '/user/info',
  '/unifysign/assign?signId=s',
  '/unifysign/lauchtask?signId=another',
  '',
  null,
])('and for %s to the page of its purpose and its contract', (to) => {
  expect(visitGoal(place, { ...redirect, to })).toBe(own)
})

it('stays where it belongs', () => {
  const here = { pathname: '/unifysign/lauchtask', to: null }
  expect(visitGoal(place, { ...here, search: '?signId=s&step=confirm&app=a' })).toBeNull()
  expect(visitGoal(place, { ...here, search: '?signId=other&app=a' })).toBe(own)
})

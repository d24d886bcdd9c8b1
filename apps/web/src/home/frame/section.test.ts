import { expect, it } from 'vitest'
import { readHandle, sectionOf } from './section.ts'

it.each([
  ['home', 'home'],
  ['ContractList', 'contracts'],
  ['approveList', 'contracts'],
  ['Info', 'me'],
  ['CompanyInfo', 'me'],
  ['contact', 'me'],
  ['bill', 'me'],
  ['Config', 'me'],
  ['settings', 'me'],
  ['seal', 'me'],
  ['signatures', null],
  [undefined, null],
])('highlights for the route named %j the heading %j', (name, section) => {
  expect(sectionOf(name)).toBe(section)
})

it('reads only texts from a handle', () => {
  expect(readHandle({ name: 'seal', title: 3 })).toEqual({ name: 'seal' })
  expect(readHandle(undefined)).toEqual({})
})

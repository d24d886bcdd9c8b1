import { expect, it } from 'vitest'
import { sectionOf } from './section.ts'

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

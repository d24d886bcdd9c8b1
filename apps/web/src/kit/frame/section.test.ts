import { expect, it } from 'vitest'
import { phoneSectionOf, sectionOf } from './section.ts'

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
it.each([
  [undefined, '/user/messages', 'me'],
  [undefined, '/company-space/personal-management', 'me'],
  [undefined, '/user-space/contracts', 'me'],
  ['ContractList', '/space/contract-list', 'contracts'],
  [undefined, '/space/templates', null],
  [undefined, '/temp-info', null],
])('lights at the foot of a phone for %j at %s the heading %j', (name, path, section) => {
  expect(phoneSectionOf(name, path)).toBe(section)
})

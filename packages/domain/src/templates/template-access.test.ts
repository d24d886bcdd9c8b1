import { expect, test } from 'vitest'
import { templateUseOf, type TemplateAccess } from './template-access.ts'

const sales = { isOwner: false, departmentId: 'sales' }
const legal = { isOwner: false, departmentId: 'legal' }
const nowhere = { isOwner: false, departmentId: null }
const owner = { isOwner: true, departmentId: null }
const useOf = (access: TemplateAccess[]) => [sales, legal, nowhere, owner].map((asker) => templateUseOf(access, asker))

test('a template is everybody’s until departments are named, then theirs and the administrator’s', () => {
  expect(useOf([])).toEqual(['edit', 'edit', 'edit', 'edit'])
  expect(useOf([{ departmentId: 'legal', use: 'edit' }])).toEqual([null, 'edit', null, 'edit'])
  expect(useOf([{ departmentId: 'legal', use: 'use' }])).toEqual([null, 'use', null, 'edit'])
})

test('everybody may use what one department changes, and who is in no department is in no named one', () => {
  const access: TemplateAccess[] = [
    { departmentId: null, use: 'use' },
    { departmentId: 'legal', use: 'edit' },
  ]
  expect(useOf(access)).toEqual(['use', 'edit', 'use', 'edit'])
  expect(useOf([{ departmentId: null, use: 'edit' }])).toEqual(['edit', 'edit', 'edit', 'edit'])
})

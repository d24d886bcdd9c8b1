import { categories } from '@moqi/domain/contract/categories'
import { operations } from '@moqi/domain/contract/row-policy'
import { expect, test } from 'vitest'
import {
  categoryOf,
  kindsOf,
  statusOf,
  tagOf,
  wireCounters,
  wireKind,
  wireOperation,
  wireOperations,
  wireRowStatuses,
  wireStates,
  wireStatus,
  wireTag,
  wireTags,
} from './contract.ts'

test('what is void has its names on the wire, and comes back from them (S5, S8, S17)', () => {
  expect([wireStatus('voided'), wireKind('void'), wireOperation('viewVoid'), wireTag('voiding')]).toEqual([
    'cancel',
    'relieve',
    'viewRelieve',
    'relieving',
  ])
  expect([statusOf('cancel'), kindsOf('relieve'), tagOf('relieving')]).toEqual(['voided', ['void'], 'voiding'])
})

test('everything else is called on the wire as in the domain', () => {
  expect(categories.filter((one) => wireStatus(one) !== one)).toEqual(['voided'])
  expect(operations.filter((one) => wireOperation(one) !== one)).toEqual(['viewVoid'])
  expect([statusOf('iSign'), kindsOf('normal'), tagOf('approving')]).toEqual([
    'iSign',
    ['normal', 'grant', 'companyAuth'],
    'approving',
  ])
})

test('a category is known by its name on the wire alone', () => {
  expect(['iSign', 'cancel', 'voided', 'myapproval', 'toString'].map(categoryOf)).toEqual([
    'iSign',
    'voided',
    undefined,
    undefined,
    undefined,
  ])
})

test('what an answer may say is listed by its names on the wire', () => {
  expect(wireTags).toEqual(['relieving', 'approving', 'timestamping'])
  for (const names of [wireRowStatuses, wireStates, wireCounters]) {
    expect(names).toContain('cancel')
    expect(names).not.toContain('voided')
  }
  expect(wireOperations).toContain('viewRelieve')
  expect(wireOperations).not.toContain('viewVoid')
})

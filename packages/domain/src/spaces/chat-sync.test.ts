import { expect, test } from 'vitest'
import { asksBeforeLeaving, departmentNames, planChatSync } from './chat-sync.ts'

const person = (subject: string, change: object = {}) => ({
  subject,
  name: `某${subject}`,
  phone: '13800000011',
  departmentId: null,
  active: true,
  ...change,
})
const known = (subject: string, change: object = {}) => ({
  subject,
  name: `某${subject}`,
  phone: '13800000011',
  departmentId: null,
  present: true,
  ...change,
})
const subjects = (people: readonly { subject: string }[]) => people.map(({ subject }) => subject)

test('who is new, changed or gone since the book was last read is acted upon, and nobody else', () => {
  const book = [
    person('a'),
    person('new'),
    person('back'),
    person('renamed', { name: '新名' }),
    person('moved', { departmentId: '7' }),
    person('silent', { phone: null }),
    person('stopped', { active: false }),
    person('never', { active: false }),
  ]
  const before = ['a', 'renamed', 'moved', 'silent', 'stopped', 'gone'].map((subject) => known(subject))
  const plan = planChatSync(book, [...before, known('back', { present: false }), known('long', { present: false })])
  expect(subjects(plan.newcomers)).toEqual(['new', 'back'])
  expect(subjects(plan.changed)).toEqual(['renamed', 'moved'])
  expect(subjects(plan.leavers)).toEqual(['stopped', 'gone'])
})

test.each([
  [5, 6, false],
  [6, 6, true],
  [20, 100, false],
  [21, 100, true],
  [0, 0, false],
])('of %i leavers among %i somebody is asked: %s', (leavers, all, asks) => {
  expect(asksBeforeLeaving(leavers, all)).toBe(asks)
})

test('departments keep their names, two of one name say where they are, and what will not do is left out', () => {
  const departments = [
    { id: '1', name: '华东', parentId: null },
    { id: '2', name: '销售部', parentId: '1' },
    { id: '3', name: '华南', parentId: null },
    { id: '4', name: '销售部', parentId: '3' },
    { id: '5', name: '财务部', parentId: null },
    { id: '6', name: '！', parentId: null },
    { id: '7', name: '无人部', parentId: null },
    { id: '8', name: '很'.repeat(40), parentId: null },
  ]
  const names = departmentNames(departments, new Set(['1', '2', '4', '5', '6', '8']))
  expect([...names]).toEqual([
    ['1', '华东'],
    ['2', '华东/销售部'],
    ['4', '华南/销售部'],
    ['5', '财务部'],
  ])
})

test('no more departments are made than a company may have', () => {
  const many = Array.from({ length: 250 }, (_, at) => ({ id: String(at), name: `部门${at}`, parentId: null }))
  expect(departmentNames(many, new Set(many.map(({ id }) => id))).size).toBe(200)
})

import { expect, test } from 'vitest'
import { type KnownPerson, personChangeFault } from './person-change.ts'

const was: KnownPerson = { name: '王小明', identityHash: 'a', birthdayHashes: ['1', '2'] }

test.each<[string, Partial<KnownPerson>, 'realName' | 'idNumber' | null]>([
  ['nothing', {}, 'realName'],
  ['the name', { name: '王晓明' }, null],
  ['the number', { identityHash: 'b' }, null],
  ['the number and the birthday', { identityHash: 'b', birthdayHashes: ['3', '4'] }, 'idNumber'],
  ['name and number', { name: '李雷', identityHash: 'b' }, 'idNumber'],
  ['everything', { name: '李雷', identityHash: 'b', birthdayHashes: ['3', '4'] }, 'idNumber'],
])('who changes %s', (_, is, field) => {
  expect(personChangeFault(was, { ...was, ...is })?.field ?? null).toBe(field)
})

test('of whom no birthday is known nobody takes another number', () => {
  const unknown = { ...was, birthdayHashes: null }
  expect(personChangeFault(unknown, { ...unknown, identityHash: 'b' })?.field).toBe('idNumber')
  expect(personChangeFault({ ...was, identityHash: null }, { ...was, name: '李雷' })?.field).toBe('idNumber')
})

import type { File } from '@moqi/api/shapes'
import { expect, test } from 'vitest'
import { newArea } from './area-kinds.ts'
import { areaOnField, assigned, fieldAround, freeFiles, newOnField, nextFree, signingKinds } from './own-fields.ts'

const buyer = { name: 'buyer', page: 1, x: 20.11, y: 246.94, width: 50.09, height: 29.99, lockArray: [] }
const seller = { ...buyer, name: 'seller', page: 2 }
const facts = { fileName: 'a.pdf', pageCount: 2, fileSize: 1, sha256: '', fileUrl: '', pageArray: [] }
const file: File = { ...facts, fileId: 'f', fieldArray: [buyer, seller] }
const free: File = { ...facts, fileId: 'g' }
const first = newOnField('companySeal', 1, 'f', buyer)

test('an area takes the place of its field exactly', () => {
  expect(first).toMatchObject({ fileId: 'f', page: 1, x: 20.11, y: 246.94, width: 50.09, height: 29.99 })
  expect(areaOnField([first], 'f', buyer)).toBe(first)
  expect(areaOnField([first], 'f', seller)).toBeUndefined()
  expect(areaOnField([first], 'g', buyer)).toBeUndefined()
})

test('a field has one party, and a party one field in a file', () => {
  const elsewhere = newArea('date', 1, { ...buyer, fileId: 'g' })
  const moved = assigned([first, elsewhere], newOnField('companySeal', 1, 'f', seller), seller)
  expect(moved.map(({ fileId, page }) => [fileId, page])).toEqual([
    ['g', 1],
    ['f', 2],
  ])
  const taken = assigned([first], newOnField('personSign', 2, 'f', buyer), buyer)
  expect(taken.map(({ signerNo }) => signerNo)).toEqual([2])
  expect(assigned([first], { ...first, positionType: 'handwrite' }, buyer)).toHaveLength(1)
})

test('a point is in the smallest field around it', () => {
  const inner = { ...buyer, name: 'inner', x: 30, y: 250, width: 10, height: 10 }
  expect(fieldAround([buyer, inner], { page: 1, x: 35, y: 255 })?.name).toBe('inner')
  expect(fieldAround([buyer, inner], { page: 1, x: 60, y: 255 })?.name).toBe('buyer')
  expect(fieldAround([buyer], { page: 2, x: 35, y: 255 })).toBeUndefined()
})

test('the next field is one that nobody has, from the page in view on', () => {
  expect(nextFree(file, [], 2)?.name).toBe('seller')
  expect(nextFree(file, [first], 1)?.name).toBe('seller')
  expect(nextFree(file, [newOnField('handwrite', 2, 'f', seller)], 2)?.name).toBe('buyer')
  expect(nextFree(free, [], 1)).toBeUndefined()
})

test('such a file takes seals and signatures only', () => {
  expect(signingKinds({ kind: 'company', signerNo: 1, signKind: 'any' })).toEqual([
    'companySeal',
    'legalSeal',
    'handwrite',
  ])
  expect(signingKinds({ kind: 'person', signerNo: 1, signKind: 'any' })).toEqual(['personSign', 'handwrite'])
  expect(freeFiles([file, free])).toEqual([free])
})

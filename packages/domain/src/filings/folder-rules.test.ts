import { expect, test } from 'vitest'
import { checkFolderName, folderFault, type FolderNode, idsBelow, pathTo, retentionYears } from './folder-rules.ts'

const node = (folderId: string, parentId: string | null, years: number | null = null): FolderNode => ({
  folderId,
  parentId,
  name: folderId,
  years,
})
const tree = [node('a', null, 15), node('b', 'a'), node('c', 'b', 20), node('d', null)]

test('a folder’s path leads up to its root, and a circle ends', () => {
  expect(pathTo(tree, 'c').map(({ folderId }) => folderId)).toEqual(['c', 'b', 'a'])
  expect(pathTo([node('x', 'y'), node('y', 'x')], 'x')).toHaveLength(2)
  expect(idsBelow(tree, 'a')).toEqual(['a', 'b', 'c'])
})

test('contracts are kept as the nearest folder says that says anything, else ten years', () => {
  expect([...'abcd'].map((id) => retentionYears(tree, id))).toEqual([15, 15, 20, 10])
  expect(retentionYears(tree, null)).toBe(10)
})

test('two folders of one level never share a name, in two levels they may', () => {
  const double = { ...node('e', null), name: 'a' }
  expect(folderFault(tree, double)?.message).toBe('同一层已有同名文件夹')
  expect(folderFault(tree, { ...double, parentId: 'a' })).toBeNull()
})

test('a tree is five deep at most, also by what is moved along', () => {
  const chain = [node('1', null), node('2', '1'), node('3', '2'), node('4', '3')]
  expect(folderFault(chain, node('5', '4'))).toBeNull()
  const whole = [...chain, node('5', '4')]
  expect(folderFault(whole, node('6', '5'))?.message).toBe('文件夹最多5层')
  expect(folderFault([...whole, node('r', null)], { ...node('1', 'r') })?.message).toBe('文件夹最多5层')
})

test('a folder is not moved below itself', () => {
  expect(folderFault(tree, { ...node('a', 'c', 15) })?.message).toBe('不能移动到自己的下级文件夹中')
})

test('a company has a thousand folders at most', () => {
  const many = Array.from({ length: 1000 }, (_, index) => node(`f${index}`, null))
  expect(folderFault(many, node('new', null))?.message).toBe('文件夹不能超过1000个')
  expect(folderFault(many, { ...node('f1', null), name: '改名' })).toBeNull()
})

const yearsSaid = (years: number | null) => folderFault(tree, { ...node('a', null, years) })?.message

test('retention only grows', () => {
  expect([yearsSaid(14), yearsSaid(15), yearsSaid(16)]).toEqual([
    '保存年限只能加长，不能少于15年',
    undefined,
    undefined,
  ])
  expect(yearsSaid(null)).toBe('保存年限只能加长，不能少于15年')
  expect([yearsSaid(0), yearsSaid(101), yearsSaid(1.5)]).toEqual(Array(3).fill('保存年限需为1-100的整数'))
})

test('a name is short and has no sign that file systems refuse', () => {
  expect(checkFolderName('  采购  合同 ')).toEqual({ ok: true, value: '采购 合同' })
  expect(['', '字'.repeat(31), 'a/b'].map((name) => checkFolderName(name).ok)).toEqual([false, false, false])
})

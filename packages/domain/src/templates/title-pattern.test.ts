import { expect, it } from 'vitest'
import { presetTitle, titleFaults, titleOf, titleRenamed } from './title-pattern.ts'

const roles = [
  { roleName: '本企业', own: true },
  { roleName: '乙方', own: false },
]

it('a template calls its contracts after the person of its first other side', () => {
  expect(presetTitle('劳动合同', roles)).toBe('劳动合同（{乙方}）')
  expect(presetTitle('劳动合同', [{ roleName: '本企业', own: true }])).toBe('劳动合同')
  expect(presetTitle('', roles)).toBe('')
})

it('the values of a launch stand in the title', () => {
  const values = new Map([
    ['乙方', '赵一'],
    ['岗位', '仓储主管'],
  ])
  expect(titleOf('劳动合同（{乙方}）', values)).toBe('劳动合同（赵一）')
  expect(titleOf('{ 岗位 }聘用合同', values)).toBe('仓储主管聘用合同')
  expect(titleOf('房屋租赁合同', values)).toBe('房屋租赁合同')
})

it('what is not known yet leaves nothing behind, and no title is empty', () => {
  expect(titleOf('劳动合同（{乙方}）', new Map())).toBe('劳动合同')
  expect(titleOf('{乙方}', new Map())).toBe('合同')
})

it('a value brings no character that a subject must not have, and no more than fits', () => {
  expect(titleOf('{编号}号合同', new Map([['编号', 'A/1:2']]))).toBe('A 1 2号合同')
  expect([...titleOf('{说明}', new Map([['说明', '长'.repeat(300)]]))]).toHaveLength(100)
})

it('a name in braces that nothing has is a fault', () => {
  expect(titleFaults('{乙方}{ 岗位 }', ['乙方', '岗位'])).toEqual([])
  expect(titleFaults('{甲方}合同', ['乙方', '岗位'])).toEqual([
    { field: 'subject', message: '合同主题中的{甲方}没有对应的签署角色或填写项' },
  ])
})

it('a title follows a role that is renamed', () => {
  expect(titleRenamed('劳动合同（{签署方}）', '签署方', '员工')).toBe('劳动合同（{员工}）')
  expect(titleRenamed(titleRenamed('劳动合同（{签署方}）', '签署方', ''), '', '员工')).toBe('劳动合同（{员工}）')
})

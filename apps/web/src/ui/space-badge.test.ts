import { expect, it } from 'vitest'
import { badgeLetter } from './space-badge.tsx'

it.each([
  ['杭州云启科技有限公司', '云'],
  ['上海嘉禾物业管理有限公司', '嘉'],
  ['中国（浙江）自由贸易试验区青禾仓储有限公司', '自'],
  ['浙江省杭州市拾光智造科技有限公司', '拾'],
  ['云启（杭州）科技有限公司', '云'],
  ['（规格）新企有限公司', '规'],
  ['上海', '上'],
  ['', ''],
])('%s is told from others by “%s”', (name, letter) => {
  expect(badgeLetter(name, 'company')).toBe(letter)
})

it('a person is told by the family name', () => {
  expect(badgeLetter('王小明', 'person')).toBe('王')
})

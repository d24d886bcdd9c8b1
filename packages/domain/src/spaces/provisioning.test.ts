import { expect, test } from 'vitest'
import { fullName, provisionerName } from './provisioning.ts'

test('somebody is called as displayed, else as formatted, else by family and given name in the order of the script', () => {
  expect(fullName(' 张三 ', { formatted: '李四' })).toBe('张三')
  expect(fullName(null, { formatted: '李四', familyName: '王' })).toBe('李四')
  expect(fullName(null, { familyName: '王', givenName: '小明' })).toBe('王小明')
  expect(fullName('', { familyName: 'Jensen', givenName: 'Barbara' })).toBe('Barbara Jensen')
  expect(fullName(null, { givenName: 'Barbara' })).toBe('Barbara')
  expect(fullName(null, null)).toBe('')
})

test('the log says which provider did something, and that nobody did it by hand', () => {
  expect(provisionerName('墨蓝统一身份')).toBe('墨蓝统一身份（SCIM）')
  expect(provisionerName(null)).toBe('身份系统（SCIM）')
})

import { expect, test } from 'vitest'
import { checkOperatorName } from './operator-rules.ts'

test.each(['li.jing', 'a1', '0-x_y', ' Wang '])('%s may be an operator’s name, in lower case', (name) => {
  expect(checkOperatorName(name)).toEqual({ ok: true, value: name.trim().toLowerCase() })
})

test.each(['', 'a', '-ab', '李静', 'a b', 'a'.repeat(33)])('“%s” is no operator’s name', (name) => {
  expect(checkOperatorName(name).ok).toBe(false)
})

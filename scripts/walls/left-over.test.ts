import { expect, test } from 'vitest'
import { leftOver } from './left-over.ts'

const cast = (file: string) => ({ file, line: 1, rule: 'cast', text: 'as Task' })

test('what is pending is noted, and counts no more than it may', () => {
  const found = [cast('apps/web/a.ts'), cast('apps/web/b.ts'), cast('apps/server/c.ts')]
  const { breaches, notes } = leftOver(found, [{ rule: 'cast', under: 'apps/web/', count: 2 }])
  expect(breaches).toEqual([cast('apps/server/c.ts')])
  expect(notes).toEqual(['pending: cast under apps/web/: 2 of 2'])
})

test('one more than is pending, and all of them are told', () => {
  const found = [cast('apps/web/a.ts'), cast('apps/web/b.ts')]
  expect(leftOver(found, [{ rule: 'cast', under: 'apps/web/', count: 1 }]).breaches).toEqual(found)
})

test('what is pending of one rule covers no other', () => {
  const found = [{ ...cast('apps/web/a.ts'), rule: 'zone' }]
  expect(leftOver(found, [{ rule: 'cast', under: 'apps/web/', count: 1 }]).breaches).toEqual(found)
})

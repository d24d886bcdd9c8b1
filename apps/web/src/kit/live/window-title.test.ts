import { expect, it } from 'vitest'
import { waitingIcon } from './waiting-icon.ts'
import { windowTitle } from './window-title.ts'

it.each([
  ['首页', 3, '(3) 首页 · 墨契'],
  ['首页', 0, '首页 · 墨契'],
  ['', 100, '(99+) 墨契'],
])('names the window for %j with %i waiting', (page, waiting, title) => {
  expect(windowTitle(page, waiting, '墨契')).toBe(title)
})

it('puts the number over the mark, as far as it fits', () => {
  expect(waitingIcon(7)).toContain('>7</text>')
  expect(waitingIcon(12)).toContain('>9+</text>')
})

import { expect, it } from 'vitest'
import { createLaid } from './laid.ts'

const over = (onSeen: (index: number) => void) => ({
  positions: [],
  renderOverlay: () => 'over',
  renderPlace: () => null,
  onSeen,
})

it('tells what comes behind the contract which pages were seen before', () => {
  const laid = createLaid()
  laid.onSeen(0)
  laid.onSeen(1)
  const seen: number[] = []
  laid.lay(over((index) => seen.push(index)))
  laid.onSeen(2)
  laid.lay(over((index) => seen.push(index)))
  expect(seen).toEqual([0, 1, 2])
})

it('has nothing on the pages until something is laid there', () => {
  const laid = createLaid()
  expect(laid.store.getState().renderOverlay(0, 1)).toBeNull()
  laid.lay(over(() => undefined))
  expect(laid.store.getState().renderOverlay(0, 1)).toBe('over')
})

import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceableFen, splitTax } from './invoice-amount.ts'
import { orderLifecycle } from './order-lifecycle.ts'
import { paymentLifecycle } from './payment-lifecycle.ts'

const fen = integer({ min: 1, max: 100_000_000 })
const payments = array(record({ fen, state: constantFrom(...paymentLifecycle.states) }), { maxLength: 4 })

test('an invoice is never above the price, nor above what was received and not given back', () => {
  assert(
    property(constantFrom(...orderLifecycle.states), fen, payments, (state, price, paid) => {
      const amount = invoiceableFen({ state, fen: price, payments: paid })
      const kept = paid.filter((one) => one.state === 'received').reduce((sum, one) => sum + one.fen, 0)
      expect(amount).toBe(state === 'done' ? Math.min(price, kept) : 0)
    }),
  )
})

test('price and tax add up to the amount, the tax within a 分 of six in a hundred and six', () => {
  assert(
    property(fen, (amount) => {
      const { price, tax } = splitTax(amount)
      expect(price + tax).toBe(amount)
      expect(Math.abs(tax - (amount * 6) / 106)).toBeLessThanOrEqual(0.5)
    }),
  )
  expect(splitTax(59_900)).toEqual({ price: 56_509, tax: 3391 })
})

import { expect, test } from 'vitest'
import { phones, signThoughCut } from './support/cut-line.ts'
import { stage } from './support/stage.ts'

/** From the message to the deed on a line that breaks during every request once. */

const scene = stage()

test('the line is cut during every request, on a turned phone: signed once, and nothing is lost', async () => {
  expect(await signThoughCut(scene, 'during', phones.turned)).toEqual({ cuts: 1, signed: 1, signatures: 1 })
})

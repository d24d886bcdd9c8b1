import { expect, test } from 'vitest'
import { phones, signThoughCut } from './support/cut-line.ts'
import { stage } from './support/stage.ts'

/** From the message to the deed on a line that breaks before every request once. */

const scene = stage()

test('the line is cut before every request: signed once, and nothing is lost', async () => {
  expect(await signThoughCut(scene, 'before', phones.upright)).toEqual({ cuts: 1, signed: 1, signatures: 1 })
})

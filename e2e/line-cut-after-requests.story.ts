import { expect, test } from 'vitest'
import { phones, signThoughCut } from './support/cut-line.ts'
import { stage } from './support/stage.ts'

/** From the message to the deed on a line that breaks after every request once. */

const scene = stage()

test.each(Object.values(phones))(
  'the line is cut after every request, $held: signed once, and nothing is lost',
  async (phone) => {
    expect(await signThoughCut(scene, 'after', phone)).toEqual({ cuts: 1, signed: 1, signatures: 1 })
  },
)

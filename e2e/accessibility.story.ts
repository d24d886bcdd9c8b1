import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { stage } from './support/stage.ts'
import { pageStates } from './support/states/page-states.ts'
import { stateWindows, type StateWindows } from './support/states/state-windows.ts'

/** Every page and its states as a screen reader meets them, at a desk and on a phone. */

const scene = stage()
let windows: StateWindows

beforeAll(async () => {
  windows = await stateWindows(scene)
})

test.each(pageStates)('$name can be read and worked by everybody', async (state) => {
  const page = await windows.open(state)
  const desk = await axeFindings(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const phone = await axeFindings(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect({ desk, phone }).toEqual({ desk: [], phone: [] })
})

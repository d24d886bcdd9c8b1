import { beforeAll, expect, test } from 'vitest'
import { faultLines, layoutFaults } from './support/layout.ts'
import { routePaths } from './support/route-paths.ts'
import { stage } from './support/stage.ts'
import { pageStates } from './support/states/page-states.ts'
import { stateWindows, type StateWindows } from './support/states/state-windows.ts'

/** Every page and its states in every size of the window: nothing is cut, covered, too narrow or too small. */

const scene = stage()
let windows: StateWindows

beforeAll(async () => {
  windows = await stateWindows(scene)
})

test('no page is forgotten', () => {
  const shown = new Set(pageStates.map(({ route }) => route))
  expect(routePaths().filter((path) => !shown.has(path))).toEqual([])
})

test.each(pageStates)('$name is whole in every size of the window', async (state) => {
  const page = await windows.open(state)
  expect(faultLines(await layoutFaults(page, state.name, state))).toEqual([])
})

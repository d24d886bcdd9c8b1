import { beforeAll, expect, test } from 'vitest'
import { axeFindings } from '../axe.ts'
import { faultLines, layoutFaults } from '../layout.ts'
import { stage } from '../stage.ts'
import type { PageState } from './page-state.ts'
import { stateWindows, type StateWindows } from './state-windows.ts'

/**
 * The tests of a story that opens each of these states once. In every size of the window nothing is cut, covered, too
 * narrow or too small; at a desk and on a phone a screen reader meets nothing that axe finds wrong.
 */
export function lookAtStates(states: readonly PageState[]): void {
  const scene = stage()
  let windows: StateWindows

  beforeAll(async () => {
    windows = await stateWindows(scene)
  })

  test.each(states)('$name is whole in every window, and everybody can read and work it', async (state) => {
    const page = await windows.open(state)
    const layout = faultLines(await layoutFaults(page, state.name, state))
    // Of what is covered in part by something that is open over it, what is left is no target.
    const desk = await axeFindings(page, state.within)
    await page.setViewportSize({ width: 390, height: 844 })
    const phone = await axeFindings(page, state.within)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect({ layout, desk, phone }).toEqual({ layout: [], desk: [], phone: [] })
  })
}

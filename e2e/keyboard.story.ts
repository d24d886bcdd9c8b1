import { beforeAll, expect, test } from 'vitest'
import { stage } from './support/stage.ts'
import { pageStates } from './support/states/page-states.ts'
import { stateWindows, type StateWindows } from './support/states/state-windows.ts'
import { tabStops } from './support/tab-stops.ts'

/** The work of a page without a pointer: everything is stopped at, seen, and nothing holds the focus. */

const scene = stage()
let windows: StateWindows

beforeAll(async () => {
  windows = await stateWindows(scene)
})

const named = (...names: string[]) =>
  names.map((name) => {
    const state = pageStates.find((one) => one.name === name)
    if (!state) throw new Error(`no state is called ${name}`)
    return state
  })

test.each(
  named(
    'home',
    'list',
    'batch-faults',
    'template-editor',
    'detail',
    'wizard-upload',
    'wizard-parties',
    'wizard-placing',
    'contacts',
    'contacts-import-faults',
    'members',
    'settings',
    'signing',
    'party-reading',
    'add-party',
  ),
)('all of $name is reached by Tab', async (state) => {
  const page = await windows.open(state)
  const { names, faults } = await tabStops(page)
  expect(names.length).toBeGreaterThan(3)
  expect(faults).toEqual([])
})

test.each(
  named(
    'detail-delay',
    'detail-replace',
    'detail-remove',
    'wizard-contacts',
    'contacts-import',
    'contact-form',
    'wizard-preview',
    'member-invite',
    'seal-holders',
    'settings-password',
    'party-pad',
  ),
)('$name is left by Escape, and the focus is where it was', async (state) => {
  const page = await windows.open(state)
  const dialogs = page.locator('dialog:modal')
  const { faults } = await tabStops(page)
  expect(faults).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(0)
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement
      return one instanceof HTMLElement && one !== document.body && one.matches('button, a, input')
    })
  await expect.poll(focused).toBe(true)
})

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe.ts'
import { faultLines, layoutFaults } from './layout.ts'

/** Whether a page stands in every size of the window, with nothing that axe finds wrong; `state` names its pictures. */
export async function isWhole(page: Page, state: string): Promise<void> {
  const layout = faultLines(await layoutFaults(page, state))
  expect({ state, layout, axe: await axeFindings(page) }).toEqual({ state, layout: [], axe: [] })
}

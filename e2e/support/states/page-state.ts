import type { Table } from '@moqi/api/table'
import type { Page } from 'playwright-core'
import type { Screen } from '../layout.ts'
import type { StateWorld, Viewer } from './state-world.ts'

/** One state of one page. */
export type PageState = {
  /** Unlike that of every other; its pictures have it. */
  name: string
  /** As the route table has it. */
  route: string
  who: Viewer
  /** Below /home. */
  go: string | ((world: StateWorld) => string)
  /** Brings the page into the state. */
  act?: (page: Page, world: StateWorld) => Promise<unknown>
  /** The answers of these calls never come. */
  late?: readonly (keyof Table)[]
  /** The line is cut for these calls. */
  failing?: readonly (keyof Table)[]
  /** Absent: every size. */
  screens?: readonly Screen[]
  /** What it opens over the page. */
  within?: string
  /** What alone axe judges, where what is open covers a part of a target below. Absent: the page. */
  judged?: string
}

/** What a viewer does on a page. */
export type Act = NonNullable<PageState['act']>

/** One after the other. */
export const inTurn =
  (...acts: Act[]): Act =>
  async (page, world) => {
    for (const act of acts) await act(page, world)
  }

/** Presses the first button of that name that can be seen. */
export const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).locator('visible=true').first().click()

/** Presses the first tab of that name. */
export const tab =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('tab', { name }).first().click()

/** Waits for words that say that the state is there. */
export const reads =
  (text: string | RegExp): Act =>
  (page) =>
    page.getByText(text).locator('visible=true').first().waitFor()

/** Waits until a dialog is open. */
const opened: Act = (page) => page.locator('dialog:modal').last().waitFor()

/** Presses a button that opens a dialog. */
export const dialog = (name: string | RegExp): Act => inTurn(press(name), opened)

/** Opens a menu and presses one of its entries, which opens a dialog. */
export const menuDialog = (menu: RegExp, entry: string | RegExp): Act =>
  inTurn(press(menu), (page) => page.getByRole('menuitem', { name: entry }).click(), opened)

/** Hands files to the first field that takes any. */
export const choose =
  (files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]): Act =>
  (page) =>
    page.locator('input[type=file]').first().setInputFiles(files)

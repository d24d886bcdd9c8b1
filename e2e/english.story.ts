import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { isChinese } from '../apps/web/english/find-texts.ts'
import { compareWithBuild, compareWithServer } from '../apps/web/english/untranslated.ts'
import { chineseShown, keepAnswers } from './support/chinese-shown.ts'
import { stage } from './support/stage.ts'
import { pageStates } from './support/states/page-states.ts'
import { stateWindows, type StateWindows } from './support/states/state-windows.ts'

const scene = stage()
let windows: StateWindows

beforeAll(async () => {
  windows = await stateWindows(scene, async (context) => {
    await context.addCookies([{ name: 'moqi-language', value: 'en', url: scene.server.url }])
    await keepAnswers(context)
  })
})

/** Named in their own language: the languages, a law, vendors, words that stand in contracts, and dates as printed. */
const own = /简体中文|语言|《中华人民共和国电子签名法》|竹云|派拉|甲方（盖章）|\d{4}年\d{1,2}月\d{1,2}日/g

test('every text of the built pages has its English, and the catalogue no text that is gone', () => {
  expect(compareWithBuild(join(import.meta.dirname, '../apps/web/dist'))).toEqual({ missing: [], unused: [] })
})

test('every text that the server words has its English', () => {
  expect(compareWithServer()).toEqual({ missing: [], unused: [] })
})

/** Each page as one arrives at it. */
const pages = pageStates.filter(({ act, late, failing }) => !act && !late && !failing)

test.each(pages)('$name has no Chinese but what people wrote', async (state) => {
  const page = await windows.open(state)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  expect((await chineseShown(page)).filter((text) => isChinese(text.replaceAll(own, '')))).toEqual([])
})

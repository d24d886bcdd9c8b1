import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from './browser.ts'
import { faultLines, layoutFaults } from './layout.ts'

/** Pages with one fault each, planted: a probe that finds nothing would pass every page. */

let browser: Browser
let page: Page
const hand = [{ width: 390, height: 844, touch: true }]
const desk = [{ width: 1280, height: 720, touch: false }]

beforeAll(async () => {
  browser = await launchChromium()
  page = await browser.newPage()
})
afterAll(() => browser.close())

/** What is found on a page with that body, one line a fault. */
async function found(body: string, screens = hand): Promise<string[]> {
  await page.setContent(`<meta name="viewport" content="width=device-width">
    <style>* { box-sizing: border-box; margin: 0 } button, a.big { display: inline-block; width: 88px; height: 44px }</style>
    ${body}`)
  return faultLines(await layoutFaults(page, 'planted', { screens }))
}

test('a page with room for everything has no fault', async () => {
  const whole = `<h1>合同管理</h1><p>已阅读并同意<a href="#1">服务协议</a>。</p>
    <label style="display: block; height: 44px"><input type="checkbox"> 记住我</label>
    <button>下一步</button> <button class="btn-primary">发送</button>`
  expect(await found(whole)).toEqual([])
  expect(await found(whole, desk)).toEqual([])
})

test.each([
  [
    'what is wider than the window',
    '<div style="width: 500px; height: 9px">宽</div>',
    /^sideways div .*500 wide in 390/,
  ],
  ['a text that stands', '<p style="width: 20px">合同主题编号</p>', /^narrow p .*6 characters in 6 lines/],
  [
    'a text that is cut to nothing',
    '<p style="width: 40px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">关于滨江研发中心</p>',
    /^narrow p .*40 of \d+ px/,
  ],
  [
    'a subject without its width',
    '<table class="plain-table"><tr><td><a class="title-link">租约</a></td></tr></table>',
    /^narrow .*td .*px of at least 200/,
  ],
  [
    'a button over another',
    '<button>确认</button><button style="position: relative; left: -20px">保存</button>',
    /^overlap button .*shared with .*button “保存”/,
  ],
  [
    'a heading over a button',
    '<button>确认</button><h1 style="margin-top: -20px">发送</h1>',
    /^overlap button .*h1 “发送”/,
  ],
  [
    'words that stick out of their button',
    '<button style="white-space: nowrap">添加企业签署方并保存</button>',
    /^overlap button .*px of words in 88/,
  ],
  [
    'a button for a needle',
    '<button style="width: 20px; height: 20px">×</button>',
    /^small button .*20×20 for a finger/,
  ],
  [
    'a control that is cut',
    '<div style="width: 60px; overflow: hidden"><button>更多</button></div>',
    /^clipped div > button .*60×44 of 88×44 seen/,
  ],
  [
    'a way on that is cut off',
    '<div style="height: 10px; overflow: hidden"><p style="height: 40px">短信</p><button class="btn-primary">提交</button></div>',
    /^clipped div > button\.btn-primary .*88×10 of 88×44 can be seen/,
  ],
  [
    'a way on under a bar that stays',
    '<button class="btn-primary">提交</button><nav style="position: fixed; inset: 0 0 auto; height: 60px">首页</nav>',
    /^clipped button\.btn-primary .*nav “首页” lies over it/,
  ],
])('%s is a fault', async (_what, body, line) => {
  expect(await found(body)).toEqual([expect.stringMatching(line)])
})

test('a small button is a fault for a finger alone', async () => {
  const body = '<button style="width: 20px; height: 20px">×</button>'
  expect(await found(body, desk)).toEqual([])
})

test('what is hit around a small word is as large as a finger', async () => {
  const around = 'content: ""; position: absolute; inset: -14px'
  const body = `<style>a { position: relative; margin: 60px; display: inline-block } a::after { ${around} }</style><a href="#1">更多</a>`
  expect(await found(body)).toEqual([])
})

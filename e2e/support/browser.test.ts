import { afterAll, expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'

const browser = await openBrowser()
afterAll(() => browser.close())

const page = (body: string) =>
  `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><html lang="zh"><title>页</title><main>${body}</main></html>`)}`

test('axe names the rule a page breaks and where', async () => {
  const visitor = await browser.desktop('about:blank')
  await visitor.page.goto(page('<h1>合同</h1><img src="data:,">'))
  expect(await axeFindings(visitor.page)).toMatchObject([{ id: 'image-alt', places: ['img'] }])
})

test('axe finds nothing on a sound page', async () => {
  const visitor = await browser.desktop('about:blank')
  await visitor.page.goto(page('<h1>合同</h1><p>正文</p>'))
  expect(await axeFindings(visitor.page)).toEqual([])
})

test('a visitor’s faults are collected', async () => {
  const visitor = await browser.phone('about:blank')
  expect(visitor.page.viewportSize()).toEqual({ width: 390, height: 844 })
  await visitor.page.goto(page('<h1>合同</h1><script>console.error("糟糕"); throw new Error("坏了")</script>'))
  await expect.poll(() => visitor.faults.length).toBe(2)
  expect(visitor.faults[0]).toMatch(/^console: 糟糕 at .* on data:/)
  expect(visitor.faults[1]).toBe('error: 坏了')
})

test('what an open page shows is told with its address: its dialog, or all of it', async () => {
  const visitor = await browser.desktop('about:blank')
  await visitor.page.goto('about:blank#somewhere')
  await visitor.page.setContent('<h1>合同</h1><dialog><button disabled>撤回</button></dialog>')
  expect(await browser.shown()).toContainEqual(expect.stringMatching(/^about:blank#somewhere\n.*heading "合同"/))
  await visitor.page.evaluate(`document.querySelector('dialog').showModal()`)
  const open = (await browser.shown()).find((text) => text.startsWith('about:blank#somewhere'))
  expect(open).toContain('button "撤回" [disabled]')
  expect(open).not.toContain('合同')
})

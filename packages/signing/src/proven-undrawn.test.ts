import { afterAll, expect, test } from 'vitest'
import { openPageImages, type Renderer } from '@moqi/pdf/page-image/render-page'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { judge, modelOf, pdf } from './testing/own-document.ts'

const pages = await openPageImages()
afterAll(() => pages.close())

/** What is judged without drawing what needs none, and how many pages were drawn. */
async function judged(bytes: Buffer, ownRoots?: Buffer[]) {
  let drawn = 0
  const renderer: Renderer = {
    ...pages,
    draw(...asked) {
      drawn += 1
      return pages.draw(...asked)
    },
  }
  const verdict = await judge(bytes, { renderer, drawsOnlyOthers: true, ...(ownRoots && { ownRoots }) })
  return { verdict, drawn }
}

test('of our own document, where the strict profile accounts for everything, no page is drawn', async () => {
  const { verdict, drawn } = await judged(pdf)
  expect([verdict.verdict, drawn]).toEqual(['valid', 0])
})

test('the same document is drawn where its root is nobody’s own', async () => {
  const { verdict, drawn } = await judged(pdf, [])
  expect(verdict.verdict).toBe('valid')
  expect(drawn).toBeGreaterThan(1)
})

test('what somebody else has added to it is drawn', async () => {
  const page = modelOf(pdf).pages[0]
  if (!page) throw new Error('no page')
  const source = sourceOf(pdf, page.number).replace(/>>$/, '/Rotate 180>>')
  const { verdict, drawn } = await judged(appendIncrement(pdf, [{ number: page.number, body: source }]))
  expect(verdict.reasonArray.map(({ code }) => code)).toContain('own-profile-violated')
  expect(drawn).toBeGreaterThan(1)
})

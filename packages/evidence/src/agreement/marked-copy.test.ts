import { PDF } from '@libpdf/core'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { encodePng } from '@moqi/pdf/images/png'
import { expect, test } from 'vitest'
import { markedCopy } from './marked-copy.ts'

const white = encodePng({ width: 210, height: 297, channels: 3, data: new Uint8Array(210 * 297 * 3).fill(255) })
const grey = encodePng({ width: 297, height: 210, channels: 1, data: new Uint8Array(297 * 210).fill(255) })

test('a copy has the pages of its original with the mark across each, and no signature', async () => {
  const pages = [
    { png: white, width: 210, height: 297 },
    { png: grey, width: 297, height: 210 },
  ]
  const copy = markedCopy({ mark: '已作废', line: '副本，不含数字签名', pages })
  const sizes = (await PDF.load(copy)).getPages().map((page) => [Math.round(page.width), Math.round(page.height)])
  expect(sizes).toEqual([
    [595, 842],
    [842, 595],
  ])
  expect(copy.includes('/Sig')).toBe(false)
  const images = await openPageImages()
  const drawn = await images.render(copy, 1, 400)
  const blank = await images
    .render(markedCopy({ mark: '已作废', line: '', pages: [] as never[] }), 1, 400)
    .catch(() => null)
  expect(blank).toBeNull()
  // Ink stands where the white page had none.
  expect(drawn.length).toBeGreaterThan(
    encodePng({ width: 400, height: 566, channels: 1, data: new Uint8Array(400 * 566).fill(255) }).length * 3,
  )
})

import { afterAll, expect, test } from 'vitest'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { scene } from '@moqi/trust/testing/authority-scene'
import { eyeStage, line, seal } from './eye/eye-stage.ts'
import { drawWithPdfJs, pdfJsComplaint, signaturesByPdfJs } from './second-renderer.ts'

const images = await openPageImages()
afterAll(() => images.close())
const stage = await eyeStage(await scene())
const signed = await stage.signed([line(60, 700, 'Price 10000', { size: 24 })])
const rect = { x: 55, y: 655, width: 300, height: 95 }

test('pdf.js shows and prints a contract and its seal as PDFium does, and finds both signatures', async () => {
  const sealed = await stage.cosigned(signed, { rect, content: seal(60, 657) })
  expect(await pdfJsComplaint(images, sealed, 1)).toBeUndefined()
  expect(await signaturesByPdfJs(sealed)).toBe(2)
})

test('what pdf.js prints and PDFium does not show is complained of', async () => {
  const forged = await stage.cosigned(signed, { rect, content: '0 g 60 690 200 40 re f', flags: 36 })
  expect(await pdfJsComplaint(images, forged, 1)).toMatch(/^(display|print): /)
})

test('a page that pdf.js cannot find is refused', async () => {
  await expect(drawWithPdfJs(signed, 9, { widthPx: 300, medium: 'display' })).rejects.toThrow('Invalid page request')
})

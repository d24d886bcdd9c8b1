import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WorkerFailure } from '../workers/bounded-workers.ts'
import { onePage, pdfSource, stream } from '../write/new-pdf.ts'
import { decodePng, type Pixels } from '../images/png.ts'
import { pageImagePool, type PageImagePool } from './page-image-pool.ts'
import { openPageImages, type PageImages } from './render-page.ts'

const sample = (name: string) => readFileSync(new URL(`../../../../samples/${name}`, import.meta.url))
/** Share of dark pixels in a box given as parts of the page. */
function dark({ data, width, height }: Pixels, [left, top, right, bottom]: [number, number, number, number]): number {
  let count = 0
  let all = 0
  for (let y = Math.round(top * height); y < Math.round(bottom * height); y++)
    for (let x = Math.round(left * width); x < Math.round(right * width); x++) {
      all++
      if ((data[(y * width + x) * 4] ?? 255) < 128) count++
    }
  return count / all
}

const request = (bytes: Buffer, page: number, widthPx: number) => ({
  client: { key: 'one' },
  key: 'a file',
  bytes: async () => bytes,
  page,
  widthPx,
})

let images: PageImages
let pool: PageImagePool
beforeAll(async () => {
  images = await openPageImages()
  pool = pageImagePool()
})
afterAll(async () => {
  images.close()
  await pool.close()
})
const drawn = async (name: string, page: number, width: number) =>
  decodePng(await images.render(sample(name), page, width), 5000)

it('draws the first page of a contract at the asked width and the paper’s proportion', async () => {
  const image = await drawn('采购框架协议.pdf', 1, 600)
  expect(image.width).toBe(600)
  expect(image.height / image.width).toBeCloseTo(Math.SQRT2, 2)
  expect(dark(image, [0.4, 0.05, 0.64, 0.085])).toBeGreaterThan(0.1)
  expect(dark(image, [0, 0, 1, 0.03])).toBe(0)
})

it('shows Chinese text whose font is not embedded', async () => {
  const image = await drawn('intake/字体未嵌入.pdf', 1, 900)
  expect(dark(image, [0.08, 0.13, 0.62, 0.18])).toBeGreaterThan(0.06)
  expect(dark(image, [0.08, 0.2, 0.4, 0.25])).toBeGreaterThan(0.06)
})

it('shows form fields, as it shows the seals of signature fields', async () => {
  const image = await drawn('intake/带表单.pdf', 1, 600)
  expect(dark(image, [0.085, 0.962, 0.14, 0.978])).toBeGreaterThan(0.1)
})

it('draws the seal of a signature field once, with its own opacity', async () => {
  const drawing = '/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</ExtGState<</G<</ca .5>>>>>>'
  const seal = '<</FT/Sig/T(S)/V 8 0 R/Subtype/Widget/Type/Annot/F 4/Rect[100 100 200 200]/P 3 0 R/AP<</N 7 0 R>>>>'
  const bytes = pdfSource({
    ...onePage,
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]/SigFlags 3>>>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Annots[6 0 R]>>',
    6: seal,
    7: stream(drawing, Buffer.from('/G gs 1 0 0 rg 0 0 100 100 re f')),
    8: '<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>',
  })
  const { data } = decodePng(await images.render(bytes, 1, 400), 500)
  expect([...data.subarray((250 * 400 + 150) * 4, (250 * 400 + 150) * 4 + 3)]).toEqual([255, 128, 128])
})

it('keeps the image within 2400 pixels and turns rotated pages', async () => {
  expect((await drawn('采购框架协议.pdf', 1, 9999)).width).toBe(2400)
  const image = await drawn('intake/旋转页.pdf', 1, 300)
  const next = await drawn('intake/旋转页.pdf', 2, 300)
  expect(image.width > image.height).not.toBe(next.width > next.height)
})

it('refuses a page that does not exist and a file that is no PDF', async () => {
  await expect(images.render(sample('采购框架协议.pdf'), 19, 300)).rejects.toMatchObject({ reason: 'no-such-page' })
  await expect(images.render(sample('采购框架协议.pdf'), 0, 300)).rejects.toMatchObject({ reason: 'no-such-page' })
  await expect(images.render(Buffer.from('hello'), 1, 300)).rejects.toMatchObject({ reason: 'unreadable' })
})

it('draws the same in a worker, and leaves the caller’s bytes alone', async () => {
  const bytes = sample('保密协议.pdf')
  const [inWorker, here] = await Promise.all([pool.render(request(bytes, 1, 300)), images.render(bytes, 1, 300)])
  expect(inWorker.equals(here)).toBe(true)
  expect(bytes.length).toBeGreaterThan(1000)
  await expect(pool.render(request(bytes, 99, 300))).rejects.toMatchObject({ reason: 'no-such-page' })
})

it('ends a job over its time and draws the next one', async () => {
  const hasty = pageImagePool({ cpuLimitMs: 1 })
  await expect(hasty.render(request(sample('保密协议.pdf'), 1, 300))).rejects.toMatchObject({ reason: 'timeout' })
  await hasty.close()
  await expect(hasty.render(request(sample('保密协议.pdf'), 1, 300))).rejects.toBeInstanceOf(WorkerFailure)
})

it('turns jobs away when too many wait', async () => {
  const small = pageImagePool({ waiting: 1 })
  const bytes = sample('保密协议.pdf')
  const jobs = [1, 2, 3].map((page) => small.render(request(bytes, page, 100)))
  const outcomes = await Promise.allSettled(jobs)
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await small.close()
})

const squareAt = (rect: string) =>
  `<</FT/Sig/T(${rect})/Subtype/Widget/Type/Annot/Rect[${rect}]/P 3 0 R/AP<</N 7 0 R>>>>`

it('draws a page without some of its annotations, and with them again', async () => {
  const appearance = stream('/Type/XObject/Subtype/Form/BBox[0 0 100 100]', Buffer.from('0 g 0 0 100 100 re f'))
  const bytes = pdfSource({
    ...onePage,
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R 8 0 R]/SigFlags 3>>>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Annots[6 0 R 8 0 R 9 0 R]>>',
    6: squareAt('0 300 100 400'),
    7: appearance,
    8: squareAt('300 300 400 400'),
    9: '<</Type/Annot/Subtype/Stamp/Rect[0 0 100 100]/AP<</N 7 0 R>>>>',
  })
  const corners = async (more: Parameters<PageImages['draw']>[3]) => {
    const picture = await images.draw(bytes, 1, 400, more)
    return [dark(picture, [0, 0, 0.25, 0.25]), dark(picture, [0.75, 0, 1, 0.25]), dark(picture, [0, 0.75, 0.25, 1])]
  }
  expect(await corners({ without: [0, 2] })).toEqual([0, 1, 0])
  expect(await corners({ without: [1, 9] })).toEqual([1, 0, 1])
  expect(await corners({})).toEqual([1, 1, 1])
})

it('draws a part of a page that is larger than any picture', async () => {
  const bytes = pdfSource({
    ...onePage,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R>>',
    4: stream('', Buffer.from('0 g 200 0 100 200 re f')),
  })
  const part = { left: 10_000, top: 10_000, width: 1000, height: 1000 }
  const picture = await images.draw(bytes, 1, 20_000, { part })
  expect([picture.width, picture.height, dark(picture, [0, 0, 1, 1])]).toEqual([1000, 1000, 1])
  await expect(images.draw(bytes, 1, 20_000, { part: { ...part, width: 20_000 } })).rejects.toThrow(
    '文件已损坏或无法解析',
  )
})

import { readFileSync } from 'node:fs'
import { usualDesign } from '@moqi/domain/seals/company-seal'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { ask, filesOnDisk, hasTool } from '@moqi/trust/testing/foreign-judge'
import { beforeAll, describe, expect, test } from 'vitest'
import { signFile, testCredentials } from '../sign-file.ts'
import { companySeal } from './draw-company-seal.ts'
import { personSeal, type SealArt } from './draw-seal.ts'
import { fitSeal } from './fit-seal.ts'

/** What is printed is as large as it is carved. */

const dpi = 1200
/** The part of the page that is drawn, in mm from its top left: all seals with white around them. */
const part = { x: 20, y: 110, width: 90, height: 90 }
const dots = (mm: number) => String(Math.round((mm * dpi) / 25.4))
const companyName = '杭州云启科技有限公司'
const owner = { companyName, creditCode: '91330106MA2KCM7H4X', legalName: '李静' }
const drawn = (change: Partial<Parameters<typeof companySeal>[0]>) =>
  companySeal({ ...usualDesign(change.purpose ?? 'contract', companyName), ...change }, owner)
/** As a browser cuts it out: pixels that know no millimetre. */
const uploaded = fitSeal(companySeal(usualDesign('business', companyName), owner).png, { widthMm: 52.5, heightMm: 35 })

const pdftoppm = hasTool('pdftoppm')
let credentials: Awaited<ReturnType<typeof testCredentials>>
beforeAll(async () => {
  const { notice: _, ...own } = await testCredentials('李静', new Date('2026-02-01T08:00:00Z'))
  credentials = own
})

/** The ink's width and height in mm, and its distance from the page's left edge, as Poppler shows the signed page. */
function inkOn(pdf: Buffer): { width: number; height: number; left: number } {
  const paths = filesOnDisk({ pdf, picture: '' })
  const view = ['-x', dots(part.x), '-y', dots(part.y), '-W', dots(part.width), '-H', dots(part.height)]
  ask('pdftoppm', '-r', String(dpi), '-gray', '-f', '1', '-l', '1', ...view, '-singlefile', paths.pdf, paths.picture)
  const file = readFileSync(`${paths.picture}.pgm`)
  const [, columns = '0'] = /^P5\s+(\d+)\s/.exec(file.toString('latin1', 0, 40)) ?? []
  const pixels = file.subarray(file.indexOf('255\n') + 4)
  const width = Number(columns)
  let [left, right, top, bottom] = [width, -1, pixels.length, -1]
  for (let at = 0; at < pixels.length; at++) {
    if ((pixels[at] ?? 255) > 200) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = y
  }
  const mm = (count: number) => (count * 25.4) / dpi
  return { width: mm(right - left + 1), height: mm(bottom - top + 1), left: part.x + mm(left) }
}

describe.skipIf(!pdftoppm)('a seal on a signed page, measured to 0.1 mm (needs pdftoppm)', () => {
  test.each<[string, SealArt | typeof uploaded, number, number]>([
    ['公章 40', drawn({ purpose: 'official' }), 40, 40],
    ['合同专用章 38', drawn({ purpose: 'contract' }), 38, 38],
    ['大合同章 58', drawn({ form: 'round58' }), 58, 58],
    ['业务专用章 45×30', drawn({ purpose: 'business' }), 45, 30],
    ['发票专用章 40×30', drawn({ purpose: 'invoice' }), 40, 30],
    ['财务专用章 22', drawn({ purpose: 'finance', form: 'square22' }), 22, 22],
    ['法定代表人章 20', drawn({ purpose: 'legal' }), 20, 20],
    ['姓名章 20', personSeal('李静', 'square'), 20, 20],
    ['an uploaded one of 52.5 mm', uploaded, 52.5, 35],
  ])('%s', async (_, { png }, width, height) => {
    const signed = await signFile(credentials, tinyPdf({ pages: 1, size: a4 }), {
      name: '李静',
      at: new Date('2026-02-01T08:00:00Z'),
      seal: png,
      x: 30,
      y: 120,
    })
    const ink = inkOn(signed)
    expect(Math.abs(ink.width - width)).toBeLessThan(0.1)
    expect(Math.abs(ink.height - height)).toBeLessThan(0.1)
    expect(Math.abs(ink.left - 30)).toBeLessThan(0.1)
  })
})

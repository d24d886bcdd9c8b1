import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { expect, it } from 'vitest'
import { disc, sample as contract } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { signDocument } from '@moqi/signing/append/sign-document'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { decodePng, encodePng } from '@moqi/pdf/images/png'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { imagePdf } from './image-pdf.ts'
import { inspectUpload } from './inspect-upload.ts'
import { intakeLimits, IntakeRefusal } from './intake-refusal.ts'

const sample = (name: string) => readFileSync(new URL(`../../../samples/${name}`, import.meta.url))
const inspect = (bytes: Buffer, choices = {}) => inspectUpload(bytes, intakeLimits, choices)
const reasonOf = (error: unknown) => (error instanceof IntakeRefusal ? error.reason : error)
const scan = sample('扫描件.jpg')

/** Colours at parts of the first page, as it is drawn. */
async function coloursAt(pdf: Buffer, ...points: [number, number][]) {
  const images = await openPageImages()
  const { data, width, height } = decodePng(await images.render(pdf, 1, 400), 2000)
  images.close()
  return points.map(([x, y]) => {
    const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 4
    return [...data.subarray(at, at + 3)]
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG from its header fields, further chunks and unpacked rows. */
function png(header: number[], rows: Buffer, more: Buffer[] = []): Buffer {
  const parts = [
    chunk('IHDR', Buffer.from(header)),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', rows.subarray(0, 0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** A JPEG with an EXIF orientation before everything else. */
function turned(orientation: number, jpeg = scan): Buffer {
  const tiff = Buffer.from('49492a00080000000100120103000100000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, segment.length + 2])
  return Buffer.concat([head, segment, jpeg.subarray(2)])
}

it('makes an A4 page of a scan with its bytes as they are, which is signed and verified like any other', async () => {
  const { bytes, pages, rewritten, warnings } = await inspect(scan)
  expect(bytes.includes(scan)).toBe(true)
  expect({ pages, rewritten }).toEqual({ pages: [{ width: 210, height: 297 }], rewritten: true })
  expect(warnings.map(({ kind }) => kind)).toEqual(['image-placed'])
  const { certifier, timestamps, party, root } = await scene()
  const place = { slot: 'moqi-0001', page: 1, box: { x: 90, y: 200, width: 40, height: 40 } }
  const plan = { signatures: [place], stamps: [], crossPageSeals: [], texts: [] }
  const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, bytes, plan)
  const signature = { slot: 'moqi-0001', image: disc() }
  const request = { signature, signerName: '张伟', reason: '同意', at: sceneTime }
  const signed = await signDocument({ key: await party('张伟'), timestamps, font: notoSans() }, frozen, request)
  const whole = Buffer.concat([frozen.bytes, signed.increment])
  const verdict = await verifyPdf(whole, { trustedRoots: [root.key.identity.certificate], now: sceneTime })
  expect(verdict.verdict).toBe('valid')
})

it.each([
  [1, 210, 297],
  [3, 210, 297],
  [6, 297, 210],
  [8, 297, 210],
])('lays a photo with EXIF orientation %i upright on a page of %i × %i mm', async (orientation, width, height) => {
  const { pages } = await inspect(turned(orientation))
  expect(pages).toEqual([{ width, height }])
})

/** A JPEG of 16 × 16 pixels: red and green above blue and white. */
const quarters = [
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO',
  'UlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09P',
  'T09PT09PT0//wAARCAAQABADAREAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABgcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/E',
  'ABgBAAIDAAAAAAAAAAAAAAAAAAUHBAYI/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8APgxklwQzymh8ri0WWyY/',
  '/9k=',
].join('')

it.each([
  [1, 'red green blue white'],
  [2, 'green red white blue'],
  [3, 'white blue green red'],
  [4, 'blue white red green'],
  [5, 'red blue green white'],
  [6, 'blue red white green'],
  [7, 'white green blue red'],
  [8, 'green white red blue'],
])('shows the four quarters of a photo with EXIF orientation %i as %s', async (orientation, quartersShown) => {
  const page = imagePdf(turned(orientation, Buffer.from(quarters, 'base64')), 'jpeg')
  const shown = await coloursAt(page, [0.2, 0.3], [0.8, 0.3], [0.2, 0.7], [0.8, 0.7])
  expect(shown.map(nameOf).join(' ')).toBe(quartersShown)
})

function nameOf([red = 0, green = 0, blue = 0]: number[]): string {
  if (red > 200) return green > 200 && blue > 200 ? 'white' : 'red'
  return green > 200 ? 'green' : 'blue'
}

it('takes palettes and 16-bit greys as coded, and draws what is transparent on white', async () => {
  const palette = png([0, 0, 0, 1, 0, 0, 0, 2, 8, 3, 0, 0, 0], Buffer.from([0, 1, 0, 0]), [
    chunk('PLTE', Buffer.from([0, 0, 255, 255, 0, 0])),
  ])
  expect(await coloursAt((await inspect(palette)).bytes, [0.5, 0.3], [0.5, 0.7])).toEqual([
    [255, 0, 0],
    [0, 0, 255],
  ])
  const grey = png([0, 0, 0, 1, 0, 0, 0, 1, 16, 0, 0, 0, 0], Buffer.from([0, 0x7f, 0x7f]))
  expect(await coloursAt((await inspect(grey)).bytes, [0.5, 0.5])).toEqual([[127, 127, 127]])
  const clear = encodePng({ width: 1, height: 1, channels: 4, data: Buffer.from([0, 0, 0, 0]) })
  expect(await coloursAt((await inspect(clear)).bytes, [0.5, 0.5])).toEqual([[255, 255, 255]])
  const interlaced = png([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 1], Buffer.from([0, 200, 0, 0]))
  expect(await coloursAt((await inspect(interlaced)).bytes, [0.5, 0.5])).toEqual([[200, 0, 0]])
})

it.each([
  ['a JPEG cut off in its header', scan.subarray(0, 40), 'unreadable-image'],
  ['a JPEG cut off among its pixels', scan.subarray(0, 3000), 'unreadable-image'],
  ['a JPEG whose last two bytes are missing', scan.subarray(0, -2), 'unreadable-image'],
  [
    'a PNG cut off',
    encodePng({ width: 9, height: 9, channels: 1, data: Buffer.alloc(81) }).subarray(0, 50),
    'unreadable-image',
  ],
  ['an image of a billion pixels', png([0, 0, 0x80, 0, 0, 0, 0x80, 0, 8, 0, 0, 0, 0], Buffer.alloc(9)), 'too-complex'],
  [
    'a transparent image that would unpack to gigabytes',
    png([0, 0, 0x40, 0, 0, 0, 0x40, 0, 8, 6, 0, 0, 0], Buffer.alloc(9)),
    'too-complex',
  ],
  ['a text', Buffer.from('合同'), 'not-pdf'],
  ['nothing', Buffer.alloc(0), 'empty'],
  ['a PDF under a password', sample('intake/加密-用户口令.pdf'), 'encrypted'],
])('refuses %s', async (_, bytes, reason) => {
  expect(await inspect(bytes).catch(reasonOf)).toBe(reason)
})

it('opens a protected PDF with its password, keeps an open copy and says so', async () => {
  const pdf = await PDF.load(new Uint8Array(contract('保密协议')))
  pdf.setProtection({ userPassword: 'PASSWORD', ownerPassword: 'owner' })
  const locked = Buffer.from(await pdf.save())
  expect(await inspect(locked, { password: 'wrong' }).catch(reasonOf)).toBe('wrong-password')
  const { bytes, pages, warnings, rewritten } = await inspect(locked, { password: 'PASSWORD' })
  expect(bytes.includes('/Encrypt')).toBe(false)
  expect(rewritten).toBe(true)
  expect(pages).toHaveLength((await inspect(contract('保密协议'))).pages.length)
  expect(warnings.map(({ kind }) => kind)).toEqual(['password-removed'])
})

it('keeps a form with its values, every field read-only, when the sender chooses so', async () => {
  const form = sample('intake/带表单.pdf')
  const kept = await inspect(form, { formMode: 'keep' })
  expect(kept.warnings.map(({ kind }) => kind)).toEqual(['form-locked'])
  const fields = (await PDF.load(new Uint8Array(kept.bytes))).getForm()?.getFields() ?? []
  expect(fields.length).toBeGreaterThan(0)
  expect(fields.filter((field) => !field.isReadOnly())).toEqual([])
  const flat = (await PDF.load(new Uint8Array((await inspect(form)).bytes))).getForm()?.getFields() ?? []
  expect(flat).toEqual([])
})

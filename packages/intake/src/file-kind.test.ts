import { readFileSync } from 'node:fs'
import { crc32, deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { fileKind } from './file-kind.ts'
import { IntakeRefusal } from './intake-refusal.ts'
import { oleFile } from './testing/locked-office.ts'
import { wordFacts } from './word-facts.ts'

const sample = (name: string) => readFileSync(new URL(`../../../samples/${name}`, import.meta.url))
const wide = (name: string) => Buffer.from(name, 'utf16le')
const ole2 = (name: string) => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), wide(name)])
const refusal = (bytes: Buffer, read: (bytes: Buffer) => unknown = fileKind) => {
  try {
    return read(bytes)
  } catch (error) {
    return error instanceof IntakeRefusal ? error.reason : error
  }
}

/** A ZIP of deflated files; `claimed` lies about how much each unpacks to. */
function zip(files: Record<string, string>, claimed?: number): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const data = deflateRawSync(text)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(text))
    sizes.writeUInt32LE(data.length, 4)
    sizes.writeUInt32LE(claimed ?? Buffer.byteLength(text), 8)
    const lengths = Buffer.from([name.length, 0, 0, 0])
    const common = Buffer.concat([Buffer.from('14000000080000000000', 'hex'), sizes, lengths])
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name), data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const types = { '[Content_Types].xml': '<Types/>' }

it.each([
  ['pdf', sample('保密协议.pdf')],
  ['pdf', Buffer.concat([Buffer.from('junk\n'), sample('保密协议.pdf')])],
  ['jpeg', sample('扫描件.jpg')],
  ['docx', sample('劳动合同.docx')],
  ['docx', zip({ ...types, 'word/document.xml': '<w/>' })],
  ['png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['doc', oleFile({ WordDocument: Buffer.alloc(4096) })],
  ['doc', oleFile({ WordDocument: Buffer.alloc(4096), WpsCustomData: Buffer.alloc(10) })],
  ['locked', oleFile({ EncryptedPackage: Buffer.alloc(4096), EncryptionInfo: Buffer.alloc(9) })],
])('tells %s by its bytes', (kind, bytes) => {
  expect(fileKind(bytes)).toBe(kind)
})

it.each([
  ['empty', Buffer.alloc(0)],
  ['not-pdf', Buffer.from('hello')],
  ['not-pdf', zip({ ...types, 'xl/workbook.xml': '<x/>' })],
  ['not-pdf', zip({ 'word/document.xml': '<w/>' })],
  ['not-pdf', ole2('Workbook')],
  ['damaged', ole2('EncryptedPackage')],
  ['damaged', sample('劳动合同.docx').subarray(0, 5000)],
  ['too-complex', zip({ ...types, 'word/document.xml': '<w/>' }, 150 * 1024 * 1024)],
])('refuses as %s what cannot be taken', (reason, bytes) => {
  expect(refusal(bytes)).toBe(reason)
})

it('names the fonts a Word document asks for, and tells whether changes are tracked', () => {
  const fonts = '<w:rFonts w:ascii="Calibri" w:eastAsia="仿宋_GB2312"/>'
  const theme = '<a:latin typeface="+mn-lt"/><a:font script="Hans" typeface="A&amp;B"/>'
  const parts = { 'word/document.xml': `${fonts}<w:ins w:id="1">`, 'word/theme/theme1.xml': theme }
  expect(wordFacts(zip(parts))).toEqual({ fonts: ['Calibri', '仿宋_GB2312', 'A&B'], revisions: true, pages: null })
  expect(wordFacts(zip({ 'word/document.xml': '<w:instrText>' }))).toEqual({ fonts: [], revisions: false, pages: null })
})

it('takes the language of a Word text for no font', () => {
  const xml = '<w:rPr><w:rFonts w:ascii="Calibri"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr>'
  expect(wordFacts(zip({ 'word/styles.xml': xml })).fonts).toEqual(['Calibri'])
})

it('stops a part that unpacks to more than it claims', () => {
  expect(refusal(zip({ 'word/document.xml': '0'.repeat(1_000_000) }, 100), wordFacts)).toBe('damaged')
})

const pagesOf = (properties: string) => wordFacts(zip({ 'docProps/app.xml': properties })).pages

it('reads the page count that a Word document was laid out with, and doubts one without characters', () => {
  expect(pagesOf('<Properties><Pages>40</Pages><Characters>812</Characters></Properties>')).toBe(40)
  expect(pagesOf('<ap:Properties><ap:Pages> 3 </ap:Pages></ap:Properties>')).toBe(3)
  expect(pagesOf('<Properties><Pages>1</Pages><Characters>0</Characters></Properties>')).toBeNull()
  expect(pagesOf('<Properties><Pages>0</Pages></Properties>')).toBeNull()
})

it('reads unclosed font elements in time that grows with their number alone, and keeps a hundred names', () => {
  const startedAt = performance.now()
  const cut = '<w:rFonts  w:ascii="'.repeat(1_500_000)
  expect(wordFacts(zip({ 'word/header99.xml': cut })).fonts).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(1500)
  const many = Array.from({ length: 500 }, (_, i) => `<w:rFonts w:ascii="F${i}"/>`).join('')
  expect(wordFacts(zip({ 'word/document.xml': many })).fonts).toHaveLength(100)
})

it('refuses text parts that unpack to over 40 MB', () => {
  expect(refusal(zip({ 'word/document.xml': '0'.repeat(41 * 1024 * 1024) }), wordFacts)).toBe('too-complex')
})

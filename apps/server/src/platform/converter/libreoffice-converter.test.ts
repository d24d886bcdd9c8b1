import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '@moqi/domain/refusal'
import { ask, filesOnDisk } from '@moqi/trust/testing/foreign-judge'
import { inspectPdf } from '@moqi/intake/inspect-pdf'
import { zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { openWorkshop } from '#src/platform/workshop.ts'
import { ownShare } from '#src/testing/own-share.ts'
import { libreofficeConverter } from './libreoffice-converter.ts'
import { findOffice, openOffice } from './open-office.ts'

const samples = new URL('../../../../../samples/', import.meta.url)
const sample = (name: string) => readFileSync(new URL(name, samples))
const log = () => undefined
const openHere = (program = findOffice()) => openOffice({ converterUrl: null }, { hidden: [], log, program })
const workshop = openWorkshop({ roots: [], crls: async () => [], now: Date.now })
afterAll(() => workshop.close())
const outcome = (error: unknown): unknown[] => (error instanceof Refusal ? [error.code, error.detail.message] : [error])
/** Text of a PDF without white space, as another program reads it. */
const textOf = (pdf: Buffer) => ask('pdftotext', filesOnDisk({ pdf }).pdf, '-').said.replace(/\s|第 ?\d+ ?页/g, '')

/** A Word document of one paragraph in a font of this name. */
function word(text: string, font: string, more = '', others: Record<string, string> = {}): Buffer {
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  const run = `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:eastAsia="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r" Type="${office}" Target="word/document.xml"/></Relationships>`,
    ...others,
    'word/document.xml': `<w:document ${space}><w:body><w:p>${run}${more}</w:p></w:body></w:document>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)]))))
}

test('Without LibreOffice the refusal says what to do, and nothing else breaks', async () => {
  const converter = libreofficeConverter({ log, workshop, office: null })
  const refused = await converter.convert(sample('劳动合同.docx'), 'docx').catch(outcome)
  expect(refused).toEqual(['file/conversion', '服务器未安装文件转换组件，请另存为PDF后上传'])
  await converter.close()
})

test('Where LibreOffice cannot be confined Word files are refused, and the operator is told how to allow them', async () => {
  const told: string[] = []
  // Every confinement shows it.
  const hidden = ['/usr/bin/env']
  const office = openOffice({ converterUrl: null }, { hidden, log: (line) => told.push(line), program: '/bin/sh' })
  const converter = libreofficeConverter({ log, workshop, office })
  const refused = await converter.convert(sample('劳动合同.docx'), 'docx').catch(outcome)
  expect(refused).toEqual(['file/conversion', '服务器暂不能安全地转换文件，请另存为PDF后上传'])
  expect(await converter.confinement()).toMatchObject({ usable: false })
  expect(told).toEqual([expect.stringMatching(/bubblewrap.*MOQI_CONVERTER_URL/)])
  await converter.close()
})

describe.skipIf(findOffice() === null)('With LibreOffice (needs it)', () => {
  const converter = libreofficeConverter({ log, workshop, office: openHere() })
  afterAll(() => converter.close())

  test.each(['劳动合同', '房屋租赁合同'])('%s becomes a sound PDF with the text of its PDF twin', async (name) => {
    const { pdf, replacedFonts, revisions } = await converter.convert(sample(`${name}.docx`), 'docx')
    expect(textOf(pdf)).toBe(textOf(sample(`${name}.pdf`)))
    const { pages, rewritten, warnings } = await inspectPdf(pdf)
    expect({ rewritten, warnings, revisions }).toEqual({ rewritten: false, warnings: [], revisions: false })
    expect(pages.length).toBeGreaterThan(1)
    expect(replacedFonts).not.toContain('DejaVu Serif')
  })

  test('Chinese of a missing font is drawn with simplified shapes, and the font is named', async () => {
    const { pdf, replacedFonts } = await converter.convert(word('直骨角海', '方正小标宋简体'), 'docx')
    expect(replacedFonts).toEqual(['方正小标宋简体'])
    expect(ask('pdffonts', filesOnDisk({ pdf }).pdf).said).toMatch(/NotoSerifSC/)
    expect(textOf(pdf)).toBe('直骨角海')
  })

  test('The server goes on while a huge text is read for its fonts, and the page count of the document is told', async () => {
    const properties = '<Properties><Pages>40</Pages><Characters>9</Characters></Properties>'
    const others = { 'docProps/app.xml': properties, 'word/header99.xml': '<w:rFonts  w:ascii="'.repeat(1_500_000) }
    const document = word('原文', 'SimSun', '', others)
    const share = ownShare()
    const { pages, revisions } = await converter.convert(document, 'docx')
    expect({ pages, revisions }).toEqual({ pages: 40, revisions: false })
    expect(share()).toBeLessThan(0.5)
  })

  test('Tracked changes are told', async () => {
    const inserted = '<w:ins w:id="1" w:author="a"><w:r><w:t>加</w:t></w:r></w:ins>'
    expect((await converter.convert(word('原文', 'SimSun', inserted), 'docx')).revisions).toBe(true)
  })

  test('What is no document is refused, and the next one is converted', async () => {
    const broken = word('原文', 'SimSun').subarray(0, 300)
    const refused = await converter.convert(broken, 'docx').catch((error: unknown) => String(error))
    expect(refused).toMatch(/文件/)
    expect((await converter.convert(word('可用', 'SimSun'), 'docx')).pdf.subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('Too many at a time are turned away', async () => {
    const small = libreofficeConverter({ log, workshop, office: openHere(), waiting: 1 })
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => small.convert(word('可用', 'SimSun'), 'docx').then(() => ['done'], outcome)),
    )
    await small.close()
    expect(outcomes.map(([one]) => one)).toEqual(['done', 'done', 'request/too-often'])
  })
})

test('A LibreOffice that does not start costs only its document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-converter-'))
  chmodSync(folder, 0o755)
  const program = join(folder, 'soffice')
  writeFileSync(program, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const converter = libreofficeConverter({ log, workshop, office: openHere(program), limitMs: 500 })
  const refused = await converter.convert(word('可用', 'SimSun'), 'docx').catch(outcome)
  expect(refused).toEqual(['file/conversion', '文件转换失败，请另存为PDF后重试'])
  await converter.close()
})

test.skipIf(findOffice() === null)(
  'A document over its time is refused as such, also the next time (needs it)',
  async () => {
    const hasty = libreofficeConverter({ log, workshop, office: openHere(), limitMs: 1 })
    const convert = () => hasty.convert(sample('劳动合同.docx'), 'docx').catch(outcome)
    const late = ['file/conversion', '文件转换超时，请另存为PDF后重试']
    expect([await convert(), await convert()]).toEqual([late, late])
    await hasty.close()
  },
)

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodePng } from '@moqi/pdf/images/png'
import { type TextPage, textPages } from '@moqi/pdf/testing/text-pages'
import { afterAll, expect, test } from 'vitest'
import { runCommandLine } from './command-line.ts'

const folder = mkdtempSync(join(tmpdir(), 'moqi-compare-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, bytes: Buffer | string): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const lines = [
  '第一条 甲方应于收到发票后30日内付款。',
  '第二条 乙方交付的货物应符合约定。',
  '第三条 违约金为百分之五。',
]
const annex: TextPage = { lines: ['附件一 交货清单与联系人名单。', '甲方联系人由双方另行约定。'] }
const draft = file('draft.pdf', textPages([{ lines }]))
const back = file(
  'back.pdf',
  textPages([
    { lines: [(lines[0] ?? '').replace('30', '60'), lines[2] ?? ''], drawn: '1 0 0 rg 400 100 60 60 re f' },
    annex,
  ]),
)

async function run(...words: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommandLine({
    arguments: ['compare', ...words],
    environment: {},
    now: new Date(0),
    print: (line) => printed.push(line),
    complain: (text) => complaints.push(text),
  })
  return { code, printed, complaints: complaints.join('') }
}

test('tells one line a difference: the page, what stood, what stands', async () => {
  const { code, printed, complaints } = await run(draft, back)
  expect(code).toBe(1)
  expect(printed).toEqual([
    '第1页：“30”改为“60”（… 甲方应于收到发票后〔〕日内付款。第三条 违…）',
    '第1页：删去“第二条 乙方交付的货物应符合约定。”（…发票后60日内付款。〔〕第三条 违约金为百分…）',
    '第1页：图形不同（距左140mm距上240mm）',
    '第2页：新增的页',
  ])
  expect(complaints).toBe('说明：这些页有文字移位，移位处未对比图形：第1页\n')
})

test('says that nothing differs, and exits with 0', async () => {
  const again = file('again.pdf', Buffer.concat([readFileSync(draft), Buffer.from('%saved again\n')]))
  expect(await run(draft, again)).toEqual({ code: 0, printed: ['没有差异'], complaints: '' })
})

test('writes one JSON line, and the pages that differ with their differences framed', async () => {
  const pictures = join(folder, 'pictures')
  const { code, printed } = await run('--json', draft, back, '--pictures', pictures)
  expect([code, printed.length]).toEqual([1, 1])
  const { differences, pairs, pictures: written } = JSON.parse(printed[0] ?? '')
  expect(differences[0]).toMatchObject({
    kind: 'text',
    before: { page: 1, text: '30' },
    after: { page: 1, text: '60' },
  })
  expect(pairs).toEqual([
    { before: 1, after: 1 },
    { before: null, after: 2 },
  ])
  expect(readdirSync(pictures).toSorted()).toEqual(['after-page-1.png', 'after-page-2.png', 'before-page-1.png'])
  expect(written).toHaveLength(3)
  const { data } = decodePng(readFileSync(join(pictures, 'before-page-1.png')), 5000)
  const reds = data.filter((value, at) => at % 4 === 0 && value === 214 && data[at + 1] === 39)
  expect(reds.length).toBeGreaterThan(100)
})

test('a scan is named as one', async () => {
  const scan = file('scan.pdf', textPages([{ lines: [], drawn: '0 g 100 700 200 12 re f' }]))
  const { code, complaints } = await run(draft, scan)
  expect(code).toBe(1)
  expect(complaints).toContain('说明：新文件的这些页没有文字层（扫描件），只按图形对比：第1页')
})

test.each([
  ['文件不存在', join(folder, 'none.pdf')],
  ['不是PDF文件，请选择PDF', file('text.pdf', 'no PDF')],
])('exits with 2 and says %s', async (message, path) => {
  expect(await run(draft, path)).toEqual({ code: 2, printed: [], complaints: `${path}：${message}\n` })
})

test.each([[[]], [[draft]], [[draft, back, draft]], [['--pictures']], [['--other', draft, back]]])(
  'explains itself for %j',
  async (words) => {
    const { code, complaints } = await run(...words)
    expect(code).toBe(64)
    expect(complaints).toContain('compare BEFORE.pdf AFTER.pdf')
  },
)

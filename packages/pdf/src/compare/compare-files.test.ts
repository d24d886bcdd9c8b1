import { readFileSync } from 'node:fs'
import { array, assert, asyncProperty, constantFrom, nat, string, tuple } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPageImages, type PageImages } from '../page-image/render-page.ts'
import { tinyPdf } from '../testing/tiny-pdf.ts'
import { type TextPage, textPages } from '../testing/text-pages.ts'
import { compareFiles } from './compare-files.ts'
import { compareLimits, type Comparison, type Difference } from './comparison.ts'

let renderer: PageImages
beforeAll(async () => {
  renderer = await openPageImages()
})
afterAll(() => renderer.close())

const compare = (before: Buffer, after: Buffer, limits = compareLimits) =>
  compareFiles(before, after, { renderer, limits })
const sample = (name: string) => readFileSync(new URL(`../../../../samples/${name}`, import.meta.url))

/** What stood and what stands, each with its page. */
const short = ({ differences }: Comparison) =>
  differences.map(({ kind, before, after }) => [kind, before?.page, before?.text, after?.page, after?.text])

const turned = (difference: Difference) => {
  const { kind, before, after } = difference
  const isPage = kind === 'page-added' || kind === 'page-removed'
  const other = kind === 'page-added' ? 'page-removed' : 'page-added'
  return { kind: isPage ? other : kind, before: after, after: before }
}

const clauses = [
  '第一条 甲方应于收到发票后30日内付款。',
  '第二条 乙方交付的货物应符合约定的质量标准。',
  '第三条 违约金为合同总额的百分之五。',
  '第四条 争议由甲方所在地人民法院管辖。',
]
const page = (...lines: string[]): TextPage => ({ lines })

const known = (all: unknown[]) => all.map((each) => JSON.stringify(each)).toSorted()
const kindsOf = async (before: TextPage[], after: TextPage[]) =>
  (await compare(textPages(before), textPages(after))).differences.map((one) => [
    one.kind,
    one.before?.page,
    one.after?.page,
  ])
const numbered = (header: string, bodies: string[]) =>
  textPages(bodies.map((body, at) => page(header, body, `第${at + 1}页 共${bodies.length}页`)))
const scan = (amount: number) => textPages([{ lines: [], drawn: `0 g 100 700 ${amount} 12 re f 100 650 250 12 re f` }])
const refusal = (before: Buffer, after: Buffer, limits = compareLimits) =>
  compare(before, after, limits).catch(({ reason, side, message }) => [reason, side, message])

/** Pages of one to six lines of four to twelve signs. */
const words = string({
  unit: constantFrom(...'甲乙合同货款交付违约金额人民币壹贰叁0123456789ABC（）。，'),
  minLength: 4,
  maxLength: 12,
})
const somePages = array(array(words, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
const pdfOf = (pages: string[][]) => textPages(pages.map((lines) => ({ lines })))

test('a file does not differ from itself, nor from the same pages written anew', async () => {
  await assert(
    asyncProperty(somePages, async (pages) => {
      const [one, other] = [pdfOf(pages), Buffer.concat([pdfOf(pages), Buffer.from('%other bytes\n')])]
      expect(await compare(one, one)).toMatchObject({ differences: [], notes: [] })
      expect(await compare(one, other)).toMatchObject({ differences: [], notes: [] })
    }),
    { numRuns: 15 },
  )
})

test('compared the other way round, the same is told the other way round', async () => {
  await assert(
    asyncProperty(somePages, somePages, async (pages, pages2) => {
      const [one, other] = [pdfOf(pages), pdfOf(pages2)]
      const [there, back] = [await compare(one, other), await compare(other, one)]
      expect(known(back.differences.map(turned))).toEqual(known(there.differences))
      expect(known(back.pairs.map((pair) => ({ before: pair.after, after: pair.before })))).toEqual(known(there.pairs))
    }),
    { numRuns: 15 },
  )
})

test('one sign changed on one page is found on that page, by its text', async () => {
  const changed = tuple(somePages, nat(), nat(), nat()).map(([pages, a, b, c]) => {
    const at = a % pages.length
    const row = b % (pages[at]?.length ?? 1)
    const line = pages[at]?.[row] ?? ''
    const sign = c % line.length
    const other = `${line.slice(0, sign)}改${line.slice(sign + 1)}`
    return { pages, at, changed: pages.map((lines, i) => (i === at ? lines.with(row, other) : lines)) }
  })
  await assert(
    asyncProperty(changed, async ({ pages, at, changed: pages2 }) => {
      const { differences } = await compare(pdfOf(pages), pdfOf(pages2))
      expect(differences.some(({ after }) => after?.page === at + 1 && after.text.includes('改'))).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('a number is told whole, with what stands around it', async () => {
  const after = clauses.with(0, '第一条 甲方应于收到发票后60日内付款。')
  const { differences } = await compare(textPages([page(...clauses)]), textPages([page(...after)]))
  expect(differences).toMatchObject([
    {
      kind: 'text',
      before: { page: 1, text: '30', lead: '第一条 甲方应于收到发票后', trail: '日内付款。第二条 乙方交付' },
      after: { page: 1, text: '60' },
    },
  ])
  const [area] = differences[0]?.after?.areas ?? []
  expect(area?.area.top).toBeGreaterThan(0.05)
  expect(area?.area.bottom).toBeLessThan(0.1)
})

test('a number that ends a page does not go on in one that begins the next', async () => {
  const before = textPages([page('甲甲甲B'), page('662甲')])
  const { differences } = await compare(before, textPages([page('甲甲甲B'), page('762甲')]))
  expect(differences).toMatchObject([
    { kind: 'text', before: { page: 2, text: '662' }, after: { page: 2, text: '762' } },
  ])
})

test('where lines and pages break is no difference, and text that has moved is not told as a picture', async () => {
  const before = textPages([
    page('甲方应于收到发票后三十日内', '付清全部货款。', '乙方开具发票。'),
    page('其他约定见附件。'),
  ])
  const after = textPages([
    page('甲方应于收到发票后', '三十日内付清全部货款。'),
    page('乙方开具发票。', '其他约定见附件。'),
  ])
  const compared = await compare(before, after)
  expect(compared.differences).toEqual([])
  expect(compared.notes).toEqual([{ kind: 'shifted', pages: [1, 2] }])
})

test('full and half width are told apart, radicals of the same look are not', async () => {
  const found = await compare(textPages([page('金额（大写）:100')]), textPages([page('金额（大写）：100')]))
  expect(short(found)).toEqual([['text', 1, ':', 1, '：']])
})

test('a page added, one removed and one moved are told as pages', async () => {
  const pages = ['甲', '乙', '丙', '丁'].map((name) =>
    page(...clauses.map((clause) => `${name}：${clause}${name}方${name}`)),
  )
  const [first, second, third, fourth] = pages
  if (!first || !second || !third || !fourth) throw new Error('four pages')
  const own = page('附件一 本页为新增的内容，原文没有。', '列明双方另行约定的交货地点与联系人。')
  expect(await kindsOf(pages, [first, own, second, third, fourth])).toEqual([['page-added', undefined, 2]])
  expect(await kindsOf([first, own, second, third, fourth], pages)).toEqual([['page-removed', 2, undefined]])
  expect(await kindsOf(pages, [fourth, first, second, third])).toEqual([['page-moved', 4, 1]])
})

test('page numbers are no difference, a changed header is', async () => {
  const bodies = clauses.map((clause) => clause.repeat(2))
  const found = await compare(
    numbered('合同编号2026-001', bodies),
    numbered('合同编号2026-001', [...bodies, '第五条 本合同一式两份，双方各执一份。']),
  )
  expect(found.differences.map(({ kind }) => kind)).toEqual(['page-added'])
  const renumbered = await compare(numbered('合同编号2026-001', bodies), numbered('合同编号2026-007', bodies))
  expect(short(renumbered)[0]).toEqual(['text', 1, '001', 1, '007'])
})

test('what is drawn beside the text is found by its picture, once and where it is', async () => {
  const drawn = '1 0 0 RG 3 w 400 100 80 80 re S'
  const found = await compare(textPages([page(...clauses)]), textPages([{ lines: clauses, drawn }]))
  expect(short(found)).toEqual([['picture', 1, '', 1, '']])
  const area = found.differences[0]?.after?.areas[0]?.area
  expect(area?.left).toBeCloseTo(400 / 595, 1)
  expect(area?.bottom).toBeCloseTo(742 / 842, 1)
})

test('pages without text are named and compared by their pictures', async () => {
  const same = await compare(scan(200), Buffer.concat([scan(200), Buffer.from('%again\n')]))
  expect(same).toMatchObject({ differences: [], notes: [{ kind: 'scan-before' }, { kind: 'scan-after' }] })
  const { differences } = await compare(scan(200), scan(300))
  expect(differences.map(({ kind }) => kind)).toEqual(['picture'])
})

test('what is refused says which file and what to do', async () => {
  const good = tinyPdf()
  expect(await refusal(sample('intake/加密-用户口令.pdf'), good)).toEqual([
    'password',
    'before',
    '文件需要密码才能打开，请另存为不加密的PDF后再对比',
  ])
  expect(await refusal(good, Buffer.from('hello'))).toEqual(['unreadable', 'after', '不是PDF文件，请选择PDF'])
  expect(await refusal(good, tinyPdf({ pages: 3 }), { ...compareLimits, pages: 2 })).toEqual([
    'too-complex',
    'after',
    '文件超过2页或60万字，请拆分后再对比',
  ])
  const none = { ...compareLimits, bytes: 0 }
  expect(await refusal(good, good, none)).toEqual(['too-large', 'before', '文件超过0MB，无法对比'])
})

test('work beyond the limits is named, not done', async () => {
  const [one, other] = [textPages([page(...clauses)]), textPages([page(...clauses.toReversed())])]
  const { differences, notes } = await compare(one, other, { ...compareLimits, steps: 10, pixels: 10 })
  expect(notes).toEqual([
    { kind: 'coarse', pages: [1] },
    { kind: 'undrawn', pages: [1] },
  ])
  expect(differences).toHaveLength(1)
  expect((await compare(one, other, { ...compareLimits, differences: 1 })).notes.map(({ kind }) => kind)).toContain(
    'more',
  )
})

import type { Scene } from '@moqi/trust/testing/authority-scene'
import { fontFile } from '@moqi/pdf/fonts/bundled-fonts'
import { type TextFont, writeFont } from '@moqi/pdf/fonts/text-font'
import { readFont, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { streamBody } from '../append-revision.ts'
import type { RandomSource } from '../fuzz/random-source.ts'

/** The faces that contracts are printed in: 宋体 and 黑体. */
const faces = ['song', 'hei'] as const
/** The same with bold ones, as they are bundled. */
export const bundled = { song: 'serif', hei: 'sans', boldSong: 'serifBold', boldHei: 'sansBold' } as const
/** Where parties sign: words alone, lines to sign on, cells of a table, and the edges of several pages. */
export const places = ['words', 'lines', 'table', 'strip'] as const

/** A line of text: its left end and baseline in points from the bottom left. */
interface Line {
  x: number
  y: number
  text: string
}

/** A contract of one or several pages that look alike, in A4. */
export interface ContractPage {
  face: keyof typeof bundled
  place: (typeof places)[number]
  /** Points. */
  size: number
  lines: Line[]
  /** Rules of a table, or lines to sign on, as content. */
  rules: string
  pages: number
  /** Where the words stand that call for the second party's seal. */
  call: { x: number; y: number; width: number }
}

/** A glyph of a line in points from the bottom left: what the font gives it. */
export interface Target {
  line: number
  at: number
  text: string
  box: { x: number; y: number; width: number; height: number }
}

/** A4 in points. */
export const paper = { width: 595, height: 842 } as const
/** First number of what comes with the second signature. */
export const free = 100

const clauses = [
  '第一条 本合同总价为人民币128,560.00元，大写：壹拾贰万捌仟伍佰陆拾元整。',
  '第二条 甲方应于2026年12月31日前支付全部价款，逾期按日0.05%计违约金。',
  '第三条 乙方收款账号：6222 0210 0109 8765 432，开户行：杭州银行滨江支行。',
  '第四条 租赁期限36个月，每月租金3,800元，押金为两个月租金，共7,600元。',
  '第五条 质量保证期为24个月，返还质保金5%，不得超过合同总价的10%。',
  '第六条 本合同一式两份，双方各执一份，自双方盖章之日起生效。',
]
const repertoire = [
  ...new Set([...clauses.join(''), ...'甲乙丙丁方（盖章）公：法定代表人签字授权日期年月出承租卖买千亿未0123456789']),
]

interface Face {
  font: TrueTypeFont
  text: TextFont
  objects: WrittenObject[]
}
const opened = new Map<ContractPage['face'], Face>()

function faceOf(name: ContractPage['face']): Face {
  const known = opened.get(name)
  if (known) return known
  const font = readFont(fontFile(bundled[name]), name)
  const objects: WrittenObject[] = []
  let next: number = numbers.free
  const allocate = () => ({ number: next++, generation: 0 })
  const text = writeFont(
    {
      allocate,
      object: ({ number }, body) => objects.push({ number, body }),
      newStream(dict, data) {
        const ref = allocate()
        objects.push({ number: ref.number, body: streamBody(Buffer.from(data).toString('latin1'), dict) })
        return ref
      },
    },
    font,
    repertoire.join(''),
  )
  const face = { font, text, objects }
  opened.set(name, face)
  return face
}

/** Makes a contract up; where pages are sealed over their edges, `margin` points of them are blank. */
export function contractPage(
  random: RandomSource,
  {
    size,
    place,
    margin,
    ...given
  }: Pick<ContractPage, 'size' | 'place'> & { margin: number; face?: ContractPage['face'] },
): ContractPage {
  const face = given.face ?? random.pick(faces)
  const leading = size * (1.7 + random.below(5) / 10)
  const isStrip = place === 'strip'
  const lines: Line[] = Array.from({ length: isStrip ? 14 : 6 }, (_, at) => {
    const clause = clauses[(at + random.below(2)) % clauses.length] ?? ''
    // Justified text ends at one edge, which a seal over the edges of the pages reaches.
    const text = isStrip ? clause.slice(-38) : clause
    const x = isStrip ? paper.width - margin - random.below(8) - widthOf(face, text, size) : 72
    return { x, y: 760 - at * leading * (isStrip ? 2 : 1), text }
  })
  const block = blockOf(random, { face, size, place, leading }, (lines.at(-1)?.y ?? 600) - 90)
  return { face, place, size, pages: isStrip ? 2 + random.below(3) : 1, ...block, lines: [...lines, ...block.lines] }
}

/** The words that call for both parties' seals, below the last clause. */
function blockOf(
  random: RandomSource,
  { face, size, place, leading }: { face: ContractPage['face']; size: number; place: string; leading: number },
  top: number,
): Pick<ContractPage, 'lines' | 'rules' | 'call'> {
  const [one, other] = random.pick([
    ['甲方', '乙方'],
    ['出租方', '承租方'],
    ['买方', '卖方'],
  ])
  const words = random.pick(['（盖章）：', '（签章）：', '（公章）'])
  const step = place === 'table' ? leading * 2 : leading * 1.5
  const columns = [72, 320]
  const rows = [words, '法定代表人（签字）：', '日期：    年    月    日']
  if (place === 'strip') return { lines: [], rules: '', call: { x: 0, y: 0, width: 0 } }
  const lines = columns.flatMap((x, party) =>
    rows.map((text, row) => ({
      x,
      y: top - row * step,
      text: row === 0 ? `${party === 0 ? one : other}${text}` : text,
    })),
  )
  const drawn: string[] = []
  if (place === 'lines') {
    for (const { x, y, text } of lines) {
      const from = x + widthOf(face, text, size) + 2
      if (from < x + 215) drawn.push(`${from} ${y - 2} m ${x + 220} ${y - 2} l S`)
    }
  }
  if (place === 'table') {
    const bottom = top - 2 * step - step / 2
    for (let row = 0; row <= 3; row++) drawn.push(`64 ${bottom + row * step} m 552 ${bottom + row * step} l S`)
    for (const x of [64, 308, 552]) drawn.push(`${x} ${bottom} m ${x} ${bottom + 3 * step} l S`)
  }
  const call = `${other}${words}`
  return { lines, rules: `.6 w 0 G ${drawn.join(' ')}`, call: { x: 320, y: top, width: widthOf(face, call, size) } }
}

function widthOf(face: ContractPage['face'], text: string, size: number): number {
  const { font } = faceOf(face)
  const units = [...text].map((one) => font.widthOf(font.glyphOf(one.codePointAt(0) ?? 0)))
  return (units.reduce((sum, width) => sum + width, 0) * size) / font.unitsPerEm
}

/** The font of a page: the number of its object, and a text as a string that it shows. */
export function fontOf({ face }: ContractPage): { number: number; show: (text: string) => string } {
  const { text } = faceOf(face)
  return { number: text.ref.number, show: text.show }
}

/** Every glyph that stands for something. */
export function targetsOf({ face, size, lines }: ContractPage): Target[] {
  return lines.flatMap(({ x, y, text }, line) =>
    [...text].flatMap((one, at) => {
      const from = x + widthOf(face, text.slice(0, at), size)
      const box = { x: from, y: y - 0.12 * size, width: widthOf(face, one, size), height: size }
      return one.trim() === '' ? [] : [{ line, at, text: one, box }]
    }),
  )
}

/** The same with another glyph in one place. */
export function retyped(page: ContractPage, { line, at }: Target, text: string): ContractPage {
  const lines = page.lines.map((one, index) => {
    if (index !== line) return one
    const glyphs = [...one.text]
    glyphs[at] = text
    return { ...one, text: glyphs.join('') }
  })
  return { ...page, lines }
}

/** The number of the object of a page, counted from 0. */
export const pageNumber = (page: number): number => (page === 0 ? numbers.page : 60 + page)

/** The contract as it is uploaded. */
export function uploadOf({ face, size, lines, rules, pages }: ContractPage): Buffer {
  const { text, objects } = faceOf(face)
  const shown = lines.map(({ x, y, text: line }) => `BT /T ${size} Tf ${x} ${y} Td ${text.show(line)} Tj ET`)
  const numbered = Array.from({ length: pages }, (_, page) => pageNumber(page))
  const own = numbered.map((number, page) => ({
    number,
    body:
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${paper.width} ${paper.height}]/Contents ${numbers.content} 0 R` +
      `/Resources<</Font<</T ${text.ref.number} 0 R>>>>/Annots[${page === 0 ? '6 0 R 7 0 R 8 0 R' : ''}]>>`,
  }))
  const kids = numbered.map((number) => `${number} 0 R`).join(' ')
  return appendIncrement(foreignPdf(), [
    ...objects,
    { number: numbers.pages, body: `<</Type/Pages/Kids[${kids}]/Count ${pages}>>` },
    ...own,
    { number: numbers.content, body: streamBody(`0 g ${shown.join('\n')} ${rules}`) },
  ])
}

/** The contract as the first party signed it, with nothing to see. */
export async function signedBy(on: Scene, upload: Buffer): Promise<Buffer> {
  return signField(upload, { key: await on.party('甲方'), timestamps: on.timestamps })
}

import type { Scene } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { numbers } from '@moqi/form/testing/foreign-document'
import { appendSignature } from '@moqi/pdf/testing/increment'
import { edited, streamBody } from '../append-revision.ts'
import { type RandomSource, randomSource } from '../fuzz/random-source.ts'
import {
  type ContractPage,
  contractPage,
  fontOf,
  free,
  paper,
  signedBy,
  type Target,
  targetsOf,
  uploadOf,
} from '../seals/contract-page.ts'
import type { Place } from '../seals/seal-look.ts'

/** What a co-signer's look does to one glyph of what was signed. */
export const changes = ['covered', 'retyped', 'moved', 'recoloured'] as const
/** What it may do without harm. */
const harmless = ['seal over words', 'veil', 'name on blank paper', 'seal on blank paper', 'sheet', 'pen'] as const

/** A contract whose second party changes a glyph by its look, and one where it harms nothing. */
export interface GlyphPair {
  /** Says how it was made. */
  name: string
  change: (typeof changes)[number]
  size: number
  changed: Buffer
  harmless: Buffer
}

const faceNames: readonly [ContractPage['face'], ...ContractPage['face'][]] = ['song', 'hei', 'boldSong', 'boldHei']

interface Look {
  place: Place
  content: string
}

/** Makes the pair with a number: the same number always makes the same pages and looks. */
export async function glyphPair(on: Scene, seed: number): Promise<GlyphPair> {
  const random = randomSource(seed)
  const size = 6.5 + random.below(54) / 4
  const page = contractPage(random, {
    size,
    place: random.pick(['words', 'lines', 'table']),
    margin: 30,
    face: random.pick(faceNames),
  })
  const signed = await signedBy(on, uploadOf(page))
  const change = random.pick(changes)
  const target = chooseTarget(random, page, change)
  const kind = random.pick(harmless)
  const { look, how } = changedLook(random, page, { target, change })
  return {
    name: `${seed}: ${page.face} ${size}pt, ${how}; ${kind}`,
    change,
    size,
    changed: await cosigned(on, signed, { page, look }),
    harmless: await cosigned(on, signed, { page, look: harmlessLook(random, kind) }),
  }
}

const expected = /[，。、：（）盖章签字]/

/** The words that call for a seal, and pauses, may be in its ink (E7): those are not recoloured. */
function chooseTarget(random: RandomSource, page: ContractPage, change: GlyphPair['change']): Target {
  const isCandidate = ({ line, box, text }: Target) =>
    box.x + box.width < paper.width - 8 && (change !== 'recoloured' || (line < 6 && !expected.test(text)))
  const [first, ...others] = targetsOf(page).filter(isCandidate)
  if (!first) throw new Error('a page without glyphs')
  return random.pick([first, ...others])
}

const decimals = (...values: number[]) => values.map((value) => value.toFixed(3)).join(' ')
const rectangle = ({ x, y, width, height }: Place) => `${decimals(x, y, width, height)} re f`

/** A ring that lets print show. */
function ring(x: number, y: number, radius: number): string {
  const bend = radius * 0.5523
  const curve = (...values: number[]) => `${decimals(...values)} c`
  const around = [
    curve(radius, bend, bend, radius, 0, radius),
    curve(-bend, radius, -radius, bend, -radius, 0),
    curve(-radius, -bend, -bend, -radius, 0, -radius),
    curve(bend, -radius, radius, -bend, radius, 0),
  ]
  return `q /M gs 1 0 0 1 ${decimals(x, y)} cm 2 w .85 .1 .1 RG ${decimals(radius, 0)} m ${around.join(' ')} s Q`
}

const inks: readonly [[string, string], ...[string, string][]] = [
  ['white', '1 g'],
  ['pale grey', '.85 g'],
  ['red', '.9 0 0 rg'],
  ['green', '0 .85 0 rg'],
  ['blue', '0 0 1 rg'],
]

function changedLook(
  random: RandomSource,
  page: ContractPage,
  { target, change }: { target: Target; change: GlyphPair['change'] },
): { look: Look; how: string } {
  const { text, box, line } = target
  const { show } = fontOf(page)
  const room = random.below(12) / 10
  const patch = { x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + 2 * room }
  const baseline = page.lines[line]?.y ?? 0
  const typed = (glyph: string, [x, y]: [number, number] = [0, 0]) =>
    `BT /T ${page.size} Tf ${decimals(box.x + x, baseline + y)} Td ${show(glyph)} Tj ET`
  const sealed = ring(box.x + 30, box.y - 20, 40)
  const place = { x: box.x - 60, y: box.y - 65, width: 160, height: 130 }
  const drawn = (content: string, how: string) => ({
    look: { place, content: `${content} ${sealed}` },
    how: `${text} ${how}`,
  })
  const cover = `1 g ${rectangle(patch)} 0 g`
  if (change === 'covered') return drawn(cover, 'covered')
  if (change === 'recoloured') {
    const [name, ink] = random.pick(inks)
    return drawn(`${ink} ${typed(text)}`, `recoloured ${name}`)
  }
  if (change === 'moved') {
    const far = page.size * (0.3 + random.below(70) / 100)
    const [across, up] = random.pick<[number, number]>([
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ])
    return drawn(`${cover} ${typed(text, [far * across, far * up])}`, `moved by ${decimals(far * across, far * up)}`)
  }
  const other = anotherGlyph(random, page, text)
  return drawn(`${cover} ${typed(other)}`, `retyped as ${other}`)
}

/** A figure becomes another figure, any other glyph one that stands elsewhere on the page. */
function anotherGlyph(random: RandomSource, page: ContractPage, text: string): string {
  if (/[0-9]/.test(text)) return String((Number(text) + 1 + random.below(9)) % 10)
  const [first = '万', ...others] = targetsOf(page).flatMap((one) =>
    one.text === text || /[0-9，。：、.,]/.test(one.text) ? [] : [one.text],
  )
  return random.pick([first, ...others])
}

function harmlessLook(random: RandomSource, kind: (typeof harmless)[number]): Look {
  const [x, y] = [40 + random.below(330), 40 + random.below(60)]
  const blank = { x, y, width: 160, height: 100 }
  const over = { x: 40 + random.below(380), y: 380 + random.below(300), width: 130, height: 130 }
  const looks: Record<typeof kind, Look> = {
    'seal over words': {
      place: over,
      content: [60, 30 + random.below(20)].map((radius) => ring(over.x + 65, over.y + 65, radius)).join(' '),
    },
    veil: { place: over, content: `/V gs .9 .2 .2 rg ${rectangle(over)}` },
    'name on blank paper': {
      place: blank,
      content: `0 g BT /H ${8 + random.below(10)} Tf ${x + 8} ${y + 40} Td (Signed: B Ltd. 2026-11-20) Tj ET`,
    },
    'seal on blank paper': { place: blank, content: ring(x + 50, y + 50, 45) },
    sheet: { place: blank, content: `1 g ${rectangle(blank)} .8 0 0 RG 3 w ${decimals(x + 10, y + 10, 80, 60)} re S` },
    pen: { place: over, content: `/M gs 0 .2 .8 RG 1.2 w ${pen(random, over)} S` },
  }
  return looks[kind]
}

function pen(random: RandomSource, { x, y, width, height }: Place): string {
  const point = () => decimals(x + random.below(width), y + random.below(height))
  return `${point()} m ${Array.from({ length: 4 }, () => `${point()} ${point()} ${point()} c`).join(' ')}`
}

const parties = new WeakMap<Scene, ReturnType<Scene['party']>>()

async function cosigned(on: Scene, bytes: Buffer, { page, look }: { page: ContractPage; look: Look }): Promise<Buffer> {
  const party = parties.get(on) ?? on.party('乙方')
  parties.set(on, party)
  const key = await party
  const { x, y, width, height } = look.place
  const corners = decimals(x, y, x + width, y + height)
  const [value, field, drawing] = [free, free + 1, free + 2]
  const resources =
    `/Resources<</Font<</T ${fontOf(page).number} 0 R/H ${numbers.font} 0 R>>` +
    '/ExtGState<</M<</BM/Multiply>>/V<</ca .2>>>>>>'
  return appendSignature(bytes, {
    number: value,
    entries: "/M(D:20261120110405+08'00')",
    objects: [
      {
        number: field,
        body: `<</FT/Sig/T(cosigned)/V ${value} 0 R/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${corners}]/AP<</N ${drawing} 0 R>>>>`,
      },
      { number: drawing, body: streamBody(look.content, `/Type/XObject/Subtype/Form/BBox[${corners}]${resources}`) },
      edited(bytes, numbers.form, '8 0 R]', `8 0 R ${field} 0 R]`),
      edited(bytes, numbers.page, '8 0 R]', `8 0 R ${field} 0 R]`),
    ],
    cms: (digest) => signDigest({ key, timestamps: on.timestamps }, digest),
  })
}

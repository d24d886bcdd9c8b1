import type { Attack, AttackClass } from '../attack.ts'
import { box, chinese, type EyeStage, line, type Look, type Rect, seal } from './eye-stage.ts'

/** A line of a contract, what a forger lays over it, and an honest look in the same place. */
interface Covering {
  name: string
  /** Content of the page. */
  page: string
  look: Omit<Look, 'rect'>
  /** The usual place is over the line at 700. */
  rect?: Rect
  /** Honest, in the same rectangle; a seal that lets everything be read when absent. */
  twin?: string
  /** More entries of the page. */
  entries?: string
}

const usual: Rect = { x: 55, y: 655, width: 300, height: 95 }
const at = (x: number, width: number, size = 10): Rect => ({ x, y: 700 - size * 0.28, width, height: size * 1.15 })
const white = '1 g'
/** Above and beside the line, as seals stand. */
const honest = ({ x, y }: Rect) => seal(x + 4, y + 1)

async function attacksOf(stage: EyeStage, coverings: readonly Covering[]): Promise<Attack[]> {
  const attacks: Attack[] = []
  for (const { name, page, look, rect = usual, twin = honest(rect), entries } of coverings) {
    const signed = await stage.signed([page], entries)
    attacks.push({
      name,
      forged: await stage.cosigned(signed, { rect, ...look }),
      twin: await stage.cosigned(signed, { rect, content: twin }),
    })
  }
  return attacks
}

const covering = (name: string, coverings: readonly Covering[]): AttackClass<EyeStage> => ({
  name,
  families: ['changed', 'permission', 'structure'],
  showsOnly: true,
  attacks: (stage, most) => attacksOf(stage, coverings.slice(0, most)),
})

const retypes = (
  name: string,
  [before, after]: [string, string],
  { size = 10, font = 'F', colour = white, width = 200 } = {},
): Covering => ({
  name,
  page: line(60, 700, before, { size, font }),
  look: {
    content: `${seal(250, 660)} ${box(colour, at(58, width, size))} 0 g ${line(60, 700, after, { size, font })}`,
  },
})

/** A: a line is covered with paper and typed anew. */
export const retypedLine = covering('A retyped line', [
  retypes('an amount of 8 points', ['Price 10000', 'Price 90000'], { size: 8 }),
  retypes('an amount of 14 points', ['Price 10000', 'Price 90000'], { size: 14 }),
  retypes('a 3 that becomes an 8', ['Rate 3 %', 'Rate 8 %'], { size: 9, font: 'T' }),
  retypes('an 8 that becomes a 3', ['Rate 8 %', 'Rate 3 %'], { size: 11, font: 'C' }),
  retypes('a date and a rate', ['2026-01-15, rate 3.5', '2028-07-16, rate 8.6'], { size: 10 }),
  retypes('a Chinese sum', [chinese('人民币壹万元整'), chinese('人民币叁万元整')], { font: 'S', size: 10.5 }),
  retypes('another name', ['payee: Zhang Wei', 'payee: Zhang Lei'], { font: 'T', size: 12 }),
  retypes('on paper that is not quite white', ['Price 10000', 'Price 90000'], { colour: '.96 g' }),
  {
    name: 'one glyph alone',
    page: line(60, 700, 'Price 10000'),
    look: { content: `${seal(250, 660)} ${box(white, at(85.5, 5.4))} 0 g ${line(85.57, 700, '9')}` },
  },
  {
    name: 'moved behind the point',
    page: line(60, 700, 'Price 10000.00'),
    look: { content: `${box(white, at(85, 60))} 0 g ${line(85.6, 700, '100.0000')}` },
  },
  {
    name: 'on a turned page',
    page: line(60, 700, 'Price 10000'),
    entries: '/Rotate 90',
    look: { content: `${box(white, at(58, 80))} 0 g ${line(60, 700, 'Price 90000')}` },
  },
  {
    name: 'on a page of large units',
    page: `.1 0 0 .1 0 0 cm ${line(600, 7000, 'Price 10000', { size: 100 })}`,
    entries: '/UserUnit 3',
    look: { content: `${box(white, at(58, 80))} 0 g ${line(60, 700, 'Price 90000')}` },
  },
])

const price = line(60, 700, 'Price 10000 incl. tax')
const over = at(58, 110)
const bars = (step: number, width: number) =>
  Array.from({ length: Math.floor(over.width / step) }, (_, index) =>
    box('', { x: over.x + index * step, y: over.y, width, height: over.height }),
  ).join(' ')

/** C: ink over ink, so that nothing below can be read. */
export const blackedOut = covering('C blacked out', [
  { name: 'a black bar', page: price, look: { content: box('0 g', over) } },
  { name: 'a bar over the figures', page: price, look: { content: box('0 g', at(85, 29)) } },
  { name: 'a red bar', page: price, look: { content: box('.8 0 0 rg', over) } },
  { name: 'a blue bar', page: price, look: { content: box('0 0 .5 rg', over) } },
  { name: 'red on red', page: `.8 0 0 rg ${price}`, look: { content: box('.8 0 0 rg', over) }, twin: seal(250, 660) },
  { name: 'a veil', page: price, look: { content: `/V93 gs ${box('0 g', over)}` } },
  { name: 'a veil of paper', page: price, look: { content: `/V93 gs ${box('1 g', over)}` } },
  { name: 'hatching', page: price, look: { content: `0 g ${bars(1.2, 0.8)}` } },
  { name: 'everything', page: price, look: { content: box('0 g', usual) } },
  {
    name: 'the difference to white',
    page: `0 g ${box('0 g', over)} 1 g ${price}`,
    look: { content: box('1 g', over) },
  },
  { name: 'a stroke along the line', page: price, look: { content: `0 G 11 w 58 703 m 168 703 l S` } },
  {
    name: 'words over words',
    page: price,
    look: {
      content: `0 g ${line(60, 700, 'XXXXXXXXXXXXXXXX', { font: 'B' })} ${line(61, 700, 'MMMMMMMMMMMM', { font: 'B' })}`,
    },
  },
])

const erases = (name: string, text: string, rect: Rect, { size = 10, font = 'F' } = {}): Covering => ({
  name,
  page: line(60, 700, text, { size, font }),
  look: { content: `${seal(100, 660)} ${box(white, rect)}` },
})

/** D: a seal that lets everything show but for one small mark. */
export const erasedMark = covering('D erased mark', [
  erases('a minus of 8 points', '-5.25', { x: 59.5, y: 701, width: 3.2, height: 3 }, { size: 8 }),
  erases('a minus of 12 points', '-5.25', { x: 59.5, y: 702, width: 4.7, height: 4 }, { size: 12 }),
  erases('a decimal point of 8 points', '1.25', { x: 64.5, y: 699, width: 2.1, height: 2.4 }, { size: 8 }),
  erases('a decimal point of 12 points', '1.25', { x: 66.8, y: 699, width: 3.1, height: 3.4 }, { size: 12 }),
  erases('a comma', '1,250', { x: 65.6, y: 697.5, width: 2.7, height: 4.2 }),
  erases('a per cent sign', '5 %', { x: 68, y: 699, width: 11, height: 9 }),
  erases('the middle of 三', chinese('三年'), { x: 60, y: 703, width: 10.6, height: 2.4 }, { size: 10.5, font: 'S' }),
  erases('the stroke of a 7', '7100', { x: 60.2, y: 705.6, width: 5.2, height: 2 }),
  erases('the n’t of a clause', "shan't pay", { x: 78, y: 699, width: 9.6, height: 9 }),
  erases('one nought', '10000', { x: 82.5, y: 699, width: 5.4, height: 9 }),
  erases('a not', 'may not sell', { x: 81, y: 699, width: 15.5, height: 9 }),
  erases('the foot of an E', 'EUR 500', { x: 60.4, y: 699.5, width: 6.2, height: 1.8 }, { size: 10 }),
])

const pale = (name: string, ink: string, ground: string, cover: string): Covering => ({
  name,
  page: `${box(ground, { x: 55, y: 690, width: 300, height: 30 })} ${ink} ${line(60, 700, 'Not valid above 10000')}`,
  look: { content: `${seal(250, 660)} ${box(cover, at(58, 112))}` },
  twin: seal(250, 660),
})

/** E: text that is not black on white, covered with its own ground. */
export const paleText = covering('E pale text', [
  pale('grey', '.55 g', '1 g', '1 g'),
  pale('light grey', '.75 g', '1 g', '1 g'),
  pale('lightest grey', '.88 g', '1 g', '1 g'),
  pale('yellow', '.95 .85 0 rg', '1 g', '1 g'),
  pale('light blue', '.6 .8 1 rg', '1 g', '1 g'),
  pale('white on black', '1 g', '0 g', '0 g'),
  pale('white on dark blue', '1 g', '.1 .1 .4 rg', '.1 .1 .4 rg'),
  pale('grey on grey', '.4 g', '.7 g', '.7 g'),
  pale('red on pink', '.9 .2 .2 rg', '1 .85 .85 rg', '1 .85 .85 rg'),
  pale('orange on white', '1 .6 .1 rg', '1 g', '1 g'),
  pale('black on yellow', '0 g', '1 1 .4 rg', '1 1 .4 rg'),
  pale('dark on darker', '.35 g', '.1 g', '.1 g'),
])

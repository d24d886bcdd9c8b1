import type { Attack, AttackClass } from '../attack.ts'
import { box, type EyeStage, line, type Rect, seal } from './eye-stage.ts'

const curve = (at: number) =>
  `${60 + (at % 50)} ${100 + (at % 400)} m ` +
  `${500 - (at % 90)} ${120 + (at % 300)} ${90 + (at % 77)} ${300 + (at % 91)} 540 ${100 + (at % 440)} c S`
/** A page with one line that matters, which takes the longer to draw the more strokes it has. */
const slow = (index: number, strokes: number) =>
  `${line(60, 700, `Clause ${index + 1}: price 10000`)} .98 G .3 w ` +
  Array.from({ length: strokes }, (_, at) => curve(at)).join(' ')

const many: [name: string, pages: number, strokes: number, at: number, size: 'word' | 'figure'][] = [
  ['the last of 70 pages', 70, 0, 69, 'word'],
  ['the first of 70 pages', 70, 0, 0, 'figure'],
  ['a figure in the middle of 90 pages', 90, 0, 45, 'figure'],
  ['a figure on the last of 130 pages', 130, 0, 129, 'figure'],
  ['the last of 61 pages', 61, 0, 60, 'figure'],
  ['a word on page 80 of 100', 100, 10, 79, 'word'],
  ['behind 70 pages that take long', 70, 300, 69, 'figure'],
  ['behind 40 pages that take longer', 40, 1500, 39, 'figure'],
  ['amid 30 pages that take longest', 30, 4000, 17, 'word'],
  ['on the page that takes longest', 12, 4000, 5, 'figure'],
]

/** F: one signature with a look on each of many pages, the smallest of which hides something. */
export const manyLooks: AttackClass<EyeStage> = {
  name: 'F hidden among many',
  families: ['changed', 'permission', 'structure'],
  showsOnly: true,
  attacks: async (stage, most) => {
    const attacks: Attack[] = []
    for (const [name, count, strokes, at, size] of many.slice(0, most)) {
      const signed = await stage.signed(Array.from({ length: count }, (_, index) => slow(index, strokes)))
      const hidden: Rect =
        size === 'word' ? { x: 58, y: 697, width: 120, height: 12 } : { x: 125, y: 697, width: 22, height: 12 }
      const looks = (forged: boolean) =>
        Array.from({ length: count }, (_, index) => ({
          page: index,
          rect: forged && index === at ? hidden : { x: 400, y: 650, width: 90, height: 90 },
          content: forged && index === at ? box('1 g', hidden) : seal(400, 650),
        }))
      attacks.push({
        name,
        forged: await stage.sealed(signed, looks(true)),
        twin: await stage.sealed(signed, looks(false)),
      })
    }
    return attacks
  },
}

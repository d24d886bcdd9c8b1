import { appendIncrement } from '@moqi/pdf/testing/increment'
import { streamBody, unchanged } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { foreign, type ForeignVictim, listing, signNext, signSecond } from './foreign-victim.ts'

const tints: [string, string][] = [
  ['white', '1 g'],
  ['almost white', '.93 g'],
  ['light grey', '.87 g'],
  ['grey', '.65 g'],
  ['pink', '1 .9 .9 rg'],
  ['yellow', '1 1 .6 rg'],
  ['blue', '.8 .85 1 rg'],
]
const [field, drawing] = [foreign.free, foreign.free + 1]
const shape = '/Type/XObject/Subtype/Form/BBox[0 0 300 60]'
const shown = (content: string) => ({ number: drawing, body: streamBody(content, shape) })
const appearance = `/AP<</N ${drawing} 0 R>>`

/**
 * Appearances that lie over the words, in a field of their own and in the one that was there; an honest one shows
 * them.
 */
async function attacks({ bytes, on, level }: ForeignVictim): Promise<Attack[]> {
  const there = (content: string) => signSecond(on, bytes, [shown(content)], appearance)
  const widget = `/Type/Annot/Subtype/Widget/F 4/P ${foreign.page} 0 R/Rect[0 280 300 340]${appearance}`
  const anew = (content: string) =>
    signNext(on, bytes, [
      { number: field, body: `<</FT/Sig/T(third)${widget}/V ${foreign.secondValue} 0 R>>` },
      shown(content),
      listing(bytes, 'form', `${field} 0 R`),
      listing(bytes, 'page', `${field} 0 R`),
    ])
  const seal = '.9 0 .1 RG 4 w 10 6 250 48 re S'
  const closed = appendIncrement(bytes, [unchanged(bytes, foreign.form)])
  const honest = level === 1 ? closed : await there(seal)
  const result: Attack[] = []
  for (const [name, colour] of tints) {
    const box = `${colour} 0 0 300 60 re f`
    result.push(
      { name: `${name}, in the field that was there`, forged: await there(box), twin: honest },
      { name: `${name}, in a new field`, forged: await anew(box), twin: level === 'none' ? await anew(seal) : honest },
    )
  }
  return result
}

/** A box over what was signed, in a colour that is not quite that of paper. */
export const tintedBox: AttackClass<ForeignVictim> = {
  name: 'tinted box',
  families: ['changed', 'permission'],
  showsOnly: true,
  attacks,
}

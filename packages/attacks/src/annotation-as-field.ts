import { appearance } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { extended, unchanged } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { foreign, type ForeignVictim, listing, signNext, signSecond } from './foreign-victim.ts'

const field = foreign.free
const forgedAppearance = (number: number) => ({ number, body: appearance('900') })

/**
 * An annotation that everybody saw is made the widget of a new signature field, and looks otherwise when that
 * "signs".
 */
async function attacks(victim: ForeignVictim): Promise<Attack[]> {
  const { bytes, on } = victim
  const twin = await honest(victim)
  const result: Attack[] = []
  for (const [name, note, drawing] of [
    ['Stamp', foreign.stamp, foreign.stampAppearance],
    ['FreeText', foreign.freeText, foreign.freeTextAppearance],
  ] as const) {
    const entry = { number: field, body: `<</FT/Sig/T(third)/Kids[${note} 0 R]>>` }
    const adopted = appendIncrement(bytes, [entry, listing(bytes, 'form', `${field} 0 R`)])
    const value = `/V ${foreign.secondValue} 0 R`
    const merged = (more: string) => extended(bytes, note, `/FT/Sig/T(third)${more}`)
    const renamed = appendIncrement(bytes, [merged(''), listing(bytes, 'form', `${note} 0 R`)])
    const ways = {
      'adopted, then signed with another appearance': signNext(on, adopted, [
        extended(adopted, field, value),
        forgedAppearance(drawing),
      ]),
      'adopted and signed at once': signNext(on, bytes, [
        { ...entry, body: entry.body.replace(/>>$/, `${value}>>`) },
        listing(bytes, 'form', `${field} 0 R`),
        forgedAppearance(drawing),
      ]),
      'adopted, its appearance replaced, never signed': appendIncrement(adopted, [forgedAppearance(drawing)]),
      'made a field itself, then signed': signNext(on, renamed, [
        extended(renamed, note, value),
        forgedAppearance(drawing),
      ]),
      'made a field itself and signed at once': signNext(on, bytes, [
        merged(value),
        listing(bytes, 'form', `${note} 0 R`),
        forgedAppearance(drawing),
      ]),
    }
    for (const [way, forged] of Object.entries(ways))
      result.push({ name: `${name} ${way}`, forged: await forged, twin })
  }
  return result
}

/**
 * A new field with a widget of its own, or where that is not allowed the one that is there, signed with an
 * appearance.
 */
async function honest({ bytes, on, level }: ForeignVictim): Promise<Buffer> {
  if (level === 1) return appendIncrement(bytes, [unchanged(bytes, foreign.form)])
  const shown = { number: field + 1, body: appearance('Party B') }
  if (level !== 'none') return signSecond(on, bytes, [shown], `/AP<</N ${field + 1} 0 R>>`)
  const widget = `/Type/Annot/Subtype/Widget/F 4/P ${foreign.page} 0 R/Rect[210 200 290 220]/AP<</N ${field + 1} 0 R>>`
  return signNext(on, bytes, [
    { number: field, body: `<</FT/Sig/T(third)/V ${foreign.secondValue} 0 R/Kids[${field + 2} 0 R]>>` },
    shown,
    { number: field + 2, body: `<<${widget}/Parent ${field} 0 R>>` },
    listing(bytes, 'form', `${field} 0 R`),
    listing(bytes, 'page', `${field + 2} 0 R`),
  ])
}

/** What was a stamp when it was signed becomes a signature, and says something else. */
export const annotationAsField: AttackClass<ForeignVictim> = {
  name: 'annotation as field',
  families: ['changed', 'permission', 'structure'],
  attacks,
}

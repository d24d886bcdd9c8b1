import { sourceOf } from '@moqi/pdf/testing/increment'
import { edited, type Piece, streamBody } from './append-revision.ts'
import { type Attack, type AttackClass, type Forgeable, increment } from './attack.ts'
import { type ForeignVictim, forgeable } from './foreign-victim.ts'
import type { Victim } from './victims.ts'

/** Kinds of annotation that can cover or replace what is written below them. */
const kinds: [string, string][] = [
  ['FreeText', '/DA(/Helv 30 Tf 0 g)/Contents(Amount 90000)'],
  ['Stamp', '/Name/Void'],
  ['Redact', '/IC[1 1 1]/OverlayText(Amount 90000)'],
  ['Square', '/IC[1 1 1]'],
  ['Circle', '/IC[1 1 1]'],
  ['Line', '/L[0 0 500 500]'],
  ['Polygon', '/Vertices[0 0 500 0 500 500]/IC[1 1 1]'],
  ['PolyLine', '/Vertices[0 0 500 500]'],
  ['Ink', '/InkList[[0 0 500 500]]'],
  ['Highlight', '/QuadPoints[0 500 500 500 0 0 500 0]'],
  ['StrikeOut', '/QuadPoints[0 500 500 500 0 0 500 0]'],
  ['Caret', '/Sy/P'],
  ['Text', '/Contents(See below)'],
  ['Popup', '/Open true'],
  ['Watermark', ''],
  ['Link', '/A<</S/URI/URI(http://example.com)>>'],
  ['FileAttachment', '/Name/Paperclip'],
  ['Screen', '/A<</S/JavaScript/JS(1)>>'],
  ['3D', ''],
  ['RichMedia', ''],
  ['Projection', ''],
  ['Unknown', ''],
]

function withAnnotation({ bytes }: Pick<Forgeable, 'bytes'>, page: number, added: string): Piece {
  const source = sourceOf(bytes, page)
  if (source.includes('/Annots')) return edited(bytes, page, /\/Annots\s*\[/, `/Annots[${added} `)
  return edited(bytes, page, />>$/, `/Annots[${added}]>>`)
}

function addedKinds(victim: Forgeable): Attack[] {
  const { free, page } = victim
  const first = page[0] ?? 0
  const appearance = {
    number: free + 1,
    body: streamBody('1 g 0 0 500 500 re f', '/Type/XObject/Subtype/Form/BBox[0 0 500 500]'),
  }
  return kinds.map(([kind, entries]) => {
    const body = `<</Type/Annot/Subtype/${kind}/Rect[0 0 500 500]/F 4/AP<</N ${free + 1} 0 R>>${entries}>>`
    return increment(victim, `${kind} added`, [
      withAnnotation(victim, first, `${free} 0 R`),
      { number: free, body },
      appearance,
    ])
  })
}

/** Other ways onto the page, and other forms of section. */
function ways(victim: Victim): Attack[] {
  const { bytes, free, page, field } = victim
  const [first = 0] = page
  const last = page.at(-1) ?? 0
  const stamp = `<</Type/Annot/Subtype/Stamp/Rect[0 0 500 500]/F 4>>`
  const object = { number: free, body: stamp }
  const listed = /\/Annots\s*\[([^\]]*)\]/.exec(sourceOf(bytes, first))?.[1] ?? ''
  const seal = field('moqi-0001')
  return [
    increment(victim, 'written into the page', [withAnnotation(victim, first, stamp)]),
    increment(victim, 'on the last page', [withAnnotation(victim, last, `${free} 0 R`), object]),
    increment(victim, 'in a list of its own', [
      edited(bytes, first, /\/Annots\s*\[[^\]]*\]/, `/Annots ${free + 1} 0 R`),
      { number: free + 1, body: `[${listed} ${free} 0 R]` },
      object,
    ]),
    increment(victim, 'in place of the others', [
      edited(bytes, first, /\/Annots\s*\[[^\]]*\]/, `/Annots[${free} 0 R]`),
      object,
    ]),
    increment(victim, 'a widget of no field', [
      withAnnotation(victim, first, `${free} 0 R`),
      { number: free, body: '<</Type/Annot/Subtype/Widget/Rect[0 0 500 500]/F 4>>' },
    ]),
    increment(victim, 'a seal becomes a stamp', [edited(bytes, seal, '/Subtype/Widget', '/Subtype/Stamp')]),
    increment(victim, 'a seal gets a pop-up', [edited(bytes, seal, '/F 132', `/F 132/Popup ${free} 0 R`), object]),
    ...(['table', 'stream', 'packed', 'hybrid'] as const).map((form) =>
      increment(victim, `Stamp added, as ${form}`, [withAnnotation(victim, first, `${free} 0 R`), object], { form }),
    ),
  ]
}

/** EAA: annotations over a certified contract. */
export const evilAnnotation: AttackClass = {
  name: 'EAA',
  families: ['changed', 'permission'],
  needsPreparation: false,
  attacks: (victim) => [...addedKinds(victim), ...ways(victim)],
}

/** The same over a contract that others made; at level 3 it is what they show that decides. */
export const foreignAnnotation: AttackClass<ForeignVictim> = {
  name: 'EAA, foreign',
  families: ['changed', 'permission'],
  showsOnly: true,
  // A pop-up is a window of the reader's own: level 3 allows it, and it covers nothing on paper.
  attacks: (victim) =>
    addedKinds(forgeable(victim)).filter(({ name }) => victim.level !== 3 || !name.startsWith('Popup')),
}

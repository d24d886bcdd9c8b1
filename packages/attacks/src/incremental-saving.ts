import { sourceOf } from '@moqi/pdf/testing/increment'
import { appendRevision, edited, extended, type Piece, streamBody } from './append-revision.ts'
import { type Attack, type AttackClass, type Forgeable, increment } from './attack.ts'
import { type ForeignVictim, forgeable } from './foreign-victim.ts'
import type { ReasonFamily } from '@moqi/verify/reasons'
import type { Victim } from './victims.ts'

const forgedContent = streamBody('BT /Helv 30 Tf 60 400 Td (Amount 90000) Tj ET')

/** A page that shows other content. */
function otherContent({ bytes, page, free }: Forgeable): Piece[] {
  const number = page[0] ?? 0
  return [
    edited(bytes, number, /\/Contents\s*(\[[^\]]*\]|\d+ 0 R)/, `/Contents ${free} 0 R`),
    { number: free, body: forgedContent },
  ]
}

/** The same change, in increments that validators stop at and viewers recover from. */
const spellings: [string, (source: string) => string][] = [
  ['well formed', (source) => source],
  ['no /Prev', (source) => source.replace(/\/Prev \d+/, '')],
  ['/Prev of itself', (source) => source.replace(/\/Prev \d+/, `/Prev ${/startxref\n(\d+)/.exec(source)?.[1]}`)],
  ['/Prev negative', (source) => source.replace(/\/Prev \d+/, '/Prev -1')],
  ['no startxref', (source) => source.replace(/startxref\n\d+\n/, '')],
  ['startxref 0', (source) => source.replace(/startxref\n\d+/, 'startxref\n0')],
  ['startxref of the revision before', (source) => repoint(source)],
  ['no %%EOF', (source) => source.replace('%%EOF\n', '')],
  ['only objects', (source) => source.replace(/\n(xref|\d+ 0 obj\n<<\/Type\/XRef)[^]*$/, '\n')],
  ['objects and %%EOF', (source) => source.replace(/\n(xref|\d+ 0 obj\n<<\/Type\/XRef)[^]*$/, '\n%%EOF\n')],
  ['section without startxref and %%EOF', (source) => source.replace(/startxref[^]*$/, '')],
  ['text behind %%EOF', (source) => `${source}more`],
  ['another header before', (source) => `%PDF-1.7\n${source}`],
  ['unlisted object', (source) => source.replace(/(startxref)/, '999 0 obj\n<<>>\nendobj\n$1')],
  ['generation 1 in the object', (source) => source.replace(/^(\d+) 0 obj/, '$1 1 obj')],
  ['endobj missing', (source) => source.replace('endobj', '      ')],
  ['/Size too small', (source) => source.replace(/\/Size \d+/, '/Size 3')],
]

function repoint(source: string): string {
  const previous = /\/Prev (\d+)/.exec(source)?.[1]
  return source.replace(/startxref\n\d+/, `startxref\n${previous}`)
}

/** What else than content an increment may change on the sly. */
function otherObjects(victim: Victim): Attack[] {
  const { bytes, page, catalog, pages, free, form } = victim
  const [first = 0, second = 0] = page
  const rotated = sourceOf(bytes, first).replace(/\/Rotate \d+/, '')
  const pieces: [string, Piece[]][] = [
    ['page turned', [{ number: first, body: rotated.replace(/>>$/, '/Rotate 180>>') }]],
    ['page cropped', [extended(bytes, first, '/CropBox[0 0 50 50]')]],
    ['page scaled', [extended(bytes, first, '/UserUnit 2')]],
    ['fonts replaced', [edited(bytes, second, /\/Resources\s*(\d+ 0 R|<<)/, '/Resources<<>>/Old <<')]],
    ['pages swapped', [edited(bytes, pages, `${first} 0 R`, `${second} 0 R`)]],
    ['page removed', [edited(bytes, pages, new RegExp(`${second} 0 R`), '')]],
    [
      'page added',
      [
        edited(bytes, pages, /\/Kids\s*\[/, `/Kids[${free} 0 R `),
        { number: free, body: `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 99 99]>>` },
      ],
    ],
    ['action on opening', [extended(bytes, catalog, '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>')]],
    ['scripts by name', [extended(bytes, catalog, '/Names<</JavaScript<</Names[(x)<</S/JavaScript/JS(1)>>]>>>>')]],
    ['page labels', [extended(bytes, catalog, '/PageLabels<</Nums[0<</S/r>>]>>')]],
    ['permissions re-pointed', [edited(bytes, catalog, /\/Perms\s*<<[^>]*>>/, '/Perms<<>>')]],
    ['default appearances', [extended(bytes, form, '/NeedAppearances true')]],
    ['additional actions', [extended(bytes, first, '/AA<</O<</S/JavaScript/JS(1)>>>>')]],
  ]
  return pieces.map(([name, list]) => increment(victim, name, list))
}

/** Seen only by readers that recover: a new catalog, other forms of section, changes that are undone again. */
function otherForms(victim: Victim): Attack[] {
  const { bytes, catalog, free } = victim
  const change = otherContent(victim)
  const undone = change
    .filter(({ number }) => number < free)
    .map(({ number }) => ({ number, body: sourceOf(bytes, number) }))
  const copy = { number: free + 1, body: `${sourceOf(bytes, catalog).replace(/>>$/, '')}/PageMode/UseOutlines>>` }
  const whole = [
    { number: free, body: `<</Type/Catalog/Pages ${free + 1} 0 R>>` },
    { number: free + 1, body: `<</Type/Pages/Kids[${free + 2} 0 R]/Count 1>>` },
    { number: free + 2, body: `<</Type/Page/Parent ${free + 1} 0 R/MediaBox[0 0 99 99]>>` },
  ]
  return [
    increment(victim, 'as a stream', change, { form: 'stream' }),
    increment(victim, 'as a table', change, { form: 'table' }),
    increment(victim, 'in an object stream', change, { form: 'packed' }),
    increment(victim, 'in a hybrid section', change, { form: 'hybrid' }),
    increment(victim, 'with another catalog', [copy], { root: free + 1 }),
    increment(victim, 'with a document of its own', whole, {
      root: free,
      mangle: (source) => source.replace(/\/Prev \d+/, ''),
    }),
    increment(victim, 'with an unknown trailer key', change, { trailer: '/Shown 5 0 R' }),
    { ...increment(victim, 'and undone again', change), forged: appendRevision(appendRevision(bytes, change), undone) },
  ]
}

function otherSpellings(victim: Forgeable): Attack[] {
  return spellings.map(([name, mangle]) => increment(victim, name, otherContent(victim), { mangle }))
}

const families: ReasonFamily[] = ['changed', 'structure', 'permission', 'coverage']

/** ISA: an increment behind the signatures changes the document, often one that validators do not read. */
export const incrementalSaving: AttackClass = {
  name: 'ISA',
  families,
  needsPreparation: false,
  attacks: (victim) => [...otherSpellings(victim), ...otherObjects(victim), ...otherForms(victim)],
}

/** The same behind the signatures of a contract that others made. */
export const foreignSaving: AttackClass<ForeignVictim> = {
  name: 'ISA, foreign',
  families,
  attacks: (victim) => otherSpellings(forgeable(victim)),
}

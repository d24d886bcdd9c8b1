import { appendIncrement, readForTests, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited, extended, streamBody, unchanged } from '../append-revision.ts'
import type { Attack, AttackClass } from '../attack.ts'
import { foreign } from '../foreign-victim.ts'
import type { Victim } from '../victims.ts'
import { eyeNumbers, type EyeStage, line, seal } from './eye-stage.ts'

const rect = { x: 400, y: 600, width: 90, height: 90 }
const { field, look, free } = eyeNumbers
const form = '/Type/XObject/Subtype/Form/BBox[400 600 490 690]'
const other = streamBody('1 g 400 600 90 90 re f', form)

/** What becomes of the widget of the second party's signature behind it. */
const widgetChanges: [name: string, change: (bytes: Buffer) => WrittenObject[]][] = [
  ['moved over the price', (bytes) => [edited(bytes, field, /\/Rect\[[^\]]*\]/, '/Rect[55 690 145 780]')]],
  ['moved off the page', (bytes) => [edited(bytes, field, /\/Rect\[[^\]]*\]/, '/Rect[-900 600 -810 690]')]],
  ['made larger', (bytes) => [edited(bytes, field, /\/Rect\[[^\]]*\]/, '/Rect[0 0 595 842]')]],
  ['made nothing', (bytes) => [edited(bytes, field, /\/Rect\[[^\]]*\]/, '/Rect[0 0 0 0]')]],
  ['turned over', (bytes) => [edited(bytes, field, /\/Rect\[[^\]]*\]/, '/Rect[490 690 400 600.5]')]],
  [
    'another look',
    (bytes) => [edited(bytes, field, `/N ${look} 0 R`, `/N ${free} 0 R`), { number: free, body: other }],
  ],
  ['the look written anew', () => [{ number: look, body: other }]],
  ['the look cut', (bytes) => [edited(bytes, look, /\/BBox\[[^\]]*\]/, '/BBox[400 600 410 610]')]],
  ['the look turned', (bytes) => [edited(bytes, look, '/Subtype/Form', '/Subtype/Form/Matrix[-1 0 0 -1 0 0]')]],
  ['no look', (bytes) => [edited(bytes, field, `/AP<</N ${look} 0 R>>`, '')]],
  [
    'a look for the pointer',
    (bytes) => [edited(bytes, field, `/N ${look} 0 R`, `/N ${look} 0 R/R ${free} 0 R`), { number: free, body: other }],
  ],
  ['hidden', (bytes) => [edited(bytes, field, '/F 4', '/F 6')]],
  ['not on the screen', (bytes) => [edited(bytes, field, '/F 4', '/F 36')]],
  ['given a ground', (bytes) => [extended(bytes, field, '/MK<</BG[1 1 1]>>')]],
  [
    'in a layer',
    (bytes) => [extended(bytes, field, `/OC ${free} 0 R`), { number: free, body: '<</Type/OCG/Name(l)>>' }],
  ],
  ['on no page', (bytes) => [edited(bytes, foreign.page, ` ${field} 0 R]`, ']')]],
  ['with the words of another font', (bytes) => [edited(bytes, look, '/BaseFont/Helvetica/', '/BaseFont/Symbol/')]],
]

/** DSS-3946: the widget of a signature is changed behind it, by whoever has the file. */
export const changedWidget: AttackClass<EyeStage> = {
  name: 'J changed widget',
  families: ['changed', 'permission', 'structure'],
  showsOnly: true,
  attacks: async (stage) => {
    const signed = await stage.signed([line(60, 700, 'Price 10000')])
    const content = `${seal(400, 600)} ${line(420, 640, 'B Ltd.')}`
    const bytes = await stage.cosigned(signed, { rect, content })
    return widgetChanges.map(([name, change]): Attack => {
      const objects = change(bytes)
      const same = objects.filter(({ number }) => number !== free).map(({ number }) => unchanged(bytes, number))
      return { name, forged: appendIncrement(bytes, objects), twin: appendIncrement(bytes, same) }
    })
  },
}

const shown = (text: string) =>
  streamBody(`BT /F 12 Tf (${text}) Tj ET`, '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F 9 0 R>>>>')
const { amount, amountAppearance, page, catalog } = foreign
const fill = (bytes: Buffer, value: string, drawn = value) => [
  extended(bytes, amount, `/V(${value})`),
  { number: amountAppearance, body: shown(drawn) },
]

/** What is saved behind an approval that nobody signs for afterwards. */
const savings: [name: string, change: (bytes: Buffer) => WrittenObject[]][] = [
  ['a field filled in', (bytes) => fill(bytes, '90000')],
  ['a field filled in, and shown otherwise', (bytes) => fill(bytes, '10000', '90000')],
  ['only the value', (bytes) => [extended(bytes, amount, '/V(90000)')]],
  ['only the look', () => [{ number: amountAppearance, body: shown('90000') }]],
  [
    'a field moved',
    (bytes) => [edited(bytes, amount, /\/Rect\[[^\]]*\]/, '/Rect[60 690 150 710]'), ...fill(bytes, '9').slice(1)],
  ],
  ['the page retyped', () => [{ number: eyeNumbers.contents, body: streamBody(line(60, 700, 'Price 90000')) }]],
  ['a note added', (bytes) => [noteOf('FreeText'), { number: free + 1, body: shown('90000') }, pageWith(bytes)]],
  ['a stamp added', (bytes) => [noteOf('Stamp'), { number: free + 1, body: shown('90000') }, pageWith(bytes)]],
  [
    'a page added',
    (bytes) => [
      { number: free, body: sourceOf(bytes, page) },
      edited(bytes, foreign.pages, '/Kids[3 0 R]/Count 1', `/Kids[3 0 R ${free} 0 R]/Count 2`),
    ],
  ],
  ['a script added', (bytes) => [extended(bytes, catalog, '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>')]],
  ['a page turned', (bytes) => [extended(bytes, page, '/Rotate 180')]],
  ['a page cut', (bytes) => [extended(bytes, page, '/CropBox[0 0 595 690]')]],
]

function noteOf(subtype: string): WrittenObject {
  return { number: free, body: `<</Type/Annot/Subtype/${subtype}/F 4/Rect[60 690 150 710]/AP<</N ${free + 1} 0 R>>>>` }
}

const pageWith = (bytes: Buffer) => edited(bytes, page, '8 0 R]', `8 0 R ${free} 0 R]`)

/** pdf.js 21698: what was saved behind a signature is shown as if it had been signed. */
export const savedLater: AttackClass<EyeStage> = {
  name: 'K saved behind the signature',
  families: ['changed', 'permission', 'structure'],
  showsOnly: true,
  attacks: async (stage) => {
    const bytes = await stage.signed([line(60, 700, 'Price 10000')])
    return savings.map(([name, change]): Attack => {
      const objects = change(bytes)
      const known = objects.filter(({ number }) => number < free || number === eyeNumbers.contents)
      const twin = appendIncrement(
        bytes,
        known.map(({ number }) => unchanged(bytes, number)),
      )
      return { name, forged: appendIncrement(bytes, objects), twin }
    })
  },
}

const tails = ['', '\n', '\r\n', '\n\n', '\r\n\r\n', '\n\n\n']

/** I: a contract of ours cut back to where fewer had signed, as it was or with line ends more; its twin is whole. */
export const cutBack: AttackClass<Victim> = {
  name: 'I cut back',
  families: ['permission'],
  leavesOpen: true,
  attacks: ({ bytes, unfinished }) => {
    const certified = bytes.indexOf('/DocMDP')
    const ends = readForTests(bytes)
      .revisions.map(({ lineEnd }) => lineEnd)
      .filter((end) => end > certified && end <= unfinished.length)
    return ends.flatMap((end, index) =>
      tails.map((tail): Attack => {
        const withTail = (whole: Buffer) => Buffer.concat([whole, Buffer.from(tail)])
        const name = `signed by ${index}, ${tail.length} bytes more`
        return {
          name: `${name} ${JSON.stringify(tail)}`,
          forged: withTail(bytes.subarray(0, end)),
          twin: withTail(bytes),
        }
      }),
    )
  },
}

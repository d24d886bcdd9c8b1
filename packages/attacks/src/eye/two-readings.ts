import { numbers } from '@moqi/form/testing/foreign-document'
import type { WrittenObject } from '@moqi/pdf/testing/increment'
import { streamBody } from '../append-revision.ts'
import type { Attack, AttackClass } from '../attack.ts'
import { eyeNumbers, type EyeStage, line, type Look, type Rect, seal } from './eye-stage.ts'

const price = line(60, 700, 'Price 10000')
const rect: Rect = { x: 55, y: 655, width: 300, height: 95 }
const honest: Look = { rect, content: seal(60, 657) }
const retyped = `1 g 58 697 80 12 re f 0 g ${line(60, 700, 'Price 90000')}`
const [one, other] = [eyeNumbers.free, eyeNumbers.free + 1]
const form = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]'
const families: AttackClass['families'] = ['changed', 'permission', 'structure']

const image = (entries: string, data = 'xyz') =>
  streamBody(data, `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8${entries}`)
const tint = '<</FunctionType 2/N 1/Domain[0 1]/C0[1]/C1[0]>>'
const inside = (body: string, more: WrittenObject[] = []): Partial<Look> => ({
  content: `${seal(60, 657)} q 20 0 0 20 60 700 cm /I Do Q`,
  resources: `/XObject<</I ${one} 0 R>>`,
  objects: [{ number: one, body }, ...more],
})
const coloured = (space: string): Partial<Look> => ({
  content: `${seal(60, 657)} /Z cs 1 scn 58 697 80 12 re f`,
  resources: `/ColorSpace<</Z ${space}>>`,
})
const inState = (state: string): Partial<Look> => ({
  content: `${seal(60, 657)} /G gs 0 0 0 0 k 58 697 80 12 re f`,
  resources: `/ExtGState<</G<<${state}>>>>`,
})

const cosignedAs =
  (list: [name: string, look: Partial<Look>][]) =>
  async (stage: EyeStage, most?: number): Promise<Attack[]> => {
    const signed = await stage.signed([price])
    const twin = await stage.cosigned(signed, honest)
    const attacks: Attack[] = []
    for (const [name, look] of list.slice(0, most)) {
      attacks.push({ name, forged: await stage.cosigned(signed, { ...honest, ...look }), twin })
    }
    return attacks
  }

const shown = { content: retyped }
const kept = streamBody(seal(60, 657), form)

/** B: a look that paper shows and the screen does not, or the other way round. */
export const printedOnly: AttackClass<EyeStage> = {
  name: 'B one medium only',
  families,
  showsOnly: true,
  attacks: cosignedAs([
    ['print and no view', { ...shown, flags: 36 }],
    ['until the pointer comes', { ...shown, flags: 292 }],
    ['hidden', { ...shown, flags: 6 }],
    ['on the screen alone', { ...shown, flags: 0 }],
    ['invisible where unknown, no view', { ...shown, flags: 37 }],
    ['no view, locked', { ...shown, flags: 164 }],
    ['a harmless look, no view', { flags: 36 }],
    ['a layer for print', layer('/Usage<</Print<</PrintState/ON>>/View<</ViewState/OFF>>>>')],
    ['a layer for the screen', layer('/Usage<</Print<</PrintState/OFF>>/View<</ViewState/ON>>>>')],
    [
      'a layer in its content',
      { content: `/OC /L BDC ${retyped} EMC`, resources: '/Properties<</L<</Type/OCG/Name(l)>>>>' },
    ],
    [
      'another picture for printing',
      inside(image(`/ColorSpace/DeviceRGB/Alternates[<</Image ${other} 0 R/DefaultForPrinting true>>]`), [
        { number: other, body: image('/ColorSpace/DeviceRGB') },
      ]),
    ],
    ['a harmless look, hidden', { flags: 2 }],
  ]),
}

function layer(usage: string): Partial<Look> {
  return { form: `/OC ${one} 0 R`, objects: [{ number: one, body: `<</Type/OCG/Name(layer)${usage}>>` }] }
}

/** G: what one renderer paints and another does not. */
export const renderersDiffer: AttackClass<EyeStage> = {
  name: 'G renderers differ',
  families,
  showsOnly: true,
  attacks: cosignedAs([
    ['ink that paints nothing', coloured(`[/Separation/None/DeviceGray ${tint}]`)],
    ['ink of all plates', coloured(`[/Separation/All/DeviceGray ${tint}]`)],
    ['two inks, one of all plates', coloured(`[/DeviceN[/None/All]/DeviceGray ${tint}]`)],
    ['such ink below an index', coloured(`[/Indexed[/Separation/None/DeviceGray ${tint}]0<00>]`)],
    ['such ink in a picture', inside(image(`/ColorSpace[/Separation/None/DeviceGray ${tint}]`))],
    ['a page of another file', inside(streamBody('', `${form}/Ref<</F(other.pdf)/Page 0>>`))],
    ['PostScript', inside(streamBody('showpage', '/Type/XObject/Subtype/PS'))],
    ['PostScript by its second name', inside(streamBody('', `${form}/Subtype2/PS`))],
    [
      'a look for the pointer',
      {
        looks: `/AP<</N ${one} 0 R/R ${other} 0 R>>`,
        objects: [
          { number: one, body: kept },
          { number: other, body: streamBody(retyped, form) },
        ],
      },
    ],
    [
      'a look for a press',
      {
        looks: `/AP<</N ${one} 0 R/D ${other} 0 R>>`,
        objects: [
          { number: one, body: kept },
          { number: other, body: streamBody(retyped, form) },
        ],
      },
    ],
    [
      'states',
      {
        looks: `/AP<</N<</On ${one} 0 R/Off ${other} 0 R>>>>/AS/On`,
        objects: [
          { number: one, body: kept },
          { number: other, body: streamBody(retyped, form) },
        ],
      },
    ],
    ['overprint', inState('/OP true/op true/OPM 1')],
    ['a transfer curve', inState(`/TR ${tint}`)],
    ['a halftone', inState('/HT<</HalftoneType 1/Frequency 1/Angle 0/SpotFunction/Simple>>')],
    ['a mode of mixing that nobody knows', inState('/BM/Erase')],
    ['several modes of mixing', inState('/BM[/Erase/Multiply]')],
    ['an unknown operator', { content: `${seal(60, 657)} BX 58 697 80 12 rx EX` }],
    [
      'external data',
      inside(
        '<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceRGB/F(x.bin)/Length 0>>\nstream\n\nendstream',
      ),
    ],
    [
      'in a glyph of its own',
      {
        content: `${seal(60, 657)} BT /Z 9 Tf 60 600 Td (a) Tj ET`,
        resources: typeThree(),
        objects: [{ number: one, body: streamBody('1 0 d0 /OC /L BDC EMC') }],
      },
    ],
    [
      'in a pattern',
      {
        content: `/Pattern cs /Z scn 58 697 80 12 re f`,
        resources: `/Pattern<</Z ${one} 0 R>>`,
        objects: [
          {
            number: one,
            body: streamBody(
              '/OC /L BDC EMC',
              '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>',
            ),
          },
        ],
      },
    ],
    [
      'in a mask',
      {
        content: `/G gs ${seal(60, 657)}`,
        resources: `/ExtGState<</G<</SMask<</S/Luminosity/G ${one} 0 R>>>>>>`,
        objects: [
          { number: one, body: streamBody('/OC /L BDC EMC', `${form}/Group<</S/Transparency/CS/DeviceGray>>`) },
        ],
      },
    ],
  ]),
}

function typeThree(): string {
  return `/Font<</Z<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a ${one} 0 R>>>>>>`
}

const note = (subtype: string, flags: number) => [
  { number: one, body: `<</Type/Annot/Subtype/${subtype}/F ${flags}/Rect[58 697 138 709]/AP<</N ${other} 0 R>>>>` },
  { number: other, body: streamBody(retyped, form) },
]
const onPage = (annots: string, entries = '') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${eyeNumbers.contents} 0 R/Resources<</Font<</F 9 0 R>>>>/Annots[6 0 R 7 0 R 8 0 R ${annots}]${entries}>>`
const noted = (subtype: string, flags: number): WrittenObject[] => [
  ...note(subtype, flags),
  { number: numbers.page, body: onPage(`${one} 0 R`) },
]
const page = (from: string, to: string): WrittenObject[] => [
  { number: numbers.page, body: onPage('').replace(from, to) },
]
const tree = (body: string, more: WrittenObject[] = []): WrittenObject[] => [
  { number: numbers.pages, body: `<</Type/Pages${body}>>` },
  ...more,
]

const ambiguous: [name: string, forged: WrittenObject[], twin: WrittenObject[]][] = [
  ['content by another generation', page('/Contents 1500 0 R', '/Contents 1500 1 R'), []],
  [
    'one of two contents by another generation',
    page('/Contents 1500 0 R', '/Contents[1500 0 R 1500 1 R]'),
    page('/Contents 1500 0 R', '/Contents[1500 0 R]'),
  ],
  ['resources by another generation', page('/F 9 0 R', '/F 9 1 R'), []],
  ['an annotation by another generation', page('8 0 R', '8 1 R'), []],
  ['the page by another generation', tree('/Kids[3 1 R]/Count 1'), []],
  [
    'fewer pages by count',
    tree('/Kids[3 0 R 320 0 R]/Count 1', [{ number: 320, body: onPage('') }]),
    tree('/Kids[3 0 R 320 0 R]/Count 2', [{ number: 320, body: onPage('').replace('6 0 R 7 0 R 8 0 R', '') }]),
  ],
  ['more pages by count', tree('/Kids[3 0 R]/Count 2'), []],
  ['pages counted below nought', tree('/Kids[3 0 R]/Count -1'), []],
  ['a stamp for the printer', noted('Stamp', 36), noted('Stamp', 4)],
  ['words for the printer', noted('FreeText', 36), noted('FreeText', 4)],
  ['a square for the screen', noted('Square', 0), noted('Square', 4)],
  ['a watermark for the printer', noted('Watermark', 36), noted('Watermark', 4)],
  ['a line for the screen', noted('Line', 0), noted('Line', 2)],
  [
    'a knot of pages miscounted',
    tree('/Kids[320 0 R]/Count 1', [{ number: 320, body: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 3>>' }]),
    tree('/Kids[320 0 R]/Count 1', [
      { number: 320, body: '<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>' },
      { number: numbers.page, body: onPage('').replace('/Parent 2 0 R', '/Parent 320 0 R') },
    ]),
  ],
]

/** H: signed bytes that readers read in two ways; the twins say the same in one. */
export const signedTwice: AttackClass<EyeStage> = {
  name: 'H two readings in signed bytes',
  families: [...families, 'malformed'],
  showsOnly: true,
  attacks: async (stage, most) => {
    const attacks: Attack[] = []
    for (const [name, forged, twin] of ambiguous.slice(0, most)) {
      attacks.push({
        name,
        forged: await stage.signed([price], '', forged),
        twin: await stage.signed([price], '', twin),
      })
    }
    return attacks
  },
}

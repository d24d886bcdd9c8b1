import { sourceOf } from '@moqi/pdf/testing/increment'
import { appendRevision, edited, extended, type Piece, streamBody } from './append-revision.ts'
import { type Attack, type AttackClass, increment } from './attack.ts'
import { prepared, type Victim } from './victims.ts'

const { content, font, overlay, image, price, priceAppearance, noteAppearance, encoding, toUnicode, dangling } =
  prepared
const form = '/Type/XObject/Subtype/Form/BBox[0 0 400 60]'
const forged = streamBody('0 0 400 60 re f', form)

/** The appearance that a signed widget names. */
function appearanceOf({ bytes, field }: Victim, name: string): number {
  return Number(/\/AP\s*<<\s*\/N (\d+) 0 R/.exec(sourceOf(bytes, field(name)))?.[1])
}

/** Fonts, images and streams that show something else under the same name. */
function resources(victim: Victim): [string, Piece[]][] {
  const { bytes, form: acroForm } = victim
  return [
    ['font replaced', [edited(bytes, font, 'Helvetica', 'Symbol')]],
    ['font gets another encoding', [edited(bytes, encoding, '/zero/one/two', '/nine/eight/seven')]],
    ['font gets widths', [extended(bytes, font, '/FirstChar 48/LastChar 57/Widths[0 0 0 0 0 0 0 0 0 0]')]],
    ['text mapping replaced', [{ number: toUnicode, body: streamBody('begin 1 beginbfchar <30> <39> endbfchar end') }]],
    ['image replaced', [{ number: image, body: sourceOf(bytes, image).replace('\0', '\xff') }]],
    ['image with another colour space', [edited(bytes, image, '/DeviceGray', '/DeviceCMYK')]],
    ['image decoded inversely', [edited(bytes, image, '/Width 1', '/Decode[1 0]/Width 1')]],
    ['form replaced', [{ number: overlay, body: forged }]],
    [
      'content replaced in place',
      [{ number: content, body: streamBody('BT /F1 18 Tf 60 700 Td (Amount 90000) Tj ET') }],
    ],
    ["annotation's appearance replaced", [{ number: noteAppearance, body: forged }]],
    ['default font replaced', [edited(bytes, acroForm, /\/Helv\s+\d+ 0 R/, `/Helv ${encoding} 0 R`)]],
    ['default appearance replaced', [edited(bytes, acroForm, /\/DA\s*[(<][^)>]*[)>]/, '/DA(/Helv 99 Tf 1 g)')]],
    ['a missing number defined', [{ number: dangling, body: forged }]],
  ]
}

/** Fields, stamps and seals that show something else. */
function fields(victim: Victim): [string, Piece[]][] {
  const { bytes, field, free } = victim
  const [date, address] = [field('moqi-0006'), field('moqi-0007')]
  const appearances = ['moqi-0001', 'moqi-0004', 'moqi-0006'].map((name): [string, Piece[]] => [
    `appearance of ${name} replaced in place`,
    [{ number: appearanceOf(victim, name), body: forged }],
  ])
  const slice = Number(/\/Kids\s*\[(\d+) 0 R/.exec(sourceOf(bytes, field('moqi-0005')))?.[1])
  const other: [string, Piece[]] = [
    'appearance re-pointed',
    [edited(bytes, address, /\/AP\s*<<\s*\/N \d+ 0 R/, `/AP<</N ${free} 0 R`), { number: free, body: forged }],
  ]
  return [
    ['date filled in anew', [edited(bytes, date, /\/V\s*<[^>]*>/, '/V(2030)')]],
    ['address filled in anew', [edited(bytes, address, /\/V\s*<[^>]*>/, '/V(elsewhere)')]],
    ['address emptied', [edited(bytes, address, /\/V\s*<[^>]*>/, '')]],
    ['address gets an action', [extended(bytes, address, '/AA<</F<</S/JavaScript/JS(1)>>>>')]],
    ['address drawn otherwise', [edited(bytes, address, /\/DA\s*\([^)]*\)/, '/DA(/Helv 1 Tf 1 g)')]],
    ['address moved', [edited(bytes, address, /\/Rect\s*\[[^\]]*\]/, '/Rect[0 0 300 300]')]],
    ['seal moved', [edited(bytes, field('moqi-0001'), /\/Rect\s*\[[^\]]*\]/, '/Rect[0 0 300 300]')]],
    ['strip of the cross-page seal re-pointed', [edited(bytes, slice, /\/N \d+ 0 R/, `/N ${overlay} 0 R`)]],
    ['stamp gets a caption', [extended(bytes, field('moqi-0004'), '/MK<</CA(Void)>>')]],
    ['stamp gets another state', [edited(bytes, field('moqi-0004'), /\/AP\s*<</, `/AP<</D ${overlay} 0 R`)]],
    ['price with a value that it does not show', [edited(bytes, price, '(10000)', '(90000)')]],
    ['field renamed', [edited(bytes, price, '(price)', '(prize)')]],
    ['field made a button', [edited(bytes, price, '/FT/Tx', '/FT/Btn')]],
    ['field with an appearance for its action', [edited(bytes, price, '/F 4', '/A<</S/URI/URI(x)>>/F 4')]],
    other,
    ...appearances,
  ]
}

/** The author's own field says and shows otherwise; the text it shows is also what the page shows. */
function shared(victim: Victim): Attack[] {
  const { bytes } = victim
  const filled = [edited(bytes, price, '(10000)', '(90000)'), { number: overlay, body: forged }]
  const twice = appendRevision(bytes, [edited(bytes, content, '10000', '90000')])
  const undone = appendRevision(twice, [{ number: content, body: sourceOf(bytes, content) }])
  return [
    increment(victim, 'fill that also replaces the overlay', filled),
    { ...increment(victim, 'replaced and put back', [edited(bytes, content, '10000', '90000')]), forged: undone },
    ...(['table', 'stream', 'packed', 'hybrid'] as const).map((style) =>
      increment(
        victim,
        `appearance and value, as ${style}`,
        [edited(bytes, font, 'Helvetica', 'Courier'), { number: priceAppearance, body: forged }],
        { form: style },
      ),
    ),
  ]
}

/** Shadow replace: fonts, images, values and appearances that mean something else than when everybody signed. */
export const shadowReplace: AttackClass = {
  name: 'shadow replace',
  families: ['changed', 'permission'],
  needsPreparation: true,
  attacks: (victim) => [
    ...[...resources(victim), ...fields(victim)].map(([name, pieces]) => increment(victim, name, pieces)),
    ...shared(victim),
  ],
}

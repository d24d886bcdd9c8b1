import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited, extended, streamBody, unchanged } from './append-revision.ts'
import type { Attack, AttackClass } from './attack.ts'
import { foreign, type ForeignVictim, listing } from './foreign-victim.ts'

const manyFields = 5_000
const fewFields = 5

function flood(bytes: Buffer, count: number): WrittenObject[] {
  const fields = Array.from({ length: count }, (_, at) => ({
    number: foreign.free + at,
    body: `<</FT/Sig/T(extra-${String(at).padStart(4, '0')})>>`,
  }))
  return [listing(bytes, 'form', fields.map(({ number }) => `${number} 0 R`).join(' ')), ...fields]
}

/** Changes that are to drown in the list of new fields, behind it or before it. */
function attacks({ bytes, level }: ForeignVictim): Attack[] {
  const last = foreign.free + manyFields
  const changes: [string, WrittenObject[]][] = [
    ['the words', [{ number: foreign.content, body: streamBody('BT /F 18 Tf 20 300 Td (Forged) Tj ET') }]],
    [
      'the content of the page',
      [
        edited(bytes, foreign.page, `/Contents ${foreign.content} 0 R`, `/Contents ${last} 0 R`),
        { number: last, body: streamBody('BT /F 18 Tf 20 300 Td (Forged) Tj ET') },
      ],
    ],
    ['the size of the page', [edited(bytes, foreign.page, '/MediaBox[0 0 300 400]', '/MediaBox[0 0 300 200]')]],
    ['the font', [edited(bytes, foreign.font, 'Helvetica', 'Symbol')]],
    ['an action on opening', [extended(bytes, foreign.catalog, '/OpenAction<</S/JavaScript/JS(x)>>')]],
  ]
  const twin =
    level === 1
      ? appendIncrement(bytes, [unchanged(bytes, foreign.form)])
      : appendIncrement(bytes, flood(bytes, fewFields))
  const [words] = changes
  const before = words ? [['the words, before it', words[1], flood(bytes, manyFields)] as const] : []
  const behind = changes.map(([name, objects]) => [`${name}, behind it`, flood(bytes, manyFields), objects] as const)
  return [...behind, ...before].map(([name, one, other]) => ({
    name,
    forged: appendIncrement(bytes, [...one, ...other]),
    twin,
  }))
}

/** Thousands of new fields, so that nobody notices one change more. */
export const floodedForm: AttackClass<ForeignVictim> = {
  name: 'flooded form',
  families: ['changed', 'permission', 'structure'],
  attacks,
}

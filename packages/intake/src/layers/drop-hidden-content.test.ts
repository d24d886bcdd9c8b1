import { expect, it } from 'vitest'
import { IntakeRefusal } from '../intake-refusal.ts'
import { contentOperations, nameOf } from '../content-operations.ts'
import { dropHiddenContent } from './drop-hidden-content.ts'

const flat = (source: string) => dropHiddenContent(source, (name) => name !== 'Off')
const left = (source: string) => flat(source).source.split('\n').join(' ')
const hide = (source: string) => left(`q /OC /Off BDC ${source} EMC Q`)
const operators = (source: string) => [...contentOperations(source)].map(({ operator }) => operator)

it('drops what a hidden layer paints and keeps the rest, without the marks of any layer', () => {
  expect(left('/OC/Off BDC 0 0 9 9 re f EMC /OC/On BDC 1 1 8 8 re f EMC')).toBe('1 1 8 8 re f')
  expect(left('/OC/Off BDC BT /F 9 Tf 1 2 Td(a)Tj ET EMC /Span<</MCID 0>>BDC 1 g EMC')).toBe(
    '/F 9 Tf /Span<</MCID 0>>BDC 1 g EMC',
  )
})

it('hides visible layers and plain marks inside a hidden layer, and hidden layers inside visible ones', () => {
  expect(hide('/OC/On BDC /I Do EMC /Span BMC 0 0 9 9 re f EMC')).toBe('q Q')
  expect(left('/OC/On BDC /A Do /OC/Off BDC /B Do EMC /C Do EMC')).toBe('/A Do /C Do')
  expect(left('/OC/Off BDC /OC/Off BDC /A Do EMC /B Do EMC /C Do')).toBe('/C Do')
})

it('keeps the state and the clipping that a hidden layer leaves behind', () => {
  expect(hide('1 0 0 rg 2 w 0 0 5 5 re W n 0 0 9 9 re S')).toBe('q 1 0 0 rg 2 w 0 0 5 5 re W n Q')
  expect(hide('q 1 0 0 rg 0 0 9 9 re W f Q')).toBe('q Q')
  expect(hide('BT 0 -12 TD 1 2(a)" ET')).toBe('q 12 TL 1 Tw 2 Tc Q')
})

it('keeps the position of text that follows in the same text object, or refuses', () => {
  expect(left('BT /OC/Off BDC 1 2 Td(a)Tj EMC 3 4 Td(b)Tj ET')).toBe('BT 1 2 Td 3 4 Td (b)Tj ET')
  expect(left("BT /OC/Off BDC(a)' EMC T*(b)Tj ET")).toBe('BT T* T* (b)Tj ET')
  expect(() => left('BT /OC/Off BDC(a)Tj EMC(b)Tj ET')).toThrow(IntakeRefusal)
})

it.each([
  ['q is left open', '/OC/Off BDC q EMC Q'],
  ['Q closes what began before', 'q /OC/Off BDC Q q EMC Q'],
  ['a text object begins inside', '/OC/Off BDC BT EMC ET'],
  ['a text object ends inside', 'BT /OC/Off BDC ET BT EMC ET'],
  ['it is never closed', '/OC/Off BDC 0 0 9 9 re f'],
  ['it begins in a path', '0 0 m /OC/Off BDC 9 9 l EMC S'],
  ['it ends in a path', '/OC/Off BDC 0 0 m EMC 9 9 l S'],
  ['its text clips', '/OC/Off BDC BT 7 Tr(a)Tj ET EMC'],
])('refuses a hidden layer when %s', (_, source) => {
  expect(() => flat(source)).toThrow('文件结构过于复杂')
})

it('is not misled by strings, comments, dictionaries and images that hold operators', () => {
  expect(hide(`${String.raw`BT(EMC \) (EMC) \\)Tj<454D43>Tj ET`} % EMC\n`)).toBe('q Q')
  expect(hide('/P<</A[(EMC)/EMC]/B<</C(>>)>>>>BDC EMC')).toBe('q Q')
  expect(hide('BI/W 9/H 1/BPC 8/CS/G ID \u0001EMC EI\u0002 EMC\u0000 EI 0 0 9 9 re f')).toBe('q Q')
  expect(left('BI/W 1/H 1 ID /OC/Off BDC EI /OC/Off BDC/I Do EMC')).toBe('BI/W 1/H 1 ID /OC/Off BDC EI')
  expect(left('/#4fC/O#66f BDC/I Do EMC')).toBe('')
})

it('tells which drawings still show and which were hidden', () => {
  const { drawn, dropped, hidden } = flat('/A Do /OC/Off BDC /A Do /B Do EMC')
  expect([[...drawn], [...dropped], hidden]).toEqual([['A'], ['A', 'B'], true])
  expect(flat('/OC/On BDC /A Do EMC').hidden).toBe(false)
})

it('reads operands of every kind, and names as the resources hold them', () => {
  expect(operators("[(a)-.5<41>]TJ true/N -1.5 +2 .5 sc null(a)' 1 0 0 1 0 0 cm")).toEqual(['TJ', 'sc', "'", 'cm'])
  expect([nameOf('/a#20b'), nameOf('/#E5#9B#BE'), nameOf('(a)')]).toEqual(['a b', '\u00e5\u009b\u00be', undefined])
})

it.each(['(a Tj', '<41 Tj', '[1 2 Tj', '<</A 1] Tj', '1 2', 'frob', 'BI/W 1', 'BI/W 1 ID x', '> n', '] n', '{ n'])(
  'refuses what readers could understand differently: %s',
  (source) => {
    expect(() => operators(source)).toThrow(IntakeRefusal)
  },
)

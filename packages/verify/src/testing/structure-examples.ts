import { add, type Example, put, swap } from './grammar-example.ts'

const tagged = [add(1, '/StructTreeRoot 25 0 R'), put(25, '<</K 26 0 R/ParentTree<</Nums[]>>>>')]
const element = (entries: string) => put(26, `<</S/P/P 25 0 R${entries}>>`)
const ofObject = (number: number, target: number) =>
  put(number, `<</S/Form/P 26 0 R/K<</Type/OBJR/Obj ${target} 0 R>>>>`)
const note = put(28, '<</Type/Annot/Subtype/Text/F 4/Rect[0 0 9 9]>>')

/** Changes of a tagged file's structure. */
export const structureExamples: readonly Example[] = [
  {
    rule: 'structure element: gone *, when isOfGoneAnnotation → structure-extended',
    facts: 'annotation-removed, structure-extended',
    before: [...tagged, element('/K[0 27 0 R]'), ofObject(27, 28), note, swap(3, '8 0 R]', '8 0 R 28 0 R]')],
    after: [swap(3, ' 28 0 R]', ']'), element('/K[0]'), put(27, 'null')],
  },
  {
    rule: 'structure element: entry behind gone * → page-content',
    facts: 'page-content',
    before: [...tagged, element('/K[0]')],
    after: [element('/K[0]/ActualText(900)')],
  },
  {
    rule: 'structure element: entry /K, when keepsKids → structure-extended',
    facts: 'structure-extended',
    before: [...tagged, element('/K[0]')],
    after: [element('/K[0 27 0 R]'), ofObject(27, 8)],
  },
  {
    rule: 'structure element: entry /Pg, when isFirstPlace → structure-extended',
    facts: 'structure-extended',
    before: [...tagged, element('/K[]')],
    after: [element('/K[]/Pg 3 0 R')],
  },
  {
    rule: 'structure element: objects /K /P, when isStructureExtended → structure-extended',
    facts: 'structure-extended',
    before: [...tagged, element('/K 29 0 R'), put(29, '[0]')],
    after: [put(29, '[0 27 0 R]'), ofObject(27, 8)],
  },
  {
    rule: 'structure element: objects /K /P → page-content',
    facts: 'shared-object, page-content',
    before: [...tagged, element('/K 29 0 R'), put(29, '[0]'), add(1, '/StructTreeRoot 25 0 R/Foo 29 0 R')],
    after: [put(29, '[1]')],
  },
]

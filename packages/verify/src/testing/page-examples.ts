import { add, type Example, put, stream, swap } from './grammar-example.ts'

const listed = (number: number, ...numbers: number[]) =>
  swap(number, '8 0 R]', `${[8, ...numbers].map((one) => `${one} 0 R`).join(' ')}]`)
const note = (subtype: string, more = '') => `<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9]${more}>>`
const template = {
  before: [
    add(1, '/Names<</Templates<</Names[(T) 26 0 R]>>>>'),
    put(26, '<</Type/Template/MediaBox[0 0 300 400]/Contents 4 0 R>>'),
  ],
  page: put(27, '<</Type/Page/Parent 2 0 R/TemplateInstantiated/T/MediaBox[0 0 300 400]/Contents 4 0 R>>'),
}
const pages = (kids: string, count = 1, more = '') => put(2, `<</Type/Pages/Kids ${kids}/Count ${count}${more}>>`)

/** Changes of pages, of their annotations and of any object, one for each rule. */
export const pageExamples: Example[] = [
  {
    rule: 'page tree: entry *, when areTemplatePages → none',
    facts: 'page-template',
    before: template.before,
    after: [template.page, pages('[3 0 R 27 0 R]', 2)],
  },
  { rule: 'page tree: entry * → pages', facts: 'pages', after: [add(2, '/Rotate 90')] },
  {
    rule: 'page tree: object /Kids, when areTemplatePages → none',
    facts: 'page-template',
    before: [...template.before, pages('28 0 R'), put(28, '[3 0 R]')],
    after: [template.page, pages('28 0 R', 2), put(28, '[3 0 R 27 0 R]')],
  },
  {
    rule: 'page tree: behind /Kids, when isItsObject → pages',
    facts: 'pages',
    before: [pages('28 0 R'), put(28, '[3 0 R]')],
    after: [put(28, '[null 3 0 R]')],
  },
  {
    rule: 'page tree: behind * → page-resources',
    facts: 'page-resources',
    before: [add(2, '/Resources 28 0 R'), put(28, '<<>>')],
    after: [put(28, '<</Font<<>>>>')],
  },
  {
    rule: 'page: new * → page-template',
    facts: 'page-template',
    before: template.before,
    after: [template.page, pages('[3 0 R 27 0 R]', 2)],
  },
  { rule: 'page: entry behind * → page-content', facts: 'page-content', after: [add(3, '/Rotate 90')] },
  {
    rule: 'page: object /, when isStream → page-content',
    facts: 'page-content',
    before: [put(3, stream('x', '/Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 8 0 R]'))],
    after: [put(3, stream('y', '/Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 8 0 R]'))],
  },
  {
    rule: 'page: entry object /Annots → none',
    facts: 'annotation-markup',
    after: [listed(3, 25), put(25, note('Text'))],
  },
  {
    rule: 'page: entry /MediaBox /CropBox /BleedBox /TrimBox /ArtBox, when isRounded → none',
    facts: '',
    after: [swap(3, '300 400', '300.0000001 400')],
  },
  {
    rule: 'page: entry behind /Resources → page-resources',
    facts: 'page-resources',
    after: [swap(3, '/F 9 0 R', '/G 9 0 R')],
  },
  {
    rule: 'page: entry /Tabs, when isFirstTabOrder → structure-extended',
    facts: 'structure-extended',
    after: [add(3, '/Tabs/S')],
  },
  { rule: 'page: entry /Tabs → tab-order', facts: 'tab-order', after: [add(3, '/Tabs/R')] },
  {
    rule: 'page: entry /StructParents, when isNewEntry → structure-extended',
    facts: 'structure-extended',
    after: [add(3, '/StructParents 0')],
  },
  {
    rule: 'annotation: entry new *, when isNote → annotation-markup',
    facts: 'annotation-markup',
    after: [listed(3, 25), put(25, note('Text'))],
  },
  {
    rule: 'annotation: entry behind new * → annotation-other',
    facts: 'annotation-other',
    after: [listed(3, 25), put(25, note('Stamp'))],
  },
  {
    rule: 'annotation: behind /AP, when belongsToNote → annotation-markup',
    facts: 'annotation-markup',
    before: [listed(3, 25), put(25, note('Text', '/AP<</N 26 0 R>>')), put(26, stream('q'))],
    after: [put(26, stream('Q'))],
  },
  {
    rule: 'annotation: gone *, when wasNote → annotation-removed',
    facts: 'annotation-removed',
    before: [listed(3, 25), put(25, note('Text'))],
    after: [swap(3, ' 25 0 R]', ']')],
  },
  {
    rule: 'annotation: gone * → annotation-other',
    facts: 'annotation-other',
    before: [listed(3, 25), put(25, note('Stamp'))],
    after: [swap(3, ' 25 0 R]', ']')],
  },
  {
    rule: 'any object: object /, when isUsedOtherwise → shared-object',
    facts: 'field-filled amount, shared-object, appearance-contradicts-value amount',
    before: [add(1, '/Foo 7 0 R')],
    after: [add(7, '/V(x)')],
  },
  {
    rule: 'any object: entry /A, when actsNow → action-added',
    facts: 'private-data, action-added',
    after: [add(1, '/PieceInfo<</A<</S/URI>>>>')],
  },
  {
    rule: 'any object: entry /OC, when isLayeredNow → layers',
    facts: 'private-data, layers',
    after: [add(1, '/PieceInfo<</OC 1>>')],
  },
  { rule: 'any object: new *, when leavesUnused → unused-object', facts: 'unused-object', after: [put(25, '<<>>')] },
  {
    rule: 'shared object: object / → shared-object',
    facts: 'shared-object, field-filled amount',
    before: [swap(3, '/Resources<<', '/Resources<</XObject<</X 10 0 R>>')],
    after: [put(10, stream('q'))],
  },
]

import { add, type Example, put, stream, swap } from './grammar-example.ts'

const xmp = (title: string) =>
  stream(`<x:xmpmeta><rdf:RDF><dc:title>${title}</dc:title></rdf:RDF></x:xmpmeta>`, '/Type/Metadata/Subtype/XML')
const listed = (number: number, ...numbers: number[]) =>
  swap(number, '8 0 R]', `${[8, ...numbers].map((one) => `${one} 0 R`).join(' ')}]`)
const note = (subtype: string, more = '') => `<</Type/Annot/Subtype/${subtype}/Rect[0 0 9 9]${more}>>`
const free = (number: number) => ({ entries: `${number} 1\n0000000000 00001 f \n`, trailer: '' })
const withInfo = { before: [put(25, '<</Title(x)>>')], trailer: '/Info 25 0 R' }
const template = {
  before: [
    add(1, '/Names<</Templates<</Names[(T) 26 0 R]>>>>'),
    put(26, '<</Type/Template/MediaBox[0 0 300 400]/Contents 4 0 R>>'),
  ],
  page: put(27, '<</Type/Page/Parent 2 0 R/TemplateInstantiated/T/MediaBox[0 0 300 400]/Contents 4 0 R>>'),
}
const pages = (kids: string, count = 1, more = '') => put(2, `<</Type/Pages/Kids ${kids}/Count ${count}${more}>>`)

/** Changes of the document besides its form, one for each rule. */
export const documentExamples: Example[] = [
  {
    rule: 'trailer: entry *, when isDropped → trailer-irregular',
    facts: 'trailer-irregular',
    trailer: '/Foo 1',
    section: { trailer: '' },
  },
  { rule: 'trailer: entry behind * → trailer-key', facts: 'trailer-key', added: '/Foo 1' },
  {
    rule: 'trailer: entry /Encrypt → trailer-key',
    facts: 'trailer-key',
    trailer: '/Encrypt<</Filter/X>>',
    section: { trailer: '' },
  },
  {
    rule: 'trailer: entry /Size /Prev /XRefStm /Type /W /Index /Filter /DecodeParms /Length → none',
    facts: '',
    after: [put(4, stream('BT /F 18 Tf 20 300 Td (Contract) Tj ET'))],
  },
  {
    rule: 'trailer: entry /Root /DocChecksum /AdditionalStreams /AuthCode → trailer-irregular',
    facts: 'trailer-irregular',
    added: '/DocChecksum/X',
  },
  {
    rule: 'trailer: entry /ID, when keepsFirstId → none',
    facts: '',
    trailer: '/ID[<00><01>]',
    section: { trailer: '/ID[<00><02>]' },
  },
  {
    rule: 'trailer: entry /ID, when wasEncrypted → trailer-key',
    facts: 'trailer-key',
    trailer: '/Encrypt<</Filter/X>>/ID[<00><01>]',
    section: { trailer: '/Encrypt<</Filter/X>>/ID[<02><01>]' },
  },
  {
    rule: 'trailer: entry /ID → trailer-irregular',
    facts: 'trailer-irregular',
    trailer: '/ID[<00><01>]',
    section: { trailer: '/ID[<02><01>]' },
  },
  {
    rule: 'trailer: entry /Info, when isStreamNow → trailer-key',
    facts: 'trailer-key, metadata, title',
    ...withInfo,
    section: { trailer: '/Info 4 0 R' },
  },
  {
    rule: 'trailer: entry /Info → none',
    facts: '',
    before: [put(25, '<</Title(x)>>'), put(26, '<</Title(x)>>')],
    trailer: '/Info 25 0 R',
    section: { trailer: '/Info 26 0 R' },
  },
  {
    rule: 'information: entry *, when isRewritten → metadata',
    facts: 'metadata',
    ...withInfo,
    after: [add(25, '/ModDate(D:2026)')],
  },
  {
    rule: 'information: entry *, when isRetitled → title',
    facts: 'metadata, title',
    ...withInfo,
    after: [put(25, '<</Title(y)>>')],
  },
  {
    rule: 'information: objects * → metadata',
    facts: 'title, metadata',
    before: [put(25, '<</Title 26 0 R>>'), put(26, '(x)')],
    trailer: '/Info 25 0 R',
    after: [put(26, '(y)')],
  },
  {
    rule: 'information: gone * → trailer-irregular',
    facts: 'trailer-irregular',
    ...withInfo,
    section: { trailer: '' },
  },
  { rule: 'catalog: entry * → catalog', facts: 'catalog', after: [add(1, '/Lang(x)')] },
  {
    rule: 'catalog: behind *, when isFreed → object-freed',
    facts: 'object-freed',
    before: [add(1, '/Foo 25 0 R'), put(25, '<<>>')],
    section: free(25),
  },
  {
    rule: 'catalog: behind * → catalog',
    facts: 'catalog',
    before: [add(1, '/Foo 25 0 R'), put(25, '<<>>')],
    after: [put(25, '<</A 1>>')],
  },
  {
    rule: 'catalog: entry /Pages → pages',
    facts: 'pages',
    after: [swap(1, '/Pages 2 0 R', '/Pages 25 0 R'), put(25, '<</Type/Pages/Kids[3 0 R]/Count 1/Rotate 90>>')],
  },
  {
    rule: 'catalog: entry /AcroForm → none',
    facts: '',
    after: [
      swap(
        1,
        '/AcroForm 5 0 R',
        '/AcroForm<</Fields[6 0 R 7 0 R 8 0 R]/SigFlags 7/DR<</Font<</Helv 9 0 R>>>>/DA(/Helv 0 Tf 0 g)>>',
      ),
    ],
  },
  {
    rule: 'catalog: entry objects /DSS, when isStoreRemoved → catalog',
    facts: 'catalog',
    before: [add(1, '/DSS<<>>')],
    after: [swap(1, '/DSS<<>>', '')],
  },
  { rule: 'catalog: entry objects /DSS, when isSecurityStore → dss', facts: 'dss', after: [add(1, '/DSS<<>>')] },
  { rule: 'catalog: entry objects /DSS → dss-malformed', facts: 'dss-malformed', after: [add(1, '/DSS<</Foo 1>>')] },
  {
    rule: 'catalog: entry /Perms, when isCertificationNow → none',
    facts: 'field-signed second',
    after: [add(1, '/Perms<</DocMDP 25 0 R>>'), put(25, '<</Type/Sig>>'), add(8, '/V 25 0 R')],
  },
  {
    rule: 'catalog: entry objects /Metadata, when isXmp → metadata',
    facts: 'metadata',
    after: [add(1, '/Metadata 25 0 R'), put(25, xmp('a'))],
  },
  {
    rule: 'catalog: entry objects /Metadata → catalog',
    facts: 'shared-object, catalog',
    before: [add(1, '/Metadata 25 0 R/Foo 25 0 R'), put(25, xmp('a'))],
    after: [put(25, stream('x'))],
  },
  {
    rule: 'catalog: entry objects /Metadata, when isXmpRetitled → title',
    facts: 'metadata, title',
    before: [add(1, '/Metadata 25 0 R'), put(25, xmp('a'))],
    after: [put(25, xmp('b'))],
  },
  {
    rule: 'catalog: entry /Version, when isHigherVersion → version',
    facts: 'version',
    after: [add(1, '/Version/2.0')],
  },
  {
    rule: 'catalog: entry objects /Extensions, when keepsExtensions → version',
    facts: 'version',
    after: [add(1, '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>')],
  },
  {
    rule: 'catalog: entry objects /Extensions → catalog',
    facts: 'shared-object, catalog',
    before: [add(1, '/Extensions 25 0 R/Foo 25 0 R'), put(25, '<</ADBE<</BaseVersion/1.7/ExtensionLevel 3>>>>')],
    after: [put(25, '<</ADBE<</BaseVersion/1.7/ExtensionLevel 1>>>>')],
  },
  {
    rule: 'catalog: entry objects /StructTreeRoot, when isStructureExtended → structure-extended',
    facts: 'structure-extended',
    before: [add(1, '/StructTreeRoot 25 0 R'), put(25, '<</ParentTree<</Nums[]>>>>')],
    after: [add(25, '/ParentTreeNextKey 1')],
  },
  {
    rule: 'catalog: entry objects /StructTreeRoot → page-content',
    facts: 'page-content',
    before: [add(1, '/StructTreeRoot 25 0 R'), put(25, '<</ParentTree<</Nums[]>>>>')],
    after: [add(25, '/RoleMap<<>>')],
  },
  {
    rule: 'catalog: entry objects /PieceInfo /SpiderInfo → private-data',
    facts: 'private-data',
    after: [add(1, '/PieceInfo<<>>')],
  },
  {
    rule: 'catalog: behind /OCProperties, when isFreed → object-freed',
    facts: 'object-freed',
    before: [add(1, '/OCProperties<</D 25 0 R>>'), put(25, '<<>>')],
    section: free(25),
  },
  { rule: 'catalog: entry behind /OCProperties → layers', facts: 'layers', after: [add(1, '/OCProperties<</D<<>>>>')] },
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

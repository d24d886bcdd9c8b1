import { add, type Example, put, stream, swap } from './grammar-example.ts'

const xmp = (title: string) =>
  stream(`<x:xmpmeta><rdf:RDF><dc:title>${title}</dc:title></rdf:RDF></x:xmpmeta>`, '/Type/Metadata/Subtype/XML')
const free = (number: number) => ({ entries: `${number} 1\n0000000000 00001 f \n`, trailer: '' })
const withInfo = { before: [put(25, '<</Title(x)>>')], trailer: '/Info 25 0 R' }

/** Changes of the trailer, the information dictionary and the catalog, one for each rule. */
export const catalogExamples: Example[] = [
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
    after: [add(1, '/Metadata 25 0 R'), put(25, xmp(''))],
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
]

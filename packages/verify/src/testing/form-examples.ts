import { add, type Edit, type Example, put, stream, swap } from './grammar-example.ts'

const open = 'text field, choice field, button, field being signed, field being time-stamped, other field'
const any = `signed field, ${open}`
const filled = 'text field, choice field, button'
const signed = '/V<</Type/Sig>>'
const stamped = '/V<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161>>'
const widgetAt = (rect: string, more = '') => `<</Type/Annot/Subtype/Widget/FT/Sig/T(new)/Rect[${rect}]${more}>>`
const fields = swap(5, '8 0 R]', '8 0 R 25 0 R]')
const annotations = swap(3, '8 0 R]', '8 0 R 25 0 R]')
const appearance = (content: string) => stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 90 20]')
const xfa = (name: string) => [add(1, '/Foo 25 0 R'), add(5, `/XFA[(${name}) 25 0 R]`), put(25, stream('<a/>'))]

const newField = (rule: string, facts: string, rect: string, more = ''): Example => ({
  rule: `new field: ${rule}`,
  facts,
  after: [put(25, widgetAt(rect, more)), fields, annotations],
})

const second = (entries: string) => put(8, `<</FT/Sig/T(second)/Subtype/Widget${entries}>>`)

/** A field that shows nothing is signed or time-stamped; the rules for both are the same. */
function signing(part: string, kind: string, value: string): Example[] {
  const common = '/Type/Annot/P 3 0 R/Rect[0 0 0 0]'
  const change = (rule: string, before: string, after: string, objects: [Edit[], Edit[]] = [[], []]): Example => ({
    rule: `${part}: ${rule} → ${kind}`,
    facts: `${kind} second`,
    before: [second(before), ...objects[0]],
    after: [second(after), ...objects[1]],
  })
  return [
    change('entry objects /V /AP', common, `${common}${value}`),
    change('entry behind /AS /MK /DA /M', common, `${common}${value}/M(D:2026)`),
    change('entry /Ff', common, `${common}${value}/Ff 1`),
    change('entry /F, when keepsShowingWhenSigned', common, `${common}${value}/F 132`),
    change('entry /Type, when isAnnotation', '/P 3 0 R/Rect[0 0 0 0]', `${common}${value}`),
    change('entry /P, when isItsPage', '/Type/Annot/Rect[0 0 0 0]', `${common}${value}`),
    change('behind /P /Type', `/Type 25 0 R/Rect[0 0 0 0]`, `/Type 25 0 R/Rect[0 0 0 0]${value}`, [
      [put(25, '/Annot')],
      [put(25, '/Foo')],
    ]),
    change('entry /StructParent, when isNewEntry', common, `${common}${value}/StructParent 0`),
    change('entry /Rect, when vanishes', '/Type/Annot/Rect[0 0 9 9]', `/Type/Annot/Rect[0 0 0 0]${value}`),
  ]
}

/** Changes of the form, its fields and their widgets, one for each rule. */
export const formExamples: Example[] = [
  { rule: 'widget: gone * → form-structure', facts: 'form-structure', after: [swap(3, '7 0 R ', '')] },
  {
    rule: 'widget: new *, when isOfNewField → none',
    facts: 'empty-signature-field-added new',
    after: [put(25, widgetAt('0 0 0 0')), fields, annotations],
  },
  {
    rule: 'widget: new *, when isShownBySigning → signature-field-added-visible',
    facts: 'signature-field-added-visible second, field-signed second',
    before: [swap(3, ' 8 0 R]', ']')],
    after: [swap(3, '7 0 R]', '7 0 R 8 0 R]'), add(8, signed)],
  },
  {
    rule: 'widget: new *, when isPlacedBySigning → none',
    facts: 'field-signed second',
    before: [swap(3, ' 8 0 R]', ']'), swap(8, '110 10 200 60', '0 0 0 0')],
    after: [swap(3, '7 0 R]', '7 0 R 8 0 R]'), add(8, signed)],
  },
  {
    rule: 'widget: new * → form-structure',
    facts: 'form-structure second',
    before: [swap(3, ' 8 0 R]', ']')],
    after: [swap(3, '7 0 R]', '7 0 R 8 0 R]')],
  },
  {
    rule: 'form: gone * → form-structure',
    facts: 'form-structure, form-structure first, form-structure amount, form-structure second',
    after: [swap(1, '/AcroForm 5 0 R', '')],
  },
  { rule: 'form: entry behind * → form-structure', facts: 'form-structure', after: [add(5, '/Q 1')] },
  {
    rule: 'form: object / → none',
    facts: 'shared-object',
    before: [add(1, '/Foo 5 0 R')],
    after: [swap(5, '/SigFlags 3', '/SigFlags 7')],
  },
  {
    rule: 'form: entry /Fields, when keepsFields → none',
    facts: 'empty-signature-field-added new',
    after: [put(25, widgetAt('0 0 0 0')), fields],
  },
  {
    rule: 'form: object /Fields → none',
    facts: 'empty-signature-field-added new',
    before: [swap(5, '[6 0 R 7 0 R 8 0 R]', ' 26 0 R'), put(26, '[6 0 R 7 0 R 8 0 R]')],
    after: [put(25, widgetAt('0 0 0 0')), put(26, '[6 0 R 7 0 R 8 0 R 25 0 R]')],
  },
  {
    rule: 'form: entry objects /SigFlags, when setsBits → none',
    facts: '',
    after: [swap(5, '/SigFlags 3', '/SigFlags 7')],
  },
  {
    rule: 'form: entry objects /SigFlags → form-structure',
    facts: 'shared-object, form-structure',
    before: [add(1, '/Foo 25 0 R'), swap(5, '/SigFlags 3', '/SigFlags 25 0 R'), put(25, '3')],
    after: [put(25, '1')],
  },
  {
    rule: 'form: entry object /DR /DR/*, when keepsResources → default-resources-added',
    facts: 'default-resources-added',
    after: [swap(5, '/Helv 9 0 R', '/Helv 9 0 R/F 9 0 R')],
  },
  {
    rule: 'form: entry object /DR /DR/* → default-resources-changed',
    facts: 'default-resources-changed',
    after: [swap(5, '/Helv 9 0 R', '/F 9 0 R')],
  },
  {
    rule: 'form: behind /DR → default-resources-changed',
    facts: 'default-resources-changed',
    before: [swap(5, '/Helv 9 0 R', '/Helv 25 0 R'), put(25, '<</Type/Font>>')],
    after: [add(25, '/Encoding/WinAnsiEncoding')],
  },
  {
    rule: 'form: entry /DA, when isFirstDefault → default-resources-added',
    facts: 'default-resources-added',
    before: [swap(5, '/DA(/Helv 0 Tf 0 g)', '')],
    after: [add(5, '/DA(/Helv 0 Tf 0 g)')],
  },
  {
    rule: 'form: entry /DA → default-resources-changed',
    facts: 'default-resources-changed',
    after: [swap(5, '0 Tf', '9 Tf')],
  },
  {
    rule: 'form: entry /NeedAppearances, when asksForAppearances → form-structure',
    facts: 'form-structure',
    after: [add(5, '/NeedAppearances true')],
  },
  { rule: 'form: entry /NeedAppearances → none', facts: '', after: [add(5, '/NeedAppearances false')] },
  {
    rule: 'form: entry objects /XFA, when isOnlyData → xfa',
    facts: 'shared-object, xfa',
    before: xfa('datasets'),
    after: [put(25, stream('<b/>'))],
  },
  {
    rule: 'form: entry objects /XFA → form-structure',
    facts: 'shared-object, form-structure',
    before: xfa('template'),
    after: [put(25, stream('<b/>'))],
  },
  newField(
    'new *, when isLargeAndShown → signature-field-large',
    'signature-field-large new, signature-field-added-visible new',
    '0 0 300 400',
    signed,
  ),
  {
    rule: 'new field: new *, when wasSomethingElse → form-structure',
    facts: 'form-structure new',
    before: [add(1, '/PieceInfo<</X 25 0 R>>'), put(25, widgetAt('0 0 0 0'))],
    after: [fields],
  },
  {
    rule: 'new field: new *, when isOnlyParent → none',
    facts: 'signature-field-added new.kid',
    after: [put(25, '<</T(new)/Kids[26 0 R]>>'), put(26, `<</FT/Sig/T(kid)/Parent 25 0 R${signed}>>`), fields],
  },
  {
    rule: 'new field: new *, when isNoSignatureField → form-structure',
    facts: 'form-structure new',
    after: [put(25, '<</FT/Tx/T(new)>>'), fields],
  },
  newField(
    'new *, when isSignedAndShown → signature-field-added-visible',
    'signature-field-added-visible new',
    '0 0 9 9',
    signed,
  ),
  newField(
    'new *, when isShown → empty-signature-field-added-visible',
    'empty-signature-field-added-visible new',
    '0 0 9 9',
  ),
  newField('new *, when isUnsigned → empty-signature-field-added', 'empty-signature-field-added new', '0 0 0 0'),
  newField('new *, when isTimestamped → timestamp-field-added', 'timestamp-field-added new', '0 0 0 0', stamped),
  newField('new * → signature-field-added', 'signature-field-added new', '0 0 0 0', signed),
  {
    rule: `${any}: gone * → form-structure`,
    facts: 'form-structure, form-structure amount',
    after: [swap(5, '7 0 R ', '')],
  },
  {
    rule: `${any}: entry /AP, when wasUsedElsewhere → shared-object`,
    facts: 'field-filled amount, shared-object amount',
    before: [add(1, '/Foo 25 0 R'), swap(7, '<</N 10 0 R>>', ' 25 0 R'), put(25, '<</N 10 0 R>>')],
    after: [swap(7, ' 25 0 R', '<</N 26 0 R>>'), put(26, appearance('q'))],
  },
  {
    rule: 'signed field: entry behind * → signed-field-changed',
    facts: 'signed-field-changed first',
    before: [add(6, signed)],
    after: [add(6, '/M(x)')],
  },
  {
    rule: 'signed field: objects /V → signed-field-changed',
    facts: 'shared-object, signed-field-changed first',
    before: [add(1, '/Foo 25 0 R'), add(6, '/V<</Type/Sig/Reference 25 0 R>>'), put(25, '[]')],
    after: [put(25, '[1]')],
  },
  {
    rule: 'signed field: entry objects /AP → signed-appearance-changed',
    facts: 'signed-appearance-changed first',
    before: [add(6, signed)],
    after: [add(6, '/AP<<>>')],
  },
  { rule: 'signed field: entry behind /Ff → none', facts: '', before: [add(6, signed)], after: [add(6, '/Ff 1')] },
  {
    rule: `${open}: entry behind * → form-structure`,
    facts: 'form-structure amount',
    after: [swap(7, '10 100', '10 200')],
  },
  {
    rule: `${open}: entry /Ff, when isOnlyLocked → field-locked`,
    facts: 'field-locked amount',
    after: [add(7, '/Ff 1')],
  },
  ...signing('field being signed', 'field-signed', signed),
  ...signing('field being time-stamped', 'timestamp-field-signed', stamped),
  { rule: `${filled}: entry objects /V /AP → field-filled`, facts: 'field-filled amount', after: [add(7, '/V( )')] },
  {
    rule: `${filled}: entry behind /AS /I /RV /M → field-filled`,
    facts: 'field-filled amount',
    after: [add(7, '/V( )/M(D:2026)')],
  },
  {
    rule: `${filled}: entry /F, when keepsShowingWhenFilled → field-filled`,
    facts: 'field-filled amount',
    after: [swap(7, '/F 4', '/V( )/F 132')],
  },
  {
    rule: `${filled}: entry /Ff, when turnsReadOnlyAlone → field-filled`,
    facts: 'field-filled amount',
    after: [add(7, '/V( )/Ff 1')],
  },
  {
    rule: `${filled}: entry /MK, when keepsFrame → field-filled`,
    facts: 'field-filled amount',
    before: [add(7, '/MK<</BC[0]>>')],
    after: [swap(7, '/BC[0]>>', '/BC[0 0 0]>>/V( )')],
  },
  {
    rule: `${filled}: behind /MK → field-filled`,
    facts: 'field-filled amount',
    before: [add(7, '/MK 25 0 R'), put(25, '<<>>')],
    after: [put(25, '<</BC[0]>>')],
  },
  {
    rule: 'choice field: entry /TI, when isOption → field-filled',
    facts: 'field-filled amount, appearance-not-comparable amount',
    before: [swap(7, '/FT/Tx', '/FT/Ch/Opt[( )(b)]')],
    after: [add(7, '/V( )/TI 1')],
  },
  {
    rule: 'other field: objects /V /AP → form-structure',
    facts: 'shared-object, form-structure amount',
    before: [add(1, '/Foo 25 0 R'), swap(7, '/FT/Tx', '/FT/Foo/V 25 0 R'), put(25, '(x)')],
    after: [put(25, '(y)')],
  },
  {
    rule: 'signature: entry behind * → signed-field-changed',
    facts: 'signed-field-changed first',
    before: [add(6, '/V 25 0 R'), put(25, '<</Type/Sig/Reference 26 0 R>>'), put(26, '[]')],
    after: [put(26, '[1]')],
  },
  {
    rule: 'filled field: entry /AP, when contradictsValue → appearance-contradicts-value',
    facts: 'field-filled amount, appearance-contradicts-value amount',
    after: [add(7, '/V(100)')],
  },
  {
    rule: 'filled field: entry /AP, when isOtherButton → button-appearance',
    facts: 'field-filled amount, button-appearance amount',
    before: [swap(7, '/FT/Tx', '/FT/Btn/Ff 65536')],
    after: [put(10, appearance('0 0 9 9 re f'))],
  },
  {
    rule: 'filled field: entry /AP, when isNotComparable → appearance-not-comparable',
    facts: 'field-filled amount, appearance-not-comparable amount',
    after: [add(7, '/V(100)'), put(10, appearance('/Sh sh'))],
  },
  {
    rule: 'field signed: entry /AP, when isLargeNow → signature-field-large',
    facts: 'field-signed second, signature-field-large second',
    before: [swap(8, '110 10 200 60', '0 0 300 400')],
    after: [add(8, signed)],
  },
]

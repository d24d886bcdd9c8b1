import { expect, test } from 'vitest'
import { defaultLimits } from '../bounds/limits.ts'
import { OfdFault } from '../bounds/ofd-fault.ts'
import { readXml } from './read-xml.ts'

const read = (text: string | Buffer) => readXml(Buffer.from(text), defaultLimits)

test('elements, attributes, namespaces and text are read', () => {
  const root = read(
    '\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<!-- a --><o:A xmlns:o="u" x=\'1 &lt; 2\'>é<!-- - --><B xmlns="v">&#x4e00;</B>' +
      '<![CDATA[<c>]]>\r\n<o:D/></o:A >',
  )
  expect(root).toMatchObject({ name: 'A', namespace: 'u', text: 'é<c>\n' })
  expect(root.attributes).toEqual(new Map([['x', '1 < 2']]))
  expect(root.children.map(({ name, namespace, text }) => [name, namespace, text])).toEqual([
    ['B', 'v', '一'],
    ['D', 'u', ''],
  ])
})

const bomb = '<!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;">]><a>&d;</a>'
const refused = {
  'a document type': '<!DOCTYPE a><a/>',
  'an entity bomb': bomb,
  'an external entity': '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
  'an unknown entity': '<a>&nbsp;</a>',
  'an entity without end': '<a>&amp</a>',
  'a processing instruction': '<a><?php ?></a>',
  'another encoding': '<?xml version="1.0" encoding="GBK"?><a/>',
  'a doubled attribute': '<a x="1" x="2"/>',
  'an attribute without quotes': '<a x=1/>',
  'an undeclared prefix': '<o:a/>',
  'two roots': '<a/><b/>',
  'text behind the root': '<a/>x',
  'no root': '  ',
  'an open element': '<a><b></a>',
  'wrongly nested elements': '<a><b></a></b>',
  'a comment in a comment': '<a><!-- -- --></a>',
  'a bare ampersand': '<a>a & b</a>',
  'a reference to nothing': '<a>&#0;</a>',
  'a reference beyond Unicode': '<a>&#x110000;</a>',
  'half a pair': '<a>&#xd800;</a>',
  'a control character': '<a>\u0001</a>',
  'the end of CDATA in text': '<a>]]></a>',
}

test.each(Object.entries(refused))('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow(OfdFault)
})

test('bytes that are not UTF-8 are refused', () => {
  expect(() => read(Buffer.from('3c613ec3283c2f613e', 'hex'))).toThrow(OfdFault)
})

test('depth and number are counted, and cost no stack', () => {
  expect(() => read('<a>'.repeat(1_000))).toThrow('XML depth')
  const many = { ...defaultLimits, elements: 10 }
  expect(() => readXml(Buffer.from(`<a>${'<b/>'.repeat(20)}</a>`), many)).toThrow('XML elements')
})

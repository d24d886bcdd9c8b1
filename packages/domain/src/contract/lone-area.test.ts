import { expect, test } from 'vitest'
import type { Control } from './controls.ts'
import { loneArea } from './lone-area.ts'

const at = (control: Control, fileId = 'f') => ({ control, fileId })

test.each([
  ['a date beside handwriting', [at('date'), at('handwrite')], null],
  ['a fill-in beside handwriting', [at('checkbox'), at('handwrite')], null],
  ['a cross-page seal beside a seal', [at('crossPage'), at('companySeal')], null],
  ['a date alone', [at('date')], '在有签署日期的文件中还需要一处印章或签名'],
  ['a fill-in alone', [at('text')], '在有填写项的文件中还需要一处印章或签名'],
  ['a cross-page seal beside handwriting', [at('crossPage'), at('handwrite')], '在有骑缝章的文件中还需要一处印章'],
  ['a seal in another file', [at('textarea'), at('companySeal', 'g')], '在有填写项的文件中还需要一处印章或签名'],
])('%s', (_, areas, missing) => {
  expect(loneArea(areas)).toBe(missing)
})

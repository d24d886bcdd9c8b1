import { expect, test } from 'vitest'
import { ExtensionFailed, readManifest } from './manifest.ts'

const hash = `sha384-${'A'.repeat(64)}`
const good = {
  name: '数据看板',
  entrypoints: ['assets/board.js'],
  publicPath: '/vue/',
  assets: { js: ['assets/vue.js', 'assets/board.js'], css: ['assets/board.css'] },
  integrity: { 'assets/vue.js': hash, 'assets/board.js': hash, 'assets/board.css': hash },
}
const read = (manifest: unknown) => readManifest(JSON.stringify(manifest), 'https://sign.example')

function faultOf(manifest: unknown) {
  try {
    return read(manifest)
  } catch (error) {
    return error instanceof ExtensionFailed ? error.fault : error
  }
}

test('files are read in their order, at this origin, each with its hash', () => {
  expect(read(good)).toEqual({
    name: '数据看板',
    scripts: [
      { name: 'assets/vue.js', address: 'https://sign.example/vue/assets/vue.js', integrity: hash },
      { name: 'assets/board.js', address: 'https://sign.example/vue/assets/board.js', integrity: hash },
    ],
    styles: [{ name: 'assets/board.css', address: 'https://sign.example/vue/assets/board.css', integrity: hash }],
  })
})

const withScript = (name: string) => ({
  ...good,
  entrypoints: [name],
  assets: { js: [name], css: [] },
  integrity: { [name]: hash },
})

test.each([
  ['https://elsewhere.example/x.js'],
  ['//elsewhere.example/x.js'],
  ['data:text/javascript,1'],
  ['blob:https://sign.example/1'],
])('%s is of another origin', (name) => {
  expect(faultOf(withScript(name))).toEqual({ kind: 'origin', file: name })
})

test('a public path elsewhere is of another origin too', () => {
  expect(faultOf({ ...good, publicPath: 'https://elsewhere.example/' })).toMatchObject({ kind: 'origin' })
})

test.each([
  [null],
  [[]],
  [{}],
  [{ ...good, name: 1 }],
  [{ ...good, entrypoints: [] }],
  [{ ...good, entrypoints: ['assets/none.js'] }],
  [{ ...good, assets: { js: [1], css: [] } }],
  [{ ...good, integrity: {} }],
  [{ ...good, integrity: { ...good.integrity, 'assets/vue.js': 'sha256-AAAA' } }],
  [{ ...good, integrity: { ...good.integrity, 'assets/vue.js': undefined } }],
])('%j is no manifest', (manifest) => {
  expect(faultOf(manifest)).toMatchObject({ kind: 'manifest' })
})

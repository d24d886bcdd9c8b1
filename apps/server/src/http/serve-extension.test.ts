import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readExtension, serveExtension } from './serve-extension.ts'

const root = mkdtempSync(join(tmpdir(), 'moqi-extension-'))
afterAll(() => rmSync(root, { recursive: true }))
const script = 'globalThis.moqiExtension = {}'
const integrity = { 'assets/a.js': `sha384-${createHash('sha384').update(script).digest('base64')}` }

function folderWith(js: string[]): string {
  const folder = mkdtempSync(join(root, 'one-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'assets', 'a.js'), script)
  writeFileSync(join(folder, 'secret.json'), '{}')
  const manifest = { name: '看板', entrypoints: js, publicPath: '/vue/', assets: { js, css: [] }, integrity }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

async function served(directory: string | null) {
  const app = Fastify()
  serveExtension(app, readExtension(directory))
  const get = async (url: string) => await app.inject({ url, headers: { accept: '*/*' } })
  return { get, close: () => app.close() }
}

test('the manifest and what it names are served, nothing else; other addresses are pages (R7)', async () => {
  const { get, close } = await served(folderWith(['assets/a.js']))
  expect((await get('/vue/manifest.json')).json()).toMatchObject({
    publicPath: '/vue/',
    assets: { js: ['assets/a.js'] },
  })
  const file = await get('/vue/assets/a.js')
  expect([file.statusCode, file.headers['content-type'], file.payload]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    script,
  ])
  for (const url of ['/vue/secret.json', '/vue/assets/b.js', '/vue/..%2fsecret.json'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  for (const url of ['/vue', '/vue/board?x=1']) expect((await get(url)).headers.location).toBe(`/home${url}`)
  await close()
})

test.each([null, join(root, 'nowhere')])('without an extension the manifest is not there (%s)', async (directory) => {
  const { get, close } = await served(directory)
  const answer = await get('/vue/manifest.json')
  expect([answer.statusCode, answer.json().message]).toEqual([404, '未安装扩展应用'])
  await close()
})

test.each([['../outside.js'], ['assets/../../x.js'], ['secret.json']])(
  'a manifest that names %s keeps the server from starting',
  (name) => {
    expect(() => readExtension(folderWith([name]))).toThrow(name)
  },
)

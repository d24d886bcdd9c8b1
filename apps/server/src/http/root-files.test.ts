import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRootFiles, serveRootFiles } from './root-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moqi-root-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('verification files stand at the root as plain text, byte for byte, and nothing beside them', async () => {
  put('MP_verify_aB3xYz09.txt', 'aB3xYz09')
  put('WW_verify_k2.txt', 'k2\n')
  put('google12.html', '<script>alert(1)</script>')
  put('.DS_Store', 'x')
  const app = Fastify()
  serveRootFiles(app, readRootFiles(folder))
  const found = await app.inject('/MP_verify_aB3xYz09.txt')
  expect([found.statusCode, found.payload, found.headers['content-type']]).toEqual([
    200,
    'aB3xYz09',
    'text/plain; charset=utf-8',
  ])
  expect((await app.inject('/WW_verify_k2.txt')).payload).toBe('k2\n')
  expect((await app.inject('/google12.html')).headers['content-type']).toBe('text/plain; charset=utf-8')
  for (const path of ['/MP_verify_ab3xyz09.txt', '/.DS_Store', '/x/MP_verify_aB3xYz09.txt', '/..%2fpackage.json'])
    expect((await app.inject(path)).statusCode).toBe(404)
  await app.close()
})

test('what is no such file keeps the server from starting, and says so', () => {
  expect(readRootFiles(null).size).toBe(0)
  put('notes.md', 'x')
  expect(() => readRootFiles(folder)).toThrow('notes.md is no name')
  rmSync(join(folder, 'notes.md'))
  put('MP_verify_large.txt', 'x'.repeat(5000))
  expect(() => readRootFiles(folder)).toThrow('more than 4096 bytes')
  rmSync(join(folder, 'MP_verify_large.txt'))
  mkdirSync(join(folder, 'WW_verify_folder.txt'))
  expect(() => readRootFiles(folder)).toThrow('EISDIR')
  expect(() => readRootFiles(join(folder, 'none'))).toThrow('ENOENT')
})

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const cached = join(root, 'node_modules', '.cache')
let folder = ''
beforeAll(() => {
  // Where what it imports is found.
  folder = mkdtempSync(join(cached, 'one-piece-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Puts a program together and runs it; answers where it was put and what it printed. */
function run(source: string): { program: string; printed: string } {
  const ask = `import { inOnePiece } from './scripts/one-piece.mjs'
    console.log(await inOnePiece(${JSON.stringify(source)}, ${JSON.stringify({ folder: join(folder, 'made'), within: folder })}))`
  const asked = execFileSync(process.execPath, ['--input-type=module', '-e', ask], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const program = asked.trim()
  return { program, printed: spawnSync(process.execPath, [program], { encoding: 'utf8' }).stdout.trim() }
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

test('a program is put together once, anew when a file of it has changed, and runs as it stands when it cannot be', () => {
  const source = join(folder, 'main.ts')
  write('main.ts', `import { word } from './word.ts'\nconst said: string = word\nconsole.log(said, import.meta.main)\n`)
  write('word.ts', `export const word: string = 'one'\n`)
  const first = run(source)
  expect(first.printed).toBe('one true')
  expect(first.program.startsWith(join(folder, 'made'))).toBe(true)
  expect(run(source)).toEqual(first)

  write('word.ts', `export const word: string = 'another'\n`)
  expect(run(source).printed).toBe('another true')
  // The same length, a second later.
  write('word.ts', `export const word: string = 'anotHer'\n`)
  utimesSync(join(folder, 'word.ts'), new Date(), new Date(Date.now() + 1000))
  expect(run(source).printed).toBe('anotHer true')

  write('word.ts', `export const words = 1\n`)
  expect(run(source).program).toBe(source)
  // What runs already loads its parts from where it was put.
  expect(existsSync(first.program)).toBe(true)
})

test('the command that verifies says in one piece what it says in many', () => {
  const verify = 'packages/evidence/src/command-line.ts'
  const corpus = join(root, '../shared/corpus/genuine')
  const files = existsSync(corpus)
    ? readdirSync(corpus)
        .filter((name) => name.endsWith('.pdf'))
        .slice(0, 3)
        .map((name) => join(corpus, name))
    : [join(root, 'samples/保密协议.pdf')]
  const inPiece = ['scripts/run.mjs', '--at-once', verify]
  const said = (words: string[]) =>
    files.map((file) => spawnSync(process.execPath, [...words, 'verify', file], { cwd: root, encoding: 'utf8' }).stdout)
  expect(said(inPiece)).toEqual(said([verify]))
})

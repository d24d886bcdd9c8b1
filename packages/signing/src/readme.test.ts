import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sample } from './append/signing-scene.ts'
import { runCommandLine } from './command-line.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readme)?.[1] ?? ''

function folderWithContract(): string {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-readme-'))
  writeFileSync(join(folder, 'contract.pdf'), sample('保密协议'))
  return folder
}

test('the code in the README signs a file and finds it valid, in ten lines', () => {
  const folder = folderWithContract()
  const code = blockOf('ts')
  expect(code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10)
  symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'sign.ts'), code)
  const { stdout, stderr, status } = spawnSync(process.execPath, ['sign.ts'], { cwd: folder, encoding: 'utf8' })
  expect({ stdout, stderr, status }).toMatchObject({ stdout: 'valid\n', status: 0 })
})

test('the commands in the README sign a file and find it valid', async () => {
  const folder = folderWithContract()
  const commands = blockOf('sh').trim().split('\n')
  expect(commands).toHaveLength(2)
  for (const command of commands) {
    const words = command.replace('npm run ', '').replace(' -- ', ' ').split(' ')
    const inFolder = words.map((word) => (/\.(pdf|crt)$/.test(word) ? join(folder, word) : word))
    const lines: string[] = []
    const complaints: string[] = []
    const code = await runCommandLine({
      arguments: inFolder,
      environment: {},
      now: new Date(),
      print: (line) => lines.push(line),
      complain: (text) => complaints.push(text),
    })
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
  }
})

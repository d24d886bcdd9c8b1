import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { confinedOffice } from './confined-office.ts'
import { confinements } from './confinement.ts'
import { findOffice } from './open-office.ts'

const program = findOffice() ?? ''
const folder = mkdtempSync(join(tmpdir(), 'moqi-soffice-'))
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sample = readFileSync(new URL('../../../../../samples/劳动合同.docx', import.meta.url))
const toPdf = { from: 'docx', to: 'pdf' } as const
const unhurried = () => AbortSignal.timeout(60_000)
const open = (path: string, more = {}) => confinedOffice({ program: path, fontFiles: [], hidden: [], ...more })

/** A LibreOffice that starts well and does this with a document; $HOME is where it works. */
function broken(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\ncase "$*" in *in.txt*) exec soffice "$@" ;; esac\n${script}\n`, { mode: 0o755 })
  return path
}

describe.skipIf(program === '' || spawnSync('bwrap', ['--version']).status !== 0)(
  'Needs LibreOffice, bubblewrap',
  () => {
    test.each(confinements(process.getuid?.() === 0).map((one, index) => [index + 1, one] as const))(
      'a document is converted in confinement %i',
      async (_index, confinement) => {
        const office = open(program, { confinements: [confinement] })
        const pdf = await office.convert(sample, toPdf, unhurried())
        expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
        await office.close()
      },
    )

    test('an end with 0 and no file is a failure', async () => {
      const office = open(broken('silent', 'exit 0'))
      expect(await office.convert(sample, toPdf, unhurried())).toBeNull()
      await office.close()
    })

    test('what one document leaves behind no other one finds', async () => {
      const mark = 'for at in "$HOME/profile" /tmp; do [ -e "$at/mark" ] && exit 1; touch "$at/mark"; done'
      const office = open(broken('marking', `${mark}\nexec soffice "$@"`))
      const converted = [
        await office.convert(sample, toPdf, unhurried()),
        await office.convert(sample, toPdf, unhurried()),
      ]
      expect(converted.map((pdf) => pdf?.subarray(0, 5).toString())).toEqual(['%PDF-', '%PDF-'])
      await office.close()
    })

    test('a result that points elsewhere shows nothing of this machine', async () => {
      const secret = join(folder, 'secret')
      writeFileSync(secret, '%PDF-secret', { mode: 0o644 })
      const office = open(broken('pointing', `ln -s ${secret} "$HOME/out/in.pdf"`))
      expect(await office.convert(sample, toPdf, unhurried())).toBeNull()
      await office.close()
    })

    test('what never ends is ended, with all it started', async () => {
      const office = open(broken('sleeping', 'setsid sleep 86399 & sleep 86399'))
      await office.families()
      expect(await office.convert(sample, toPdf, AbortSignal.timeout(500))).toBeNull()
      await expect.poll(() => running('sleep\x0086399'), { timeout: 5000 }).toBe(0)
      await office.close()
    })

    test('closing ends what is being done', async () => {
      const office = open(broken('waiting', 'sleep 86398'))
      await office.families()
      const converting = office.convert(sample, toPdf, unhurried())
      await wait(200)
      await office.close()
      expect(await converting).toBeNull()
    })
  },
)

test('A LibreOffice that cannot be confined converts nothing and says why', async () => {
  const office = open('/bin/sh', { confinements: [{ apart: true, prefix: () => ['/nonexistent/bwrap'] }] })
  expect(await office.state()).toEqual({ usable: false, reason: expect.stringMatching('nonexistent') })
  await expect(office.convert(sample, toPdf, unhurried())).rejects.toThrow('nonexistent')
  await office.close()
})

function running(commandLine: string): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(commandLine)
    } catch {
      return false
    }
  }).length
}

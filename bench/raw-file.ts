import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { signerOf } from '../packages/trust/src/cms/signing-key.ts'
import { suites, type SuiteName } from '../packages/trust/src/suites/suite.ts'

const incrementBytes = 16 * 1024

/** Writes a new file in `folder` and answers when it is on the disk; synchronously, the cheapest way Node has. */
export function storeFile(folder: string, bytes: Buffer): void {
  const file = openSync(join(folder, `raw-${crypto.randomUUID()}`), 'wx')
  writeSync(file, bytes)
  fsyncSync(file)
  closeSync(file)
}

/**
 * The least any engine does to sign a file: read it and hash it, make one signature in the suite, write an increment
 * of 16 KB and fsync it. One call is one iteration; it answers the file's hash in hex.
 */
export async function rawFile(folder: string, pdf: Buffer, suite: SuiteName): Promise<() => Promise<string>> {
  const source = join(folder, `raw-${suite}.pdf`)
  writeFileSync(source, pdf)
  const increment = randomBytes(incrementBytes)
  const sign = signerOf(await suites[suite].generateKey())
  const algorithm = suite === 'SM2' ? 'sm3' : 'sha256'
  return async () => {
    const digest = createHash(algorithm).update(readFileSync(source)).digest()
    await sign(digest)
    storeFile(folder, increment)
    return digest.toString('hex')
  }
}

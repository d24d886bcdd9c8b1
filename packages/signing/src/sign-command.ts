import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fromPem, toPem } from './certificates/pem.ts'
import { signingKey } from './cms/signing-key.ts'
import { type FileSigning, signFile } from './sign-file.ts'
import { type Credentials, testCredentials } from './test-credentials.ts'

/** How `sign` is used. */
export const signUsage = `sign IN OUT --name NAME [--seal PNG] [--page N] [--x MM] [--y MM] [--key PEM --cert PEM]

Certifies and signs a PDF and prints one JSON line {"file","root"}.
--seal PNG    what is shown, at 300 dpi; without it a name seal
--page --x --y   where: pages from 1, millimetres from the top left of the page to the seal's (1, 30, 230)
--key --cert  a private key and its certificate with its chain; without them a test authority is made and thrown
              away, its root is written to OUT.root.crt, and the signature says 测试证书，无法律效力.
Exit code: 0 signed, 1 refused, 64 wrong use.
`

interface SignWords {
  from: string
  to: string
  signing: Omit<FileSigning, 'at'>
  seal: string | undefined
  key: string | undefined
  certificate: string | undefined
}

/** Signs a file as the words after `sign` ask; gives the exit code. */
export async function runSign(
  words: string[],
  line: { now: Date; print: (line: string) => void; complain: (text: string) => void },
): Promise<number> {
  const request = readWords(words)
  if (!request) {
    line.complain(signUsage)
    return 64
  }
  try {
    line.print(JSON.stringify(await sign(request, line.now)))
    return 0
  } catch (error) {
    line.complain(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

async function sign({ from, to, signing, seal, key, certificate }: SignWords, now: Date) {
  const { root, ...credentials } = await credentialsFor(signing.name, { key, certificate }, now)
  const more = seal === undefined ? {} : { seal: readFileSync(seal) }
  const signed = await signFile(credentials, readFileSync(from), { ...signing, ...more, at: now })
  writeFileSync(to, signed)
  if (root === undefined) return { file: to }
  writeFileSync(`${to}.root.crt`, toPem('CERTIFICATE', root))
  return { file: to, root: `${to}.root.crt` }
}

/** The key of the files, which then certifies as well, or one of a test authority. */
async function credentialsFor(
  name: string,
  files: Pick<SignWords, 'key' | 'certificate'>,
  now: Date,
): Promise<Credentials & { root?: Buffer }> {
  if (files.key === undefined || files.certificate === undefined) return testCredentials(name, now)
  const [certificate, ...chain] = fromPem('CERTIFICATE', readFileSync(files.certificate, 'latin1'))
  if (!certificate) throw new Error(`${files.certificate}: no certificate`)
  const key = signingKey(createPrivateKey(readFileSync(files.key)), certificate, chain)
  return { key, certifier: key }
}

function readWords(words: string[]): SignWords | undefined {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { name: text, seal: text, page: text, x: text, y: text, key: text, cert: text },
    })
    const [from, to, ...rest] = positionals
    const { name, seal, key, cert: certificate } = values
    const places = Object.entries({ page: values.page, x: values.x, y: values.y }).filter(
      ([, word]) => word !== undefined,
    )
    const place = Object.fromEntries(places.map(([axis, word]) => [axis, Number(word)]))
    const isWrong = Object.values(place).some(Number.isNaN) || (key === undefined) !== (certificate === undefined)
    if (name === undefined || from === undefined || to === undefined || rest.length > 0 || isWrong) return undefined
    return { from, to, signing: { name, ...place }, seal, key, certificate }
  } catch {
    return undefined
  }
}

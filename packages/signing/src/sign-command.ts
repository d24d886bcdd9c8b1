import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fromPem, toPem } from '@moqi/trust/certificates/pem'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { pkcs11SigningKey, readPkcs11Uri } from '@moqi/trust/hsm/pkcs11-key'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import { type Credentials, type FileSigning, signFile, testCredentials } from './sign-file.ts'

/** How `sign` is used. */
export const signUsage = `sign IN OUT --name NAME [--seal PNG] [--page N] [--x MM] [--y MM] 
     [--key PEM --cert PEM | --pkcs11 URI --cert PEM]

Certifies and signs a PDF and prints one JSON line {"file","root"}.
--seal PNG    what is shown, at 300 dpi; without it a name seal
--page --x --y   where: pages from 1, millimetres from the top left of the page to the seal's (1, 30, 230)
--key --cert  a private key and its certificate with its chain
--pkcs11      instead of --key, a key in a token (HSM, USB key) that it does not leave (RFC 7512):
              'pkcs11:token=…;object=…?module-path=…&pin-source=file:…'
Without a key a test authority is made and thrown away, its root is written to OUT.root.crt, and the signature says
测试证书，无法律效力.
Exit code: 0 signed, 1 refused, 64 wrong use.
`

interface SignWords {
  from: string
  to: string
  signing: Omit<FileSigning, 'at'>
  seal: string | undefined
  key: KeyWords | undefined
}

/** Where key and certificate are: the key in a file, or in a token. */
type KeyWords = { certificate: string } & ({ file: string } | { token: string })
/** `close` ends what the key needed. */
type Opened = Credentials & { root?: Buffer; close?: () => Promise<void> }

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

async function sign({ from, to, signing, seal, key }: SignWords, now: Date) {
  const opened: Opened = key ? await openKey(key) : await testCredentials(signing.name, now)
  const { root, close, ...credentials } = opened
  const more = seal === undefined ? {} : { seal: readFileSync(seal) }
  try {
    writeFileSync(to, await signFile(credentials, readFileSync(from), { ...signing, ...more, at: now }))
  } finally {
    await close?.()
  }
  if (root === undefined) return { file: to }
  writeFileSync(`${to}.root.crt`, toPem('CERTIFICATE', root))
  return { file: to, root: `${to}.root.crt` }
}

/** The given key, which then certifies as well. */
async function openKey(words: KeyWords): Promise<Opened> {
  const [certificate, ...chain] = fromPem('CERTIFICATE', readFileSync(words.certificate, 'latin1'))
  if (!certificate) throw new Error(`${words.certificate}: no certificate`)
  if ('file' in words) {
    const key = signingKey(createPrivateKey(readFileSync(words.file)), certificate, chain)
    return { key, certifier: key }
  }
  const { settings, object } = readPkcs11Uri(words.token)
  const token = new Pkcs11Token(settings)
  const close = () => token.close()
  try {
    const key = await pkcs11SigningKey(token, { label: object, certificate, chain })
    return { key, certifier: key, close }
  } catch (error) {
    await close()
    throw error
  }
}

function readWords(words: string[]): SignWords | undefined {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { name: text, seal: text, page: text, x: text, y: text, key: text, pkcs11: text, cert: text },
    })
    const [from, to, ...rest] = positionals
    const { name, seal } = values
    const key = keyWords(values)
    const places = Object.entries({ page: values.page, x: values.x, y: values.y }).filter(
      ([, word]) => word !== undefined,
    )
    const place = Object.fromEntries(places.map(([axis, word]) => [axis, Number(word)]))
    const isWrong = Object.values(place).some(Number.isNaN) || key === null
    if (name === undefined || from === undefined || to === undefined || rest.length > 0 || isWrong) return undefined
    return { from, to, signing: { name, ...place }, seal, key }
  } catch {
    return undefined
  }
}

/** Undefined without a key, null for words that do not fit together. */
function keyWords({ key, pkcs11, cert }: { key?: string; pkcs11?: string; cert?: string }) {
  if (key === undefined && pkcs11 === undefined && cert === undefined) return undefined
  if (cert === undefined || (key === undefined) === (pkcs11 === undefined)) return null
  return key === undefined ? { certificate: cert, token: pkcs11 ?? '' } : { certificate: cert, file: key }
}

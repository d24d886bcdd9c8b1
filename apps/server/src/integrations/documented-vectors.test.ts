import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  signatureAlgorithms,
  signedHeaders,
  type SignedParts,
  stringToSign,
} from '@moqi/domain/integrations/signed-request'
import type { Calls } from '@moqi/api/call'
import { table } from '@moqi/api/table'
import { refusalAnswers } from '@moqi/api/refusal-answers'
import { integrationScopes } from '@moqi/domain/integrations/integration-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { expect, test } from 'vitest'

const document = readFileSync(join(import.meta.dirname, '../../../../docs/open-api.md'), 'utf8')
const algorithms = keysOf(signatureAlgorithms)

test.each(algorithms)('the published vector of %s in the document is right', (algorithm) => {
  const [, key = '', message = '', result] =
    new RegExp(`\\| ${algorithm} \\| [^|]+ \\| [^\`|]*\`([^\`]+)\` \\| \`([^\`]+)\`[^|]*\\| \`([0-9a-f]{64})\``).exec(
      document,
    ) ?? []
  const isHex = /^[0-9a-f]{64}$/.test(key)
  const text = isHex ? message.repeat(2) : message
  const made = createHmac(signatureAlgorithms[algorithm], Buffer.from(key, isHex ? 'hex' : 'utf8')).update(text)
  expect(made.digest('hex')).toBe(result)
})

/** What the document says at one place, by the names of the pattern's groups. */
const said = (pattern: RegExp): Record<string, string> => pattern.exec(document)?.groups ?? {}

test.each(algorithms)('the whole request signed by %s in the document is right', (algorithm) => {
  const {
    secret = '',
    body = '',
    lines = '',
  } = said(/密钥 `(?<secret>moqi-example-[^`]+)`，请求体 `(?<body>\{.+?\})`，前七行：\n\n```\n(?<lines>[\s\S]+?)\n```/)
  const row = said(new RegExp(`\\| ${algorithm} \\| \`(?<bodyHash>[^\`]+=)\` \\| \`(?<signature>[^\`]+=)\` \\|`))
  const digest = signatureAlgorithms[algorithm]
  const bodyHash = createHash(digest).update(body).digest('base64')
  const text = [algorithm, ...lines.split('\n').slice(1), bodyHash].join('\n')
  expect(stringToSign(partsOf(text, algorithm))).toBe(text)
  expect({ bodyHash, signature: createHmac(digest, secret).update(text).digest('base64') }).toEqual({ ...row })
})

function partsOf(text: string, algorithm: keyof typeof signatureAlgorithms): SignedParts {
  const part = (line: number) => text.split('\n')[line] ?? ''
  return {
    algorithm,
    method: part(1),
    target: part(2),
    appId: part(3),
    timestamp: part(4),
    nonce: part(5),
    idempotencyKey: part(6),
    bodyHash: part(7),
  }
}

test('the document names every header, and every refusal of a request with its status', () => {
  for (const header of Object.values(signedHeaders)) expect(document.toLowerCase()).toContain(`\`${header}\``)
  const own = keysOf(refusalAnswers).filter(
    (code) => code.startsWith('integration/') && refusalAnswers[code].status !== 200,
  )
  expect(own.length).toBe(10)
  for (const code of own) expect(document).toContain(`| ${refusalAnswers[code].status} | \`${code}\``)
})

test('every scope lets something be asked, of which nothing signs, proves a will or streams', () => {
  const calls: Calls = table
  const offered = Object.entries(calls).flatMap(([name, call]) => (call.scope === null ? [] : [{ name, ...call }]))
  expect(integrationScopes.filter((scope) => !offered.some((call) => call.scope === scope))).toEqual([])
  expect(
    offered.filter(({ access, kind, path }) => access === 'session' || kind === 'stream' || path.includes(':')),
  ).toEqual([])
  expect(offered.filter(({ refuses }) => refuses.some((code) => code === 'will-auth/required'))).toEqual([])
})

import { createPrivateKey, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwner } from '#src/commands/owner-connection.ts'
import { keyEncryption, KeyUnknown, localKey } from '#src/platform/keys/key-encryption.ts'
import { readKeyEncryptionKey } from '#src/platform/keys/key-encryption-key.ts'
import { unseal } from '#src/platform/keys/sealed.ts'
import { personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { embeddedServer, type TestServer } from '#src/testing/test-server.ts'

/** What a thief of the database and of the files has, and what a thief of the key file would have besides. */

const dataDir = mkdtempSync(join(tmpdir(), 'moqi-at-rest-'))
let server: TestServer
let tables: Map<string, Record<string, unknown>[]>
let loot: Buffer

beforeAll(async () => {
  server = await embeddedServer(dataDir)
  const wang = await player(server, '13800000001', 'person')
  const launcher = await player(server, '13800000002', 'company')
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  await signNow(server, wang, taskId)
  tables = await dump()
  const blobs = join(dataDir, 'blobs')
  const files = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  loot = Buffer.concat([
    ...[...tables.values()].flat().flatMap((row) => Object.values(row).map(bytesOf)),
    ...files.map((file) => readFileSync(join(file.parentPath, file.name))),
  ])
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Every table of every schema that is ours, as a superuser sees them. */
async function dump(): Promise<Map<string, Record<string, unknown>[]>> {
  const { owner } = await openOwner({ databaseUrl: null, dataDir })
  const client = new Client(owner)
  await client.connect()
  try {
    const found = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const rows = new Map<string, Record<string, unknown>[]>()
    for (const { name } of found.rows) rows.set(name, (await client.query(`select * from ${name}`)).rows)
    return rows
  } finally {
    await client.end()
  }
}

const bytesOf = (value: unknown) =>
  Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A secret as itself and as the texts that programs make of bytes. */
const found = (secret: Buffer) =>
  [secret, secret.toString('hex'), ...base64Forms(secret)].some((form) => loot.includes(form))

/** Inside longer bytes a secret begins at any of three phases of base64; the characters it shares are left out. */
function base64Forms(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((phase) => {
    const bytes = Buffer.concat([Buffer.alloc(phase), secret])
    const [from, to] = [Math.ceil((phase * 8) / 6), Math.floor((bytes.length * 8) / 6)]
    return (['base64', 'base64url'] as const).map((coding) => bytes.toString(coding).slice(from, to))
  })
}

const rowsOf = (table: string) => tables.get(`public.${table}`) ?? []
const buffer = (value: unknown) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0))

test('the loot is what it should be: certificates, sealed keys and documents are in it', () => {
  expect(found(Buffer.from('/ByteRange [0 '))).toBe(true)
  for (const row of rowsOf('signing_certificate')) expect(found(buffer(row.certificate))).toBe(true)
  for (const row of rowsOf('tenant_key')) expect(found(buffer(row.sealed))).toBe(true)
  expect(rowsOf('signing_certificate').length).toBeGreaterThan(0)
  expect(rowsOf('platform_secret').map(({ name }) => name)).toEqual(
    expect.arrayContaining(['root', 'issuing', 'timestamp', 'certifier', 'derivation']),
  )
})

test('no private key is in it in any usual form', () => {
  const forms = {
    'PKCS#8 of P-256': Buffer.from('020100301306072a8648ce3d020106082a8648ce3d030107', 'hex'),
    'PKCS#8 of RSA': Buffer.from('020100300d06092a864886f70d0101010500', 'hex'),
    'SEC 1 of P-256': Buffer.from('30770201010420', 'hex'),
    PEM: Buffer.from('PRIVATE KEY'),
    JWK: Buffer.from('"d":"'),
  }
  for (const [form, bytes] of Object.entries(forms)) expect([form, found(bytes)]).toEqual([form, false])
})

test('no key that seals, no data key and no private number is in it', async () => {
  const keys = server.deps.keyEncryption
  const secrets: Buffer[] = [readKeyEncryptionKey(dataDir), server.deps.derivationKey]
  const privateKeys: Buffer[] = []
  for (const { name, sealed, certificate } of rowsOf('platform_secret')) {
    const opened = await keys.unseal(String(name), buffer(sealed))
    if (certificate) privateKeys.push(opened)
  }
  for (const { tenant_id, certificate_id, sealed_key } of rowsOf('signing_certificate')) {
    const row = rowsOf('tenant_key').find((one) => one.tenant_id === tenant_id)
    const dataKey = await keys.unseal(String(tenant_id), buffer(row?.sealed))
    secrets.push(dataKey)
    privateKeys.push(unseal(dataKey, String(certificate_id), buffer(sealed_key)))
  }
  for (const pkcs8 of privateKeys) {
    const { d } = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
    secrets.push(Buffer.from(d ?? '', 'base64url'))
  }
  expect(secrets.length).toBeGreaterThan(6)
  for (const secret of secrets) {
    expect(secret).toHaveLength(32)
    expect(found(secret)).toBe(false)
  }
})

test('another key opens nothing of it, not even under the name of the right one', async () => {
  const right = await server.deps.keyEncryption.sealingKey()
  const stranger = localKey(randomBytes(32))
  const sealed = [
    ...rowsOf('platform_secret').map((row) => [String(row.name), buffer(row.sealed)] as const),
    ...rowsOf('tenant_key').map((row) => [String(row.tenant_id), buffer(row.sealed)] as const),
  ]
  for (const [purpose, bytes] of sealed) {
    await expect(keyEncryption(() => [stranger]).unseal(purpose, bytes)).rejects.toThrow(KeyUnknown)
    const named = keyEncryption(() => [{ ...stranger, id: right }])
    await expect(named.unseal(purpose, bytes)).rejects.toThrow('authenticate')
  }
})

test('a sealed key moved to another space or another name does not open there', async () => {
  const [row] = rowsOf('tenant_key')
  await expect(server.deps.keyEncryption.unseal('root', buffer(row?.sealed))).rejects.toThrow('authenticate')
  await expect(
    server.deps.keyEncryption.unseal('00000000-0000-0000-0000-000000000000', buffer(row?.sealed)),
  ).rejects.toThrow('authenticate')
})

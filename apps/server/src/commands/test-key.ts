import { parseArgs } from 'node:util'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import { makeTokenKey, shelveCertificate } from '@moqi/trust/hsm/token-keys'
import { embeddedSigningAuthority } from '#src/platform/authority/embedded-signing-authority.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run test-key`: a key with a test certificate in a token, to try certificate keys with. */

const usage = `npm run test-key -- --module PKCS#11库 --token 标签 --pin PIN --name 姓名或企业名称 [--organization 企业名称] [--kind ec|rsa]

在USBKey（或SoftHSM2）中新建密钥，并写入内置测试CA签发的证书：测试证书，无法律效力。`

function readArguments() {
  const text = { type: 'string' } as const
  const options = { module: text, token: text, pin: text, name: text, organization: text, kind: text }
  const { module, token, pin, name, organization, kind = 'ec' } = parseArgs({ options }).values
  if (!module || !token || !pin || !name || (kind !== 'ec' && kind !== 'rsa')) return null
  return { settings: { module, token, pin }, name, organization, kind } as const
}

async function main(): Promise<number> {
  const asked = readArguments()
  if (!asked) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  if (config.certificateAuthority) throw new Error('本平台由正式CA签发证书，不签发测试证书')
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  const { keyEncryption, close } = await openKeyEncryption(config)
  try {
    const base = { config, db, keyEncryption, now: Date.now, newId: newIds(), log: console.error }
    const { certifyKey } = await embeddedSigningAuthority(base)
    if (!certifyKey) throw new Error('本平台不签发测试证书')
    const token = new Pkcs11Token(asked.settings)
    try {
      const { name, organization } = asked
      const pair = await makeTokenKey(token, name, asked.kind)
      const subject = { commonName: name, country: 'CN' as const, ...(organization && { organization }) }
      const { certificate, chain } = await certifyKey(pair.publicKey, subject)
      await shelveCertificate(token, { certificate, label: name, id: pair.id })
      for (const issuer of chain) {
        await shelveCertificate(token, { certificate: issuer, label: 'issuer', id: Buffer.alloc(0) })
      }
    } finally {
      await token.close()
    }
    console.log(`已在 ${asked.settings.token} 中写入 ${asked.name} 的测试证书（无法律效力）`)
    return 0
  } finally {
    await close()
    await db.close()
    await access.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

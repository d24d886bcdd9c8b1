import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { isPkcs11Uri, pkcs11Cipher, readPkcs11Uri } from '@moqi/trust/hsm/pkcs11-key'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import type { Config } from '#src/platform/config.ts'
import { type KeyEncryption, keyEncryption, type KeySource, localKey, type WrappingKey } from './key-encryption.ts'
import { keyFiles, keyFromFile, readKeyEncryptionKey } from './key-encryption-key.ts'

type KeyConfig = Pick<Config, 'keyEncryptionKey' | 'previousKeys' | 'dataDir'>
type OpenKey = { key: WrappingKey; close: () => Promise<void> }

/**
 * Key encryption as configured: `MOQI_KEK` seals, or without it the newest key of the data directory; those,
 * `MOQI_KEK_PREVIOUS` and every key file of the data directory open. `close` logs out of tokens.
 */
export async function openKeyEncryption(
  config: KeyConfig,
): Promise<{ keyEncryption: KeyEncryption; close: () => Promise<void> }> {
  const opened: OpenKey[] = []
  const close = async () => {
    for (const key of opened.splice(0)) await key.close()
  }
  const { keyEncryptionKey, previousKeys, dataDir } = config
  try {
    for (const setting of [keyEncryptionKey ?? [], previousKeys].flat()) opened.push(await openKey(setting))
    const configured = opened.map(({ key }) => key)
    // Read anew each time, so that a rotated file is used without a restart; keys are opened seldom.
    const files: KeySource = () => keyFiles(dataDir).map((path) => localKey(keyFromFile(path)))
    if (keyEncryptionKey !== null) return { keyEncryption: keyEncryption(() => configured, files), close }
    readKeyEncryptionKey(dataDir)
    return { keyEncryption: keyEncryption(files, () => configured), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openKey(setting: string): Promise<OpenKey> {
  if (isPkcs11Uri(setting)) return openTokenKey(setting)
  const key = setting.startsWith('file:') ? keyFromFile(fileURLToPath(new URL(setting))) : Buffer.from(setting, 'hex')
  return { key: localKey(key), close: async () => {} }
}

/**
 * The key's id comes from its name: a token tells nothing about the key itself, and a copy of it bears the same name.
 */
async function openTokenKey(uri: string): Promise<OpenKey> {
  const { settings, object } = readPkcs11Uri(uri)
  const token = new Pkcs11Token(settings)
  try {
    const cipher = await pkcs11Cipher(token, object)
    const id = createHash('sha256').update(`pkcs11 ${settings.token} ${object}`).digest('hex').slice(0, 16)
    return { key: { id, ...cipher }, close: () => token.close() }
  } catch (error) {
    await token.close()
    throw error
  }
}

import { isAbsolute, resolve } from 'node:path'

/** Settings of one server process, read once from the environment. */
export type Config = {
  port: number
  host: string
  /** Blobs, keys and, without `databaseUrl`, the database. */
  dataDir: string
  databaseUrl: string | null
  /** Demo accounts, and an outbox anyone can read. Never on a server with real people. */
  demo: boolean
  brand: string
  supportPhone: string
  /** Where people reach this server, for links in messages. */
  publicUrl: string
  consoleUrl: string
  staticUrl: string
  /** Key-encryption key as 64 hex digits; without it a file in the data directory holds one. */
  keyEncryptionKey: string | null
  /** Trust `X-Forwarded-For` of a reverse proxy. */
  trustProxy: boolean
}

/** Reads the settings; throws with the variable's name when one makes no sense. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const port = Number(env.PORT ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT ${env.PORT} is no port`)
  const dataDir = env.MOQI_DATA || 'data'
  const demo = env.MOQI_DEMO !== '0'
  if (!demo && env.MOQI_ALLOW_EMBEDDED !== 'ca,sms') {
    throw new Error(
      'outside demo mode the embedded CA and SMS outbox must be allowed by name: MOQI_ALLOW_EMBEDDED=ca,sms',
    )
  }
  const keyEncryptionKey = env.MOQI_KEK || null
  if (keyEncryptionKey && !/^[0-9a-f]{64}$/i.test(keyEncryptionKey)) throw new Error('MOQI_KEK is not 64 hex digits')
  return {
    port,
    host: env.HOST || '127.0.0.1',
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir),
    databaseUrl: env.DATABASE_URL || null,
    demo,
    brand: env.MOQI_BRAND || '墨契',
    supportPhone: env.MOQI_SUPPORT_PHONE || '400-000-0000',
    publicUrl: env.MOQI_PUBLIC_URL || `http://localhost:${port}`,
    consoleUrl: env.MOQI_CONSOLE_URL ?? '',
    staticUrl: env.MOQI_STATIC_URL ?? '',
    keyEncryptionKey,
    trustProxy: env.MOQI_TRUST_PROXY === '1',
  }
}

import { readFileSync } from 'node:fs'

/** Where an object store is, and how it is spoken to. */
export type S3Settings = {
  /** Scheme, host and port; the bucket stands before the host or at the beginning of the path. */
  endpoint: string
  addressing: 'host' | 'path'
  bucket: string
  /** What every key begins with: empty, or ending with a slash. */
  prefix: string
  region: string
  key: { id: string; secret: string }
  /** PEM of the authority that certifies the store; the system's authorities when null. */
  certificateAuthority: string | null
}

/** Reads `MOQI_BLOBS=s3://…` and the `MOQI_S3_…` settings. Throws with the variable that makes no sense. */
export function readS3Settings(env: NodeJS.ProcessEnv): S3Settings {
  const blobs = env.MOQI_BLOBS ?? ''
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*))?$/.exec(blobs) ?? []
  if (!bucket) throw new Error(`MOQI_BLOBS ${blobs} is no s3://BUCKET/PREFIX`)
  const region = env.MOQI_S3_REGION || 'us-east-1'
  return {
    endpoint: endpointOf(env.MOQI_S3_ENDPOINT || `https://s3.${region}.amazonaws.com`),
    addressing: addressingOf(env.MOQI_S3_ADDRESSING || 'host'),
    bucket,
    prefix: path === '' || path.endsWith('/') ? path : `${path}/`,
    region,
    key: { id: secretOf(env, 'MOQI_S3_KEY_ID'), secret: secretOf(env, 'MOQI_S3_KEY_SECRET') },
    certificateAuthority: env.MOQI_S3_CA ? readFileSync(env.MOQI_S3_CA, 'utf8') : null,
  }
}

function addressingOf(way: string): S3Settings['addressing'] {
  if (way === 'host' || way === 'path') return way
  throw new Error(`MOQI_S3_ADDRESSING ${way} is none of host, path`)
}

function endpointOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new Error(`MOQI_S3_ENDPOINT ${address} is no http(s)://HOST[:PORT]`)
  }
  return url.origin
}

/** The value itself, or `file:` and where it stands. */
function secretOf(env: NodeJS.ProcessEnv, name: 'MOQI_S3_KEY_ID' | 'MOQI_S3_KEY_SECRET'): string {
  const value = env[name]
  if (!value) throw new Error(`MOQI_BLOBS=s3://… needs ${name}`)
  return value.startsWith('file:') ? readFileSync(value.slice('file:'.length), 'utf8').trim() : value
}

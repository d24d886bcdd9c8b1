import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromPem } from '@moqi/trust/certificates/pem'
import type { Config } from '#src/platform/config.ts'

/** The root certificates (DER) that signatures of ours end at, as far as their files are there. */
export function rootsOf({ dataDir, trustedRoots }: Pick<Config, 'dataDir' | 'trustedRoots'>): Buffer[] {
  const files = [trustedRoots, join(dataDir, 'ca', 'root.crt')].filter((file) => file !== null)
  return files.filter((file) => existsSync(file)).flatMap((file) => fromPem('CERTIFICATE', readFileSync(file, 'utf8')))
}

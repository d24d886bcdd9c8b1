import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The bytes of a sample contract. */
export const sampleFile = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../../../samples', name))
